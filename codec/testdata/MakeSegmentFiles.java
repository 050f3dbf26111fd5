// SPDX-License-Identifier: Apache-2.0
// Makes the folders of segment_files/ with Lucene 10.6.0 (java -Dos.version=0
// -cp lucene-core-10.6.0.jar MakeSegmentFiles.java DIR):
//   loose        three sorted documents, one deleted; every segment-level file on its own
//   compound     one document in a compound file
//   stored_types extreme values of every stored type
//   sort_kinds   an index sort of all provider classes, types and missing values
//   field_kinds  fields with term vectors' neighbours: postings, points of two dimensions, vectors
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.BytesRef;

public class MakeSegmentFiles {
  interface Body {
    void fill(IndexWriter writer) throws Exception;
  }

  static Path root;

  static void make(String name, boolean compound, Sort sort, Body body) throws Exception {
    Path path = Files.createDirectories(root.resolve(name));
    IndexWriterConfig config = new IndexWriterConfig(null);
    config.setUseCompoundFile(compound);
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    if (sort != null) config.setIndexSort(sort);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      body.fill(writer);
      writer.commit();
    }
    Files.deleteIfExists(path.resolve("write.lock"));
  }

  static void loose(IndexWriter writer) throws Exception {
    String[] titles = {"a red fox", "a red box", "a red ox"};
    for (int i = 0; i < 3; i++) {
      Document doc = new Document();
      doc.add(new StoredField("title", titles[i]));
      doc.add(SortedNumericDocValuesField.indexedField("n", i + 1));
      doc.add(new LongPoint("n", i + 1));
      doc.add(new StoredField("at", 1700000000000L + 1000 * i));
      if (i == 1) doc.add(new StoredField("load", 0.5));
      writer.addDocument(doc);
    }
    writer.commit();
    writer.deleteDocuments(LongPoint.newExactQuery("n", 2));
  }

  static void storedTypes(IndexWriter writer) throws Exception {
    long[] longs = {0, 1, -1, 16, -17, 1000, -1000, 1700000000000L, 3600000, 86400000, 1699920000000L,
        Long.MIN_VALUE, Long.MAX_VALUE, 999, 1001};
    int[] ints = {0, 1, -1, 63, 64, -64, -65, Integer.MIN_VALUE, Integer.MAX_VALUE};
    float[] floats = {0, -0f, -1, 125, 126, -2, 0.5f, -0.5f, Float.NaN, Float.intBitsToFloat(0xffc00001),
        Float.MIN_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
    double[] doubles = {0, -0.0, -1, 124, 125, -2, 0.5, -0.5, 0.1, -0.1, Double.NaN, 1e300, -1e300,
        Double.MIN_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (int i = 0; i < 16; i++) {
      Document doc = new Document();
      if (i < longs.length) doc.add(new StoredField("long", longs[i]));
      if (i < ints.length) doc.add(new StoredField("int", ints[i]));
      if (i < floats.length) doc.add(new StoredField("float", floats[i]));
      doc.add(new StoredField("double", doubles[i]));
      writer.addDocument(doc);
    }
    writer.addDocument(new Document());
    Document doc = new Document();
    doc.add(new StoredField("text", "h\u00e9, \u6f22, \ud83d\ude00"));
    doc.add(new StoredField("text", ""));
    doc.add(new StoredField("bytes", new BytesRef(new byte[] {0, -1, 127, -128})));
    doc.add(new StoredField("bytes", new BytesRef()));
    writer.addDocument(doc);
  }

  static SortField plain(String field, SortField.Type type, boolean reverse, Object missing) {
    SortField sort = new SortField(field, type, reverse);
    if (missing != null) sort.setMissingValue(missing);
    return sort;
  }

  static final Sort KINDS = new Sort(
      plain("a", SortField.Type.INT, true, 5), plain("b", SortField.Type.LONG, false, -7L),
      plain("c", SortField.Type.FLOAT, false, -1.5f),
      plain("d", SortField.Type.DOUBLE, true, Double.NEGATIVE_INFINITY),
      plain("e", SortField.Type.STRING, false, SortField.STRING_FIRST),
      plain("f", SortField.Type.STRING, true, SortField.STRING_LAST),
      plain("g", SortField.Type.STRING, false, null), plain("h", SortField.Type.LONG, false, null),
      new SortedNumericSortField("i", SortField.Type.LONG, true, SortedNumericSelector.Type.MAX, Long.MIN_VALUE),
      new SortedNumericSortField("j", SortField.Type.INT, false, SortedNumericSelector.Type.MIN, Integer.MAX_VALUE),
      new SortedNumericSortField("k", SortField.Type.FLOAT, false, SortedNumericSelector.Type.MIN, 2f),
      new SortedNumericSortField("l", SortField.Type.DOUBLE, false, SortedNumericSelector.Type.MIN, null),
      new SortedSetSortField("m", true, SortedSetSelector.Type.MAX, SortField.STRING_LAST),
      new SortedSetSortField("n", false, SortedSetSelector.Type.MIN, SortField.STRING_FIRST),
      new SortedSetSortField("o", false, SortedSetSelector.Type.MIN, null));

  static void fieldKinds(IndexWriter writer) throws Exception {
    Document doc = new Document();
    doc.add(new StringField("keyword", "x", Field.Store.YES));
    doc.add(NumericDocValuesField.indexedField("numeric", 5));
    doc.add(new SortedDocValuesField("sorted", new BytesRef("a")));
    doc.add(new SortedSetDocValuesField("sorted_set", new BytesRef("b")));
    doc.add(new SortedNumericDocValuesField("sorted_numeric", 4));
    doc.add(new BinaryDocValuesField("binary", new BytesRef("zz")));
    doc.add(new LatLonPoint("place", 1, 2));
    doc.add(new IntRange("range", new int[] {1, 2}, new int[] {3, 4}));
    doc.add(new KnnFloatVectorField("vector", new float[] {1, 2, 3}, VectorSimilarityFunction.COSINE));
    doc.add(new KnnByteVectorField("byte_vector", new byte[] {1, 2}));
    writer.addDocument(doc);
  }

  public static void main(String[] args) throws Exception {
    root = Path.of(args[0]);
    Sort byN = new Sort(new SortedNumericSortField(
        "n", SortField.Type.LONG, true, SortedNumericSelector.Type.MAX, Long.MIN_VALUE));
    make("loose", false, byN, MakeSegmentFiles::loose);
    make("compound", true, null, writer -> {
      Document doc = new Document();
      doc.add(new StoredField("title", "a red fox"));
      writer.addDocument(doc);
    });
    make("stored_types", false, null, MakeSegmentFiles::storedTypes);
    make("sort_kinds", false, KINDS, writer -> writer.addDocument(new Document()));
    make("field_kinds", false, null, MakeSegmentFiles::fieldKinds);
  }
}
