// SPDX-License-Identifier: Apache-2.0
// Prints what Lucene's Lucene90DocValuesFormat writes for the columns of
// codec/lucene90_doc_values_writer_test.cc (length and checksum of each file; the bytes between header
// and footer of small ones), and, with the argument "pages", the examples of docs/format/dv?.md:
//   java -cp 'LUCENE_10.6.0_JARS/*' DocValuesWriterGoldens.java [pages]
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.index.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.*;

public class DocValuesWriterGoldens {
  /** A column; `values` are ordinals where there are terms. */
  static class Column extends EmptyDocValuesProducer {
    final DocValuesType type;
    final boolean skipIndex;
    final int[] docs;
    int[] counts; // null: one value each
    long[] values;
    byte[][] strings; // terms, or binary values

    Column(DocValuesType type, boolean skipIndex, int[] docs, long... values) {
      this.type = type;
      this.skipIndex = skipIndex;
      this.docs = docs;
      this.values = values;
    }

    Column counts(int... counts) {
      this.counts = counts;
      return this;
    }

    Column strings(byte[]... strings) {
      this.strings = strings;
      return this;
    }

    Column strings(int count, IntFunction<String> string) {
      strings = new byte[count][];
      for (int i = 0; i < count; i++) strings[i] = string.apply(i).getBytes(StandardCharsets.ISO_8859_1);
      return this;
    }

    int count(int i) {
      return counts == null ? 1 : counts[i];
    }

    int doc(int i) {
      return i < 0 ? -1 : i < docs.length ? docs[i] : Integer.MAX_VALUE;
    }

    static UnsupportedOperationException no() {
      return new UnsupportedOperationException();
    }

    @Override
    public SortedNumericDocValues getSortedNumeric(FieldInfo f) {
      return new SortedNumericDocValues() {
        int i = -1, end = 0, v = 0;
        public long nextValue() { return values[v++]; }
        public int docValueCount() { return count(i); }
        public boolean advanceExact(int target) { throw no(); }
        public int docID() { return doc(i); }
        public int nextDoc() {
          v = end;
          if (++i < docs.length) end += count(i);
          return doc(i);
        }
        public int advance(int target) { throw no(); }
        public long cost() { return docs.length; }
      };
    }

    @Override
    public SortedSetDocValues getSortedSet(FieldInfo f) {
      SortedNumericDocValues ordinals = getSortedNumeric(f);
      return new SortedSetDocValues() {
        public long nextOrd() throws java.io.IOException { return ordinals.nextValue(); }
        public int docValueCount() { return ordinals.docValueCount(); }
        public BytesRef lookupOrd(long ordinal) { return new BytesRef(strings[(int) ordinal]); }
        public long getValueCount() { return strings.length; }
        public boolean advanceExact(int target) { throw no(); }
        public int docID() { return ordinals.docID(); }
        public int nextDoc() throws java.io.IOException { return ordinals.nextDoc(); }
        public int advance(int target) { throw no(); }
        public long cost() { return docs.length; }
      };
    }

    @Override
    public NumericDocValues getNumeric(FieldInfo f) {
      return new NumericDocValues() {
        int i = -1;
        public long longValue() { return values[i]; }
        public boolean advanceExact(int target) { throw no(); }
        public int docID() { return doc(i); }
        public int nextDoc() { return doc(++i); }
        public int advance(int target) { throw no(); }
        public long cost() { return docs.length; }
      };
    }

    @Override
    public SortedDocValues getSorted(FieldInfo f) {
      return new SortedDocValues() {
        int i = -1;
        public int ordValue() { return (int) values[i]; }
        public BytesRef lookupOrd(int ordinal) { return new BytesRef(strings[ordinal]); }
        public int getValueCount() { return strings.length; }
        public boolean advanceExact(int target) { throw no(); }
        public int docID() { return doc(i); }
        public int nextDoc() { return doc(++i); }
        public int advance(int target) { throw no(); }
        public long cost() { return docs.length; }
      };
    }

    @Override
    public BinaryDocValues getBinary(FieldInfo f) {
      return new BinaryDocValues() {
        int i = -1;
        public BytesRef binaryValue() { return new BytesRef(strings[i]); }
        public boolean advanceExact(int target) { throw no(); }
        public int docID() { return doc(i); }
        public int nextDoc() { return doc(++i); }
        public int advance(int target) { throw no(); }
        public long cost() { return docs.length; }
      };
    }

    void write(DocValuesConsumer out, FieldInfo field) throws Exception {
      switch (type) {
        case NUMERIC -> out.addNumericField(field, this);
        case BINARY -> out.addBinaryField(field, this);
        case SORTED -> out.addSortedField(field, this);
        case SORTED_SET -> out.addSortedSetField(field, this);
        case SORTED_NUMERIC -> out.addSortedNumericField(field, this);
        default -> throw no();
      }
    }
  }

