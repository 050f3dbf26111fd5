// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which doc-values format each field is written with: {@code segsmith.doc_values_format}'s SPEC,
 * either one format for all fields that it may take, or {@code field=format,*=format}.
 */
final class DocValuesSpec {
  /** A format by its codec name; {@code blockShift} is 0 where its numeric blocks have one size only. */
  record Choice(String format, int blockShift) {
    static final Choice LUCENE90 = new Choice("Lucene90", 0);

    boolean timeSeries() {
      return !format.equals(LUCENE90.format);
    }
  }

  /** The metadata fields that Elasticsearch's PerFieldFormatSupplier lets use a time-series format. */
  private static final Set<String> METADATA = Set.of("_tsid", "_ts_routing_hash", "_seq_no");

  private final Map<String, Choice> named = new LinkedHashMap<>();
  private Choice others = Choice.LUCENE90;

  private DocValuesSpec() {}

  /** {@code large}: blocks of 512 where the SPEC does not say. */
  static DocValuesSpec parse(String spec, boolean large) {
    DocValuesSpec parsed = new DocValuesSpec();
    if (!spec.contains("=")) {
      parsed.others = choice(spec, large);
      return parsed;
    }
    for (String entry : spec.split(",", -1)) {
      int equals = entry.lastIndexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException("[" + entry + "] of the doc values format [" + spec + "] is not FIELD=FORMAT");
      }
      String field = entry.substring(0, equals);
      Choice choice = choice(entry.substring(equals + 1), large);
      if (choice.timeSeries() && !mayUseTimeSeries(field)) {
        throw new IllegalArgumentException("field [" + field + "] cannot have doc values format [" + choice.format + "]");
      }
      if (field.equals("*")) {
        parsed.others = choice;
      } else {
        parsed.named.put(field, choice);
      }
    }
    return parsed;
  }

  private static Choice choice(String text, boolean large) {
    return switch (text) {
      case "Lucene90" -> Choice.LUCENE90;
      case "ES87TSDB", "ES87TSDB/128" -> new Choice("ES87TSDB", 0);
      case "ES819TSDB" -> new Choice("ES819TSDB", large ? 9 : 7);
      case "ES819TSDB/128" -> new Choice("ES819TSDB", 7);
      case "ES819TSDB/512" -> new Choice("ES819TSDB", 9);
      default -> throw new IllegalArgumentException("doc values format [" + text + "] is not supported by the judge");
    };
  }

  private static boolean mayUseTimeSeries(String field) {
    return !field.startsWith("_") || METADATA.contains(field);
  }

  Choice of(String field) {
    Choice choice = named.getOrDefault(field, others);
    return choice.timeSeries() && !mayUseTimeSeries(field) ? Choice.LUCENE90 : choice;
  }

  /** ES87TSDB as 8.17.0 writes it knows no skip index. */
  boolean allowsSkipIndex(String field) {
    return !of(field).format.equals("ES87TSDB");
  }

  boolean needsElasticsearch() {
    return others.timeSeries() || named.values().stream().anyMatch(Choice::timeSeries);
  }
}
