// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Index settings by dotted name, without the "index." prefix. */
final class Settings {
  private static final List<String> KNOWN = List.of("mode", "sort.field", "sort.order", "sort.missing",
      "sort.mode", "seq_no.index_options", "mapping.use_doc_values_skipper", "mapping.source.mode",
      "mapping.ignore_malformed", "merge.policy.type", "compound_format", "codec",
      "use_time_series_doc_values_format", "use_time_series_doc_values_format_large_block_size",
      "segsmith.doc_values_format", "segsmith.stored_fields", "segsmith.skip_index_interval_size");
  private static final List<String> WITHOUT_MEANING =
      List.of("analysis.", "number_of_", "refresh_interval", "auto_expand_replicas", "lifecycle.");

  private final Map<String, Object> values = new TreeMap<>();
  private final DocValuesSpec docValues;

  Settings(Map<String, Object> tree) {
    flatten("", tree);
    for (String key : values.keySet()) {
      if (!KNOWN.contains(key) && !key.startsWith("merge.policy.")
          && WITHOUT_MEANING.stream().noneMatch(key::startsWith)) {
        throw new IllegalArgumentException("unknown setting [" + key + "]");
      }
    }
    String mode = mode();
    if (!mode.equals("standard") && !mode.equals("logsdb")) {
      throw new IllegalArgumentException("index.mode [" + mode + "] is not supported by the judge");
    }
    boolean timeSeries = flag("use_time_series_doc_values_format", mode.equals("logsdb"));
    docValues = DocValuesSpec.parse(text("segsmith.doc_values_format", timeSeries ? "ES819TSDB" : "Lucene90"),
        flag("use_time_series_doc_values_format_large_block_size", false));
    if (seqNoOptionsUnknown()) {
      throw new IllegalArgumentException("seq_no.index_options [" + values.get("seq_no.index_options") + "] is unknown");
    }
  }

  private void flatten(String prefix, Map<?, ?> tree) {
    tree.forEach((key, value) -> {
      String name = prefix + key;
      if (value instanceof Map<?, ?> map) {
        flatten(name + ".", map);
      } else {
        values.put(name.startsWith("index.") ? name.substring(6) : name, value);
      }
    });
  }

  String text(String key, String otherwise) {
    Object value = values.get(key);
    return value == null ? otherwise : value.toString();
  }

  boolean flag(String key, boolean otherwise) {
    return Boolean.parseBoolean(text(key, Boolean.toString(otherwise)));
  }

  String mode() {
    return text("mode", "standard");
  }

  boolean logsdb() {
    return mode().equals("logsdb");
  }

  DocValuesSpec docValues() {
    return docValues;
  }

  boolean useSkipper() {
    return flag("mapping.use_doc_values_skipper", false);
  }

  boolean ignoreMalformed() {
    return flag("mapping.ignore_malformed", false);
  }

  boolean storedSource() {
    return text("mapping.source.mode", logsdb() ? "synthetic" : "stored").equals("stored");
  }

  private boolean seqNoOptionsUnknown() {
    String options = text("seq_no.index_options", "doc_values_only");
    return !options.equals("doc_values_only") && !options.equals("points_and_doc_values");
  }

  boolean seqNoPoints() {
    return text("seq_no.index_options", logsdb() ? "doc_values_only" : "points_and_doc_values")
        .equals("points_and_doc_values");
  }

  int skipInterval() {
    return Integer.parseInt(text("segsmith.skip_index_interval_size", "4096"));
  }

  boolean deflate() {
    String stored = text("segsmith.stored_fields", text("codec", "default").equals("best_compression") ? "deflate" : "lz4");
    if (!stored.equals("lz4") && !stored.equals("deflate")) {
      throw new IllegalArgumentException("stored fields [" + stored + "] are not supported by the judge");
    }
    return stored.equals("deflate");
  }

  List<String> sortFields() {
    Object value = values.get("sort.field");
    if (value == null) {
      return logsdb() ? List.of("@timestamp") : List.of();
    }
    return value instanceof List<?> list ? list.stream().map(Object::toString).toList() : List.of(value.toString());
  }

  /** An index.sort option of the key at {@code place}; logsdb's own sort is descending. */
  String sortOption(String option, int place, String otherwise) {
    Object value = values.get("sort." + option);
    if (value == null) {
      boolean defaultSort = logsdb() && !values.containsKey("sort.field");
      return defaultSort && option.equals("order") ? "desc" : otherwise;
    }
    return value instanceof List<?> list ? list.get(place).toString() : value.toString();
  }
}
