// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Indices that segsmith's own writer never makes but must merge as Lucene does. */
final class Foreign {
  private interface Filler {
    void fill(IndexWriter writer) throws IOException;
  }

  private Foreign() {}

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Path base = Path.of((String) command.get("output"));
    make(base.resolve("source_a"), config(), w -> add(w, 20, i -> document("n", i, "p", i, "x", "a" + i)));
    make(base.resolve("source_b"), config(),
        w -> add(w, 30, i -> document("p", 3 * i, "x", "b" + i, "n", -i, "s", "z" + i % 3)));
    make(base.resolve("source_c"), config(), Foreign::lateFields);
    for (String order : List.of("abc", "cba")) {
      make(base.resolve("copied_" + order), config(), w -> copy(w, base, order));
    }
    make(base.resolve("deletes"), config(), Foreign::deletes);
    make(base.resolve("attributes"), config(), Foreign::attributes);
    make(base.resolve("sorted_blocks"),
        config().setParentField("__parent").setIndexSort(new Sort(new SortField("n", SortField.Type.LONG))),
        Foreign::blocks);
    List<String> names = new ArrayList<>(List.of("copied_abc", "copied_cba", "deletes", "attributes", "sorted_blocks"));
    names.addAll(ForeignUpdates.make(base));
    return Map.of("names", names);
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
  }

  private static void make(Path path, IndexWriterConfig config, Filler filler) throws IOException {
    try (Directory directory = FSDirectory.open(path); IndexWriter writer = new IndexWriter(directory, config)) {
      filler.fill(writer);
      writer.commit();
    }
  }

  private static void add(IndexWriter writer, int count, java.util.function.IntFunction<Document> make)
      throws IOException {
    for (int i = 0; i < count; i++) {
      writer.addDocument(make.apply(i));
    }
  }

  /** n: NUMERIC, p: a point, s: SORTED, t: SORTED_SET, x: stored. */
  private static Document document(Object... namesAndValues) {
    Document document = new Document();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String name = (String) namesAndValues[i];
      Object value = namesAndValues[i + 1];
      document.add(switch (name.charAt(0)) {
        case 'n' -> new NumericDocValuesField(name, ((Number) value).longValue());
        case 'p' -> new LongPoint(name, ((Number) value).longValue());
        case 's' -> new SortedDocValuesField(name, new BytesRef((String) value));
        case 't' -> new SortedSetDocValuesField(name, new BytesRef((String) value));
        default -> new StoredField(name, (String) value);
      });
    }
    return document;
  }

  /** Its last segment has fields of high numbers only. */
  private static void lateFields(IndexWriter writer) throws IOException {
    writer.addDocument(document("n1", 1, "n2", 2, "n3", 3, "n", 4, "t", "q"));
    writer.flush();
    add(writer, 9, i -> document("t", "q" + i, "n3", i, "n9", 1));
  }

  /** addIndexes keeps each segment's field numbers, and its old file names in {@code .si}. */
  private static void copy(IndexWriter writer, Path base, String order) throws IOException {
    for (char source : order.toCharArray()) {
      try (Directory directory = FSDirectory.open(base.resolve("source_" + source))) {
        writer.addIndexes(directory);
      }
    }
  }

  /** Deletions take every value of a sparse field, most of a dictionary, and parts of points. */
  private static void deletes(IndexWriter writer) throws IOException {
    for (int i = 0; i < 300; i++) {
      Document document = document("n", i, "p", i, "x", "doc " + i, "t", "t" + i % 90);
      document.add(SortedNumericDocValuesField.indexedField("k", i));
      if (i % 3 == 0) {
        document.add(new NumericDocValuesField("n_sparse", i));
      }
      writer.addDocument(document);
      if (i % 50 == 49) {
        writer.flush();
      }
    }
    writer.commit();
    for (int i = 0; i < 300; i += 3) {
      writer.deleteDocuments(LongPoint.newExactQuery("p", i));
    }
    writer.deleteDocuments(LongPoint.newRangeQuery("p", 100, 148));
  }

  /** Fields bear attributes of their own; documents come as blocks. */
  private static void attributes(IndexWriter writer) throws IOException {
    FieldType type = new FieldType();
    type.setDocValuesType(DocValuesType.NUMERIC);
    for (String key : List.of("my", "a", "zz", "k1")) {
      type.putAttribute(key, "value of " + key);
    }
    for (int segment = 0; segment < 3; segment++) {
      Document document = document("n", segment);
      Field field = new Field("with_attributes", type) {
        @Override
        public Number numericValue() {
          return 7;
        }
      };
      document.add(field);
      writer.addDocuments(List.of(document("n", segment), document));
      writer.flush();
    }
    writer.setLiveCommitData(Map.of("key", "value").entrySet());
  }

  /** A block sorts as its parent does. */
  private static void blocks(IndexWriter writer) throws IOException {
    for (int i = 0; i < 40; i++) {
      List<Document> block = new ArrayList<>();
      for (int child = 0; child <= i % 4; child++) {
        block.add(document("n", 50 - i * 7 % 13 + child * 5, "x", i + "." + child));
      }
      writer.addDocuments(block);
      if (i % 9 == 0) {
        writer.flush();
      }
    }
  }
}
