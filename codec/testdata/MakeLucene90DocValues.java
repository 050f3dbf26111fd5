// SPDX-License-Identifier: Apache-2.0
// Makes the doc-values files of one small segment with the Lucene on the class path, loose and without
// the other files: the goldens beside this file. The release decides the format version: 10.4.0 makes
// version 0, 10.5.0 version 2, 10.6.0 version 3.
//   java -cp 'LUCENE_JARS/*' MakeLucene90DocValues.java OUTPUT_DIRECTORY
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.BytesRef;

public class MakeLucene90DocValues {
  static final int DOCS = 140;

  static BytesRef term(int i) {
    return new BytesRef(String.format("shared-prefix-of-terms/%05d%s", i, "x".repeat(i % 23)));
  }

  static byte[] bytes(int i) {
    byte[] b = new byte[i % 9];
    for (int k = 0; k < b.length; k++) b[k] = (byte) (i + k);
    return b;
  }

  static Document document(int i) {
    Document d = new Document();
    d.add(new NumericDocValuesField("n_const", 7));
    d.add(new NumericDocValuesField("n_table", new long[] {1000, -5, 123456789012L}[i % 3]));
    d.add(NumericDocValuesField.indexedField("n_gcd", 1_700_000_000_000L + 1000L * (i / 2)));
    d.add(new NumericDocValuesField("n_direct", (long) i * i));
    d.add(new NumericDocValuesField("n_delta", -37L * i - i % 2));
    d.add(new NumericDocValuesField("n_wide", i % 2 == 0 ? Long.MIN_VALUE + i : Long.MAX_VALUE - i));
    if (i % 7 == 3) d.add(NumericDocValuesField.indexedField("n_sparse", i * 11L));
    for (int k = 0; k < i % 4; k++) {
      d.add(SortedNumericDocValuesField.indexedField("sn_multi", i * 10L + k));
    }
    if (i < 100) d.add(new SortedNumericDocValuesField("sn_single", 5L * i * i));
    d.add(SortedDocValuesField.indexedField("s_terms", term(i % 70)));
    if (i % 2 == 1) d.add(new SortedDocValuesField("s_one", new BytesRef("x")));
    for (int k = 0; k < i % 3; k++) d.add(new SortedSetDocValuesField("ss_multi", term(i + 20 * k)));
    d.add(SortedSetDocValuesField.indexedField("ss_single", term(i / 40)));
    d.add(new BinaryDocValuesField("b_fixed", new BytesRef(String.format("%04d", i))));
    if (i % 5 != 0) d.add(new BinaryDocValuesField("b_variable", new BytesRef(bytes(i))));
    return d;
  }

  public static void main(String[] args) throws Exception {
    Path output = Paths.get(args[0]);
    Files.createDirectories(output);
    Path work = Files.createTempDirectory("dv");
    DocValuesFormat format = new Lucene90DocValuesFormat(2); // one instance: one group of files
    Codec codec = new Lucene104Codec() {
      @Override
      public DocValuesFormat getDocValuesFormatForField(String field) {
        return format;
      }
    };
    IndexWriterConfig config = new IndexWriterConfig(null).setCodec(codec).setUseCompoundFile(false)
        .setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = FSDirectory.open(work);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) writer.addDocument(document(i));
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (FieldInfo f : reader.leaves().get(0).reader().getFieldInfos()) {
          System.out.println(f.number + " " + f.name + " " + f.getDocValuesType() + " " + f.docValuesSkipIndexType());
        }
      }
      for (String name : directory.listAll()) {
        if (name.contains(".dv")) {
          Files.copy(work.resolve(name), output.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
