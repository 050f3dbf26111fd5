// SPDX-License-Identifier: Apache-2.0
// Prints packing/testdata/goldens.txt: what the released Lucene makes of repeatable inputs, which
// packing/golden_inputs.h makes again. Run with lucene-core-10.6.0.jar on the class path:
//   java -cp lucene-core-10.6.0.jar PackingGoldens.java > goldens.txt
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.OutputStreamDataOutput;
import org.apache.lucene.util.compress.LZ4;
import org.apache.lucene.util.packed.DirectMonotonicWriter;
import org.apache.lucene.util.packed.DirectWriter;

public class PackingGoldens {
  /** SplitMix64. */
  static final class Random {
    long state;

    Random(long seed) {
      state = seed;
    }

    long next() {
      long z = state += 0x9E3779B97F4A7C15L;
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }

    int below(int n) {
      return (int) ((next() >>> 1) % n);
    }
  }

  interface Write {
    void to(IndexOutput out) throws Exception;
  }

  static byte[] written(Write write) throws Exception {
    try (var dir = new ByteBuffersDirectory()) {
      try (IndexOutput out = dir.createOutput("f", IOContext.DEFAULT)) {
        write.to(out);
      }
      try (IndexInput in = dir.openInput("f", IOContext.READONCE)) {
        byte[] bytes = new byte[(int) in.length()];
        in.readBytes(bytes, 0, bytes.length);
        return bytes;
      }
    }
  }

  /** Length, CRC-32 and, for short ones, the bytes. */
  static String digest(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    String hex = bytes.length <= 80 ? HexFormat.of().formatHex(bytes) : "";
    return bytes.length + " " + Long.toHexString(crc.getValue()) + " " + (hex.isEmpty() ? "-" : hex);
  }

  static void direct(int bits, int count) throws Exception {
    Random random = new Random(bits * 1000003L + count);
    byte[] bytes =
        written(
            out -> {
              DirectWriter writer = DirectWriter.getInstance(out, count, bits);
              for (int i = 0; i < count; i++) {
                long v = random.next();
                writer.add(bits == 64 ? v : v & ((1L << bits) - 1));
              }
              writer.finish();
            });
    System.out.println("direct " + bits + " " + count + " " + digest(bytes));
  }

  static long step(int kind, Random random) {
    return switch (kind) {
      case 0 -> 0;
      case 1 -> random.below(3);
      case 2 -> random.below(1000);
      case 3 -> random.below(10) == 0 ? random.below(1 << 30) : 1;
      case 4 -> 7;
      case 5 -> random.next() >>> 24;
      case 7 -> random.next() >>> 1;
      default -> random.below(4) == 0 ? random.next() >>> 4 : random.below(2);
    };
  }

  static void monotonic(int kind, int shift, int count) throws Exception {
    Random random = new Random(kind * 7919L + shift * 131L + count);
    long[] values = new long[count];
    long current = kind >= 6 ? Long.MIN_VALUE + random.below(100) : random.below(1000);
    for (int i = 0; i < count; i++) {
      values[i] = current;
      long next = current + step(kind, random);
      current = next < current ? Long.MAX_VALUE : next;
    }
    byte[][] data = new byte[1][];
    byte[] meta =
        written(
            metaOut ->
                data[0] =
                    written(
                        dataOut -> {
                          var writer =
                              DirectMonotonicWriter.getInstance(metaOut, dataOut, count, shift);
                          for (long v : values) {
                            writer.add(v);
                          }
                          writer.finish();
                        }));
    System.out.println(
        "monotonic " + kind + " " + shift + " " + count + " " + digest(meta) + " " + digest(data[0]));
  }

  static int lz4Length(Random random) {
    int choice = random.below(10);
    if (choice == 0) {
      return random.below(12);
    }
    if (choice < 5) {
      return random.below(200);
    }
    if (choice < 8) {
      return random.below(9000);
    }
    return choice == 8 ? 60000 + random.below(12000) : random.below(200000);
  }

  static int lz4Dictionary(Random random) {
    int choice = random.below(3);
    if (choice == 0) {
      return 0;
    }
    return choice == 1 ? Math.min(65536, random.below(70000)) : random.below(500);
  }

  /** Fills by single symbols (kind 0) or copies of earlier parts between them. */
  static void fill(Random random, byte[] buffer, int total) {
    int symbols = 1 + random.below(random.below(2) == 0 ? 4 : 256);
    int kind = random.below(3);
    for (int k = 0; k < total; ) {
      if (kind > 0 && k >= 8) {
        int n = Math.min(total - k, 1 + random.below(kind == 1 ? 30 : 600));
        int from = random.below(k);
        for (int j = 0; j < n; j++) {
          buffer[k + j] = buffer[from + j % (k - from)];
        }
        k += n;
      }
      if (k < total) {
        buffer[k++] = (byte) random.below(symbols);
      }
    }
  }

  /** Several calls with one table; a third of them see the bytes of the call before again. */
  static void lz4(int seed) throws Exception {
    Random random = new Random(seed);
    var table = new LZ4.FastCompressionHashTable();
    byte[] buffer = new byte[300000];
    int calls = 1 + random.below(12);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutput out = new OutputStreamDataOutput(all);
    for (int c = 0; c < calls; c++) {
      int length = lz4Length(random);
      int dictionary = lz4Dictionary(random);
      if (random.below(3) != 0) {
        fill(random, buffer, dictionary + length);
      }
      LZ4.compressWithDictionary(buffer, 0, dictionary, length, out, table);
    }
    System.out.println("lz4 " + seed + " " + digest(all.toByteArray()));
  }

  static void ints(int max, int count) throws Exception {
    Random random = new Random(max * 31L + count);
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.below(max);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    DataOutput out = new OutputStreamDataOutput(all);
    var write =
        Class.forName("org.apache.lucene.codecs.lucene90.compressing.StoredFieldsInts")
            .getDeclaredMethod("writeInts", int[].class, int.class, int.class, DataOutput.class);
    write.setAccessible(true);
    write.invoke(null, values, 0, count, out);
    System.out.println("ints " + max + " " + count + " " + digest(all.toByteArray()));
  }

  public static void main(String[] args) throws Exception {
    System.out.println("# SPDX-License-Identifier: Apache-2.0");
    System.out.println("# Made by PackingGoldens.java with Lucene 10.6.0.");
    for (int bits : new int[] {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64}) {
      for (int count : new int[] {0, 1, 2, 3, 7, 8, 9, 64, 65, 1023, 1024, 1025, 5001}) {
        direct(bits, count);
      }
    }
    for (int kind = 0; kind < 8; kind++) {
      for (int shift : new int[] {2, 4, 10}) {
        for (int count : new int[] {0, 1, 2, 4, 5, 63, 1024, 2500}) {
          monotonic(kind, shift, count);
        }
      }
    }
    for (int seed = 1; seed <= 60; seed++) {
      lz4(seed);
    }
    for (int max : new int[] {1, 2, 200, 256, 257, 65536, 65537, Integer.MAX_VALUE}) {
      for (int count : new int[] {2, 5, 127, 128, 129, 256, 700}) {
        ints(max, count);
      }
    }
  }
}
