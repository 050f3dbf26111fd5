// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Flushes and a forced merge of generated documents with doc values only. A field's values follow
 * from its name up to the first '_', as in bench/generated_documents.h: the same documents on both
 * sides without any parsing. Document and field objects are reused.
 */
final class BenchColumns {
  private static final long[] CODES = {
    200, 201, 204, 206, 301, 302, 304, 400, 401, 403, 404, 409, 429, 500, 502, 503
  };

  /** One field of the schema: its generator and its reused values. */
  private static final class Column {
    final String kind;
    final int number;
    final ValueField[] values = new ValueField[3];
    final BytesRef[] terms;

    Column(FieldMapper field, int number) {
      kind = field.name.split("_")[0];
      this.number = number;
      for (int i = 0; i < values.length; i++) {
        values[i] = new ValueField(field.name, field.schema());
      }
      terms = switch (kind) {
        case "host" -> terms("host-%03d", 100);
        case "pod" -> terms("pod-%05d", 10_000);
        default -> null;
      };
    }

    private static BytesRef[] terms(String format, int count) {
      BytesRef[] terms = new BytesRef[count];
      for (int i = 0; i < count; i++) {
        terms[i] = new BytesRef(String.format(format, i).getBytes(StandardCharsets.UTF_8));
      }
      return terms;
    }

    /** Adds the document's values. */
    void addTo(List<IndexableField> document, long doc) {
      long r = mix(doc * 256 + number);
      switch (kind) {
        case "timestamp" -> number(document, 0, 1_700_000_000_000L + doc * 10 + below(r, 10));
        case "gauge" -> number(document, 0, below(r, 1_000_000));
        case "counter" -> number(document, 0, doc % 100 * 1_000_000_000 + doc / 100 * 7 + below(r, 7));
        case "code" -> number(document, 0, CODES[(int) below(r, CODES.length)]);
        case "sparse" -> {
          if (below(r, 10) == 0) {
            number(document, 0, below(mix(r), 1_000_000));
          }
        }
        case "multi" -> {
          int count = 1 + (int) below(r, 3);
          for (int i = 0; i < count; i++) {
            number(document, i, below(mix(r + i), 100_000));
          }
        }
        case "host", "pod" -> {
          values[0].setBytes(terms[(int) below(r, terms.length)]);
          document.add(values[0]);
        }
        default -> throw new IllegalArgumentException("no generator [" + kind + "]");
      }
    }

    private void number(List<IndexableField> document, int at, long value) {
      values[at].setNumber(value);
      document.add(values[at]);
    }
  }

  private BenchColumns() {}

  private static long mix(long z) {
    z += 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static long below(long random, long bound) {
    return (random >>> 1) % bound;
  }

  /** Nanoseconds of all flushes, and of the forced merge (0 without one). */
  static long[] run(Map<String, Object> command) throws IOException {
    Mapping mapping = Mapping.read(Path.of((String) command.get("mapping")));
    List<Column> columns = new ArrayList<>();
    for (FieldMapper field : mapping.fields) {
      columns.add(new Column(field, columns.size()));
    }
    long docs = Judge.number(command, "documents", 1_000_000);
    long perSegment = docs / Judge.number(command, "segments", 10);
    IndexWriterConfig config = Indexer.config(mapping, "never", 0,
        DocValuesFormats.Options.of(Map.of(), mapping.settings.skipInterval()));
    long flush = 0;
    long merge = 0;
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("output")));
        IndexWriter writer = new IndexWriter(directory, config)) {
      Indexer.presetNumbers(writer, mapping);
      List<IndexableField> document = new ArrayList<>();
      for (long doc = 0; doc < docs; doc++) {
        document.clear();
        for (Column column : columns) {
          column.addTo(document, doc);
        }
        writer.addDocument(document);
        if ((doc + 1) % perSegment == 0) {
          long from = System.nanoTime();
          writer.flush();
          flush += System.nanoTime() - from;
        }
      }
      if (FieldMapper.flag(command, "merge", false)) {
        writer.getConfig().setMergePolicy(Policies.create("tiered", "never", "1gb"));
        long from = System.nanoTime();
        writer.forceMerge(1);
        merge = System.nanoTime() - from;
        writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      }
      writer.commit();
      return new long[] {flush, merge};
    }
  }
}