  static final String SUFFIX = "Lucene90_0";

  static Map<String, byte[]> write(int maxDoc, int interval, Column... columns) throws Exception {
    byte[] id = new byte[16];
    for (int i = 0; i < id.length; i++) id[i] = (byte) (0x20 + i);
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    SegmentInfo segment = new SegmentInfo(directory, Version.LATEST, Version.LATEST, "_0", maxDoc, false,
        false, new Lucene104Codec(), Map.of(), id, Map.of(), null);
    FieldInfo[] fields = new FieldInfo[columns.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = new FieldInfo("f" + i, i, false, true, false, IndexOptions.NONE, columns[i].type,
          columns[i].skipIndex ? DocValuesSkipIndexType.RANGE : DocValuesSkipIndexType.NONE, -1,
          new HashMap<>(), 0, 0, 0, 0, VectorEncoding.FLOAT32, VectorSimilarityFunction.EUCLIDEAN, false,
          false);
    }
    SegmentWriteState state = new SegmentWriteState(InfoStream.NO_OUTPUT, directory, segment,
        new FieldInfos(fields), null, IOContext.DEFAULT, SUFFIX);
    try (DocValuesConsumer out = new Lucene90DocValuesFormat(interval).fieldsConsumer(state)) {
      for (int i = 0; i < fields.length; i++) columns[i].write(out, fields[i]);
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String extension : List.of("dvd", "dvm", "dvs", "dvp")) {
      try (IndexInput in = directory.openInput("_0_" + SUFFIX + "." + extension, IOContext.DEFAULT)) {
        byte[] bytes = new byte[(int) in.length()];
        in.readBytes(bytes, 0, bytes.length);
        files.put(extension, bytes);
      }
    }
    return files;
  }

  static void golden(String name, int maxDoc, int interval, boolean small, Column column) throws Exception {
    for (var file : write(maxDoc, interval, column).entrySet()) {
      byte[] b = file.getValue();
      int header = 4 + 1 + b[4] + 4 + 16 + 1 + SUFFIX.length();
      String checksum = HexFormat.of().formatHex(b, b.length - 4, b.length);
      System.out.println(name + " " + file.getKey() + " " + b.length + " 0x" + checksum
          + (small ? " \"" + HexFormat.of().formatHex(b, header, b.length - 16) + "\"" : ""));
    }
  }

  static void pages() throws Exception {
    Column bytes = new Column(DocValuesType.NUMERIC, true, new int[] {0, 1, 3}, 10, 30, 20);
    Column host = new Column(DocValuesType.SORTED_SET, false, all(4), 1, 0, 2, 2)
        .strings(3, i -> List.of("apple", "apricot", "banana").get(i));
    Column code = new Column(DocValuesType.SORTED_NUMERIC, false, all(4), 5, 1, 9, 5, 5).counts(1, 2, 1, 1);
    Column raw = new Column(DocValuesType.BINARY, false, all(4))
        .strings(4, i -> List.of("ab", "", "c", "d").get(i));
    HexFormat hex = HexFormat.ofDelimiter(" ");
    for (var file : write(4, 4096, bytes, host, code, raw).entrySet()) {
      byte[] b = file.getValue();
      System.out.println("```hex name=_0_" + SUFFIX + "." + file.getKey());
      for (int i = 0; i < b.length; i += 16) {
        System.out.printf("%04x: %s%n", i, hex.formatHex(b, i, Math.min(b.length, i + 16)));
      }
      System.out.println("```");
    }
  }

  static long state;

  static void seed(long seed) {
    state = seed;
  }

