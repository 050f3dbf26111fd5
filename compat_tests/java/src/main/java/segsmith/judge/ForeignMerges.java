// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
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
import org.apache.lucene.document.SortedSetDocValuesField;
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

/**
 * The foreign_merge command: an index, decided by a seed, of 2 to 12 segments that came from
 * indices of their own: each numbers the fields in its own order and lacks some of them, and
 * documents are deleted, among them all that have a certain field. Some have generations of
 * doc-values updates, overlays (10.6) and soft deletes.
 */
final class ForeignMerges {
  private static final List<String> TYPES = List.of("numeric", "sorted", "sorted_numeric", "sorted_set", "binary");

  /** One field of the index; {@code values}: how many distinct ones. */
  private record Kind(String name, String type, boolean skip, double density, long values, double absent) {}

  private final Random random;
  private final DocValuesSpec formats;
  private final List<Kind> kinds = new ArrayList<>();
  private Sort sort;
  private boolean softDeletes;
  private boolean overlays;

  private ForeignMerges(long seed, DocValuesSpec formats) {
    random = new Random(seed);
    this.formats = formats;
    for (int f = 0; f < 3 + random.nextInt(9); f++) {
      String type = TYPES.get(random.nextInt(TYPES.size()));
      double density = pick(1, 1, 0.5, 0.03);
      long values = (long) pick(1, 2, 40, 3000, 9e15);
      boolean skip = !type.equals("binary") && random.nextInt(3) == 0 && formats.allowsSkipIndex("f");
      kinds.add(new Kind("f" + f + "_" + type, type, skip, density, values, pick(0, 0.3, 0.8)));
    }
    if (random.nextInt(5) < 2) {
      sort = new Sort(new SortField("key", SortField.Type.LONG, random.nextBoolean()),
          new SortField("key2", SortField.Type.STRING, random.nextBoolean()));
    }
    softDeletes = random.nextInt(4) == 0;
    overlays = ForeignUpdates.NEWEST && random.nextBoolean();
  }

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    int seed = Judge.number(command, "seed", 1);
    DocValuesSpec formats = DocValuesSpec.parse(Judge.text(command, "doc_values_format", "Lucene90"), false);
    new ForeignMerges(seed, formats).make(Path.of((String) command.get("output")));
    return Map.of("seed", seed);
  }

  private double pick(double... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private IndexWriterConfig config() {
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    if (formats.needsElasticsearch()) {
      config.setCodec(Indexer.codec(false, formats, DocValuesFormats.Options.of(Map.of(), 4096)));
    }
    config.setUseCompoundFile(random.nextBoolean());
    if (sort != null) {
      config.setIndexSort(sort);
    }
    if (softDeletes) {
      config.setSoftDeletesField(ForeignUpdates.SOFT_DELETES);
    }
    if (overlays) {
      ForeignUpdates.Overlays.allow(config, 3);
    }
    return config;
  }

  private void make(Path output) throws IOException {
    int sources = 1 + random.nextInt(4);
    int left = 2 + random.nextInt(11);
    try (Directory target = FSDirectory.open(output); IndexWriter writer = new IndexWriter(target, config())) {
      for (int s = 0; s < sources; s++) {
        int segments = s + 1 == sources ? left : Math.max(1, left / sources);
        left = Math.max(1, left - segments);
        Path path = output.resolveSibling(output.getFileName() + ".source" + s);
        try (Directory source = FSDirectory.open(path)) {
          makeSource(source, segments);
          writer.addIndexes(source);
        }
      }
      delete(writer);
      writer.commit();
      for (int generation = random.nextInt(5); generation > 0; generation--) {
        update(writer);
        writer.commit();
      }
    }
  }

  /** New values, or none, for some documents of some segments in fields that Lucene lets be updated. */
  private void update(IndexWriter writer) throws IOException {
    // Elasticsearch's formats are never updated; the field of soft deletes is not theirs.
    List<Kind> updatable = formats.needsElasticsearch() ? List.of() : kinds.stream().filter(k -> !k.skip
        && (k.type.equals("numeric") || k.type.equals("binary")
            || ForeignUpdates.NEWEST && k.type.equals("sorted_numeric"))).toList();
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        for (int updates = (int) pick(0, 1, 20, 400); updates > 0; updates--) {
          int doc = random.nextInt(leaf.reader().maxDoc());
          if (softDeletes && random.nextInt(3) == 0) {
            ForeignUpdates.modify(writer, leaf, doc, new NumericDocValuesField(ForeignUpdates.SOFT_DELETES, 1));
          } else if (!updatable.isEmpty()) {
            Kind kind = updatable.get(random.nextInt(updatable.size()));
            boolean reset = !overlays && !kind.type.equals("sorted_numeric") && random.nextInt(5) == 0;
            ForeignUpdates.modify(writer, leaf, doc, reset ? ForeignUpdates.reset(kind.name, kind.type) : field(kind,
                random.nextLong(kind.values)));
          }
        }
      }
    }
  }

  private void makeSource(Directory directory, int segments) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      List<Kind> order = new ArrayList<>(kinds);
      Collections.shuffle(order, random);
      for (int segment = 0; segment < segments; segment++) {
        List<Kind> present = order.stream().filter(k -> random.nextDouble() >= k.absent).toList();
        int documents = (int) pick(1, 30, 700, 3000);
        for (int i = 0; i < documents; i++) {
          writer.addDocument(document(present));
        }
        writer.flush();
      }
      writer.commit();
    }
  }

  /** Whole groups die, and with group 0 all documents that have the first field. */
  private void delete(IndexWriter writer) throws IOException {
    for (int group = 0; group < 10; group++) {
      if (random.nextInt(4) == 0) {
        writer.deleteDocuments(LongPoint.newExactQuery("group", group));
      }
    }
  }

  private Document document(List<Kind> present) {
    Document document = new Document();
    boolean first = present.contains(kinds.get(0)) && random.nextDouble() < kinds.get(0).density;
    document.add(new LongPoint("group", first ? 0 : 1 + random.nextInt(9)));
    document.add(new LongPoint("p", random.nextLong(1000)));
    document.add(new StoredField("stored", "s" + random.nextInt(100)));
    if (random.nextInt(4) > 0) {
      document.add(new NumericDocValuesField("key", random.nextInt(30)));
    }
    document.add(new SortedDocValuesField("key2", new BytesRef("k" + random.nextInt(6))));
    for (Kind kind : present) {
      if (kind == kinds.get(0) ? first : random.nextDouble() < kind.density) {
        add(document, kind);
      }
    }
    return document;
  }

  private void add(Document document, Kind kind) {
    boolean several = kind.type.equals("sorted_numeric") || kind.type.equals("sorted_set");
    int count = several && random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
    for (int v = 0; v < count; v++) {
      long value = random.nextLong(kind.values) * (kind.values > 100 ? 7 : 1) - 20;
      document.add(field(kind, value));
    }
  }

  private static Field field(Kind kind, long value) {
    BytesRef bytes = new BytesRef("t" + (value % 3 == 0 ? "a long prefix that terms share " : "") + value);
    return switch (kind.type) {
      case "numeric" -> kind.skip ? NumericDocValuesField.indexedField(kind.name, value) : new NumericDocValuesField(kind.name, value);
      case "sorted" -> kind.skip ? SortedDocValuesField.indexedField(kind.name, bytes) : new SortedDocValuesField(kind.name, bytes);
      case "sorted_numeric" -> kind.skip ? SortedNumericDocValuesField.indexedField(kind.name, value)
          : new SortedNumericDocValuesField(kind.name, value);
      case "sorted_set" -> kind.skip ? SortedSetDocValuesField.indexedField(kind.name, bytes)
          : new SortedSetDocValuesField(kind.name, bytes);
      default -> new BinaryDocValuesField(kind.name, bytes);
    };
  }
}
