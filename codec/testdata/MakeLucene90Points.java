// SPDX-License-Identifier: Apache-2.0
// Prints the table of expected lengths and checksums in codec/lucene90_points_test.cc: points that a
// generator makes, indexed by the real Lucene.
//   java -cp 'lucene-core-10.6.0.jar' MakeLucene90Points.java
// The rows of kTable9 come from lucene-core-10.0.0.jar.
import java.util.zip.CRC32;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;

public class MakeLucene90Points {
  static long state;

  static long next() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return state >>> 33;
  }

  /** Kinds: random, clustered, constant, few, runs, small range, shared prefix. */
  static byte[] value(int kind, int width, int doc) {
    byte[] out = new byte[width];
    long v = 1_700_000_000_000L;
    switch (kind) {
      case 0:
        for (int i = 0; i < width; i++) out[i] = (byte) next();
        return out;
      case 1: v += doc * 10L + next() % 15; break;
      case 2: break;
      case 3: v += next() % 5 * 7777; break;
      case 4: v += doc / 600; break;
      case 5: v += next() % 1000; break;
      default: v = v * 256 + next() % 256; break;
    }
    for (int i = width - 1, shift = 0; i >= 0 && shift < 64; i--, shift += 8) {
      out[i] = (byte) (v >>> shift);
    }
    return out;
  }

  static String file(Directory d, String name, int header) throws Exception {
    try (IndexInput in = d.openInput(name, IOContext.READONCE)) {
      CRC32 crc = new CRC32();
      byte[] all = new byte[(int) in.length()];
      in.readBytes(all, 0, all.length);
      crc.update(all, header, all.length - header - 16);
      return ", {" + all.length + ", 0x" + Long.toHexString(crc.getValue()) + "}";
    }
  }

  public static void main(String[] args) throws Exception {
    int[][] cases = {
      // width, documents, kind, most values a document, one in so many has points, sorted, segments
      {8, 1, 0, 1, 1, 0, 1}, {8, 511, 0, 1, 1, 0, 1}, {8, 512, 0, 1, 1, 0, 1}, {8, 513, 0, 1, 1, 0, 1},
      {8, 1024, 1, 1, 1, 0, 1}, {8, 1025, 1, 1, 1, 0, 1}, {4, 5000, 0, 1, 1, 0, 1},
      {2, 5000, 0, 1, 1, 0, 1}, {16, 5000, 0, 1, 1, 0, 1}, {3, 5000, 0, 1, 1, 0, 1},
      {8, 5000, 2, 1, 1, 0, 1}, {8, 5000, 3, 1, 1, 0, 1}, {8, 5000, 4, 1, 1, 0, 1},
      {8, 5000, 5, 1, 1, 0, 1}, {8, 5000, 6, 1, 1, 0, 1}, {16, 5000, 6, 1, 1, 0, 1},
      {8, 5000, 0, 3, 1, 0, 1}, {8, 5000, 5, 3, 3, 0, 1}, {4, 100000, 0, 1, 1, 0, 1},
      {8, 100000, 0, 1, 1, 0, 1}, {16, 100000, 0, 1, 1, 0, 1}, {8, 100000, 3, 1, 1, 0, 1},
      {8, 150000, 1, 1, 1, 0, 1}, {8, 5003, 0, 1, 1, 1, 1}, {8, 5003, 2, 1, 1, 1, 1},
      {8, 5003, 3, 2, 1, 1, 1}, {8, 100003, 3, 1, 1, 1, 1}, {4, 100003, 0, 1, 2, 1, 1},
      {8, 5000, 0, 1, 1, 0, 3}, {8, 5000, 1, 1, 1, 0, 3}, {4, 5000, 3, 1, 1, 0, 3},
      {2, 5000, 0, 3, 2, 0, 3}, {16, 5000, 5, 1, 1, 0, 3}, {8, 40000, 0, 1, 1, 0, 3},
    };
    for (int[] c : cases) {
      int width = c[0], docs = c[1], segments = c[6];
      state = 42;
      IndexWriterConfig config =
          new IndexWriterConfig(null).setUseCompoundFile(false).setRAMBufferSizeMB(512);
      LogDocMergePolicy policy = new LogDocMergePolicy();
      policy.setNoCFSRatio(0);
      policy.setMergeFactor(100);
      config.setMergePolicy(policy);
      if (c[5] == 1) config.setIndexSort(new Sort(new SortField("key", SortField.Type.LONG)));
      try (Directory d = new ByteBuffersDirectory(); IndexWriter writer = new IndexWriter(d, config)) {
        for (int s = 0; s < segments; s++) {
          for (int i = 0; i < docs; i++) {
            Document doc = new Document();
            doc.add(new StringField("id", s + "/" + i % 7, Field.Store.NO));
            if (c[5] == 1) doc.add(new NumericDocValuesField("key", i * 7919L % docs));
            if (c[4] == 1 || next() % c[4] == 0) {
              long n = 1 + (c[3] == 1 ? 0 : next() % c[3]);
              for (long k = 0; k < n; k++) doc.add(new BinaryPoint("f", value(c[2], width, i)));
            }
            writer.addDocument(doc);
          }
          writer.flush();
        }
        if (segments > 1) {
          for (int s = 1; s < segments; s++) writer.deleteDocuments(new Term("id", s + "/" + s));
          writer.forceMerge(1);
        }
        writer.commit();
        String name = segments > 1 ? "_" + segments : "_0";
        System.out.println("    {{" + width + ", " + docs + ", " + c[2] + ", " + c[3] + ", " + c[4] + ", "
            + c[5] + ", " + segments + "}" + file(d, name + ".kdd", 50) + file(d, name + ".kdi", 51)
            + file(d, name + ".kdm", 50) + "},");
      }
    }
  }
}