  /** 31 bits a call; the test has the same generator. */
  static long next() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return state >>> 33;
  }

  static int[] all(int n) {
    return IntStream.range(0, n).toArray();
  }

  static Column dense(boolean skipIndex, int n, IntToLongFunction value) {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) values[i] = value.applyAsLong(i);
    return new Column(DocValuesType.NUMERIC, skipIndex, all(n), values);
  }

  static void smallColumns() throws Exception {
    golden("NumericOfAllDocumentsWithSkipIndex", 3, 4096, true, dense(true, 3, i -> 10 + i * 10L));
    golden("NumericOfSomeDocuments", 5, 4096, true,
        new Column(DocValuesType.NUMERIC, false, new int[] {1, 4}, -7, 300));
    golden("FieldWithoutDocuments", 5, 4096, true, new Column(DocValuesType.NUMERIC, true, new int[0]));
    golden("SortedNumericOfSeveralValues", 3, 4096, true,
        new Column(DocValuesType.SORTED_NUMERIC, true, new int[] {0, 2}, 5, 1, 9).counts(1, 2));
    golden("SortedSetOfSeveralValues", 3, 4096, true,
        new Column(DocValuesType.SORTED_SET, false, all(3), 1, 0, 2, 2).counts(1, 2, 1)
            .strings(3, i -> List.of("apple", "apricot", "banana").get(i)));
    golden("SortedOfOneTerm", 2, 4096, true,
        new Column(DocValuesType.SORTED, false, all(2), 0, 0).strings(1, i -> "x"));
    golden("BinaryOfVaryingLengths", 3, 4096, true,
        new Column(DocValuesType.BINARY, false, all(3)).strings(new byte[] {1, 2}, new byte[0], new byte[] {3}));
  }

  static void numericColumns() throws Exception {
    seed(1);
    golden("VaryingBlocks", 40000, 4096, false,
        dense(true, 40000, i -> 1_700_000_000_000L + i * 10L + next() % 10));
    seed(2);
    golden("Table", 5000, 4096, false, dense(false, 5000, i -> next() % 200 * 1_000_003L));
    seed(3);
    golden("CommonDivisor", 5000, 4096, false,
        dense(false, 5000, i -> 1_700_000_000_000L + next() % 100_000 * 1000));
    seed(4);
    golden("Extremes", 5000, 4096, false, dense(true, 5000, i -> {
      long k = next() % 400;
      return k == 0 ? Long.MIN_VALUE : k == 1 ? Long.MAX_VALUE : k * k * k;
    }));
    seed(5);
    golden("TwentyBits", 5000, 4096, false, dense(false, 5000, i -> next() & 0xFFFFF));
    golden("ConstantRunsGrowSkipIntervals", 30000, 10, false, dense(true, 30000, i -> i / 1000 * 5 / 3));
    seed(7);
    int[] docs = IntStream.range(0, 300_000).filter(doc -> {
      long k = next();
      return switch (doc >> 16) {
        case 0 -> k % 100 < 2;
        case 1 -> k % 2 == 0;
        case 2 -> true;
        case 3 -> false;
        default -> k % 3 != 0;
      };
    }).toArray();
    long[] values = IntStream.range(0, docs.length).mapToLong(i -> next()).toArray();
    golden("SparseDenseFullAndEmptyBlocksOfDocuments", 300_000, 4096, false,
        new Column(DocValuesType.NUMERIC, true, docs, values));
    seed(8);
    int[] counts = IntStream.range(0, 9000).map(i -> 1 + (int) (next() % 3)).toArray();
    values = IntStream.range(0, Arrays.stream(counts).sum()).mapToLong(i -> next() % 100_000).toArray();
    int at = 0;
    for (int count : counts) Arrays.sort(values, at, at += count);
    golden("SeveralValuesAndSmallSkipIntervals", 9000, 7, false,
        new Column(DocValuesType.SORTED_NUMERIC, true, all(9000), values).counts(counts));
  }

  static void stringColumns() throws Exception {
    seed(9);
    long[] values = IntStream.range(0, 4000).mapToLong(i -> i < 3000 ? i : next() % 3000).toArray();
    golden("TermsWithLongSharedPrefixes", 4000, 4096, false,
        new Column(DocValuesType.SORTED, true, all(4000), values)
            .strings(3000, i -> "p".repeat(300) + String.format("%06d/", i * 7) + "z".repeat(i % 40)));
    seed(10);
    List<Long> ordinals = new ArrayList<>();
    int[] counts = new int[4000];
    for (int i = 0; i < 4000; i++) {
      long ordinal = i % 1100;
      counts[i] = next() % 4 == 0 && ordinal < 1099 ? 2 : 1;
      ordinals.add(ordinal);
      if (counts[i] == 2) ordinals.add(1099L);
    }
    golden("ReverseIndexAndSeveralOrdinals", 4000, 100, false,
        new Column(DocValuesType.SORTED_SET, true, all(4000),
            ordinals.stream().mapToLong(Long::longValue).toArray()).counts(counts)
            .strings(1100, i -> String.format("host-%04d.example.org", i)));
    seed(11);
    int[] docs = IntStream.range(0, 7000).filter(doc -> next() % 3 == 0).toArray();
    byte[][] strings = new byte[docs.length][];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = new byte[(int) (next() % 50)];
      for (int j = 0; j < strings[i].length; j++) strings[i][j] = (byte) next();
    }
    golden("BinaryOfSomeDocuments", 7000, 4096, false,
        new Column(DocValuesType.BINARY, false, docs).strings(strings));
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("pages")) {
      pages();
      return;
    }
    smallColumns();
    numericColumns();
    stringColumns();
  }
}
