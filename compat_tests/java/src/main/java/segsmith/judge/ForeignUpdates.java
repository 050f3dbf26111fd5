// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Version;

/**
 * Indices whose segments carry generations of doc-values updates. Documents are updated by number,
 * so that no field needs postings.
 */
final class ForeignUpdates {
  static final String SOFT_DELETES = "__soft_deletes";
  static final boolean NEWEST = Version.LATEST.onOrAfter(Version.fromBits(10, 6, 0));

  private final String name;
  private final Random random;

  private ForeignUpdates(String name) {
    this.name = name;
    random = new Random(name.hashCode());
  }

  /** All kinds, below {@code base}; their folders' names. */
  static List<String> make(Path base) throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : List.of("numeric", "binary", "resets", "soft_deletes", "sorted", "compound", "overlays")) {
      if (NEWEST || !name.equals("overlays")) {
        new ForeignUpdates(name).make(base.resolve("updates_" + name), 4, 150, name.equals("compound"));
        names.add("updates_" + name);
      }
    }
    return names;
  }

  /** The foreign_updates command: one kind, as large as asked for, compound. */
  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    String name = (String) command.get("name");
    new ForeignUpdates(name).make(Path.of((String) command.get("output")), Judge.number(command, "segments", 2),
        Judge.number(command, "documents", 60), true);
    return Map.of("name", name);
  }

  private void make(Path path, int segments, int documents, boolean compound) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    config.setUseCompoundFile(compound);
    config.setSoftDeletesField(name.equals("soft_deletes") ? SOFT_DELETES : null);
    if (name.equals("sorted")) {
      config.setIndexSort(new Sort(new SortField("n_key", SortField.Type.LONG, true)));
    }
    if (name.equals("overlays")) {
      Overlays.allow(config, 3);
    }
    try (Directory directory = FSDirectory.open(path); IndexWriter writer = new IndexWriter(directory, config)) {
      fill(writer, segments, documents);
    }
  }

  /** Calls that releases before 10.6 lack, in a class that they never load. */
  static final class Overlays {
    static void allow(IndexWriterConfig config, int overlays) {
      config.setMaxDocValuesOverlays(overlays);
    }
  }

  private void fill(IndexWriter writer, int segments, int documents) throws IOException {
    for (int segment = 0; segment < segments; segment++) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(document(segment, i));
      }
      writer.flush();
    }
    writer.commit();
    for (int generation = 0; generation < 5; generation++) {
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        for (LeafReaderContext leaf : reader.leaves()) {
          if (leaf.ord != 2) {  // One segment stays as it was written.
            update(writer, leaf, generation);
          }
        }
      }
      writer.commit();
    }
    if (name.equals("soft_deletes") || name.equals("numeric")) {
      writer.deleteDocuments(LongPoint.newRangeQuery("p", 30, 44));
      writer.commit();
    }
  }

  /** All segments have n_all; only the first has n_first, which updates add to the others. */
  private Document document(int segment, int i) {
    Document document = new Document();
    document.add(new NumericDocValuesField("n_key", random.nextInt(50)));
    document.add(new NumericDocValuesField("n_all", segment * 1000L + i));
    document.add(new LongPoint("p", segment * 100L + i));
    document.add(new StoredField("x", "document " + i));
    document.add(new SortedDocValuesField("s", new BytesRef("s" + random.nextInt(20))));
    document.add(binary("b_all", i));
    for (int v = 0; v <= random.nextInt(3); v++) {
      document.add(new SortedNumericDocValuesField("m_all", random.nextInt(1000)));
    }
    if (segment == 0) {
      document.add(new NumericDocValuesField("n_first", i));
      document.add(binary("b_first", i * 3));
    }
    if (i % 4 == 0) {
      document.add(new NumericDocValuesField("n_sparse", i));
      document.add(binary("b_sparse", -i));
    }
    return document;
  }

  private static Field binary(String name, int value) {
    return new BinaryDocValuesField(name, new BytesRef("v" + value % 70));
  }

  private void update(IndexWriter writer, LeafReaderContext leaf, int generation) throws IOException {
    int updates = generation == 4 && !name.equals("overlays") ? leaf.reader().maxDoc() : random.nextInt(20);
    for (int i = 0; i < updates; i++) {
      int doc = generation == 4 ? i % leaf.reader().maxDoc() : random.nextInt(leaf.reader().maxDoc());
      if (name.equals("soft_deletes")) {
        if (generation < 4) {
          modify(writer, leaf, doc, new NumericDocValuesField(SOFT_DELETES, 1));
        }
        continue;
      }
      boolean reset = name.equals("resets") && random.nextBoolean();
      if (!name.equals("binary")) {
        modify(writer, leaf, doc, numeric("n_all", reset ? null : random.nextLong()));
        modify(writer, leaf, doc, numeric("n_sparse", reset ? null : (long) generation));
      }
      if (!name.equals("numeric")) {
        modify(writer, leaf, doc, reset ? new BinaryDocValuesField("b_all", null) : binary("b_all", random.nextInt(999)));
        modify(writer, leaf, doc, new BinaryDocValuesField("b_sparse", new BytesRef(text())));
      }
      if (generation % 2 == 1) {
        modify(writer, leaf, doc, numeric("n_first", 7L + random.nextInt(9)), binary("b_first", generation));
      }
      if (NEWEST && generation % 2 == 0) {
        modify(writer, leaf, doc, new SortedNumericDocValuesField("m_all", random.nextInt(5)));
      }
    }
  }

  private byte[] text() {
    return "t".repeat(random.nextInt(12)).getBytes(StandardCharsets.UTF_8);
  }

  static Field reset(String name, String type) {
    return type.equals("binary") ? new BinaryDocValuesField(name, null) : numeric(name, null);
  }

  private static Field numeric(String name, Long value) {
    return new NumericDocValuesField(name, value);
  }

  static void modify(IndexWriter writer, LeafReaderContext leaf, int doc, Field... fields) throws IOException {
    if (writer.tryUpdateDocValue(leaf.reader(), doc, fields) < 0) {
      throw new IOException("document " + doc + " could not be updated");
    }
  }
}
