// SPDX-License-Identifier: Apache-2.0
// Prints packing/testdata/tsdb_goldens.txt: what Elasticsearch 9.3.3 makes of repeatable blocks,
// which packing/testdata/tsdb_blocks.h makes again. Run with org.elasticsearch:elasticsearch:9.3.3
// and what it depends on in a folder:
//   java -cp "folder/*" TsdbGoldens.java [seeds] > tsdb_goldens.txt
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.NumericUtils;
import org.elasticsearch.index.codec.tsdb.DocValuesForUtil;
import org.elasticsearch.index.codec.tsdb.TSDBDocValuesEncoder;

public class TsdbGoldens {
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

  static final int NUMBER_KINDS = 17;
  static final int ORDINAL_KINDS = 8;
  static final long[] EXTREMES = {
    Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1, Long.MIN_VALUE + 1, Long.MAX_VALUE - 1
  };

  static long[] numbers(int kind, int n, int seed) {
    Random r = new Random(kind * 1000003L + n * 131L + seed);
    long[] v = new long[n];
    long base = r.next() >> r.below(64);
    long step = 1 + r.below(5000);
    int shift = r.below(64);
    int cut = r.below(n);
    long max = r.next() >>> (1 + r.below(40));
    long min = (max >> 2) + r.below(5) - 2;
    long now = base >> 2;
    for (int i = 0; i < n; ++i) {
      switch (kind) {
        case 0 -> v[i] = base; // constant
        case 1 -> v[i] = step * 10 + r.below(1000); // gauge
        case 2 -> v[i] = now += r.below(20); // jitter
        case 3 -> v[i] = now -= r.below(1000) * step; // falling
        case 4 -> v[i] = now = r.below(50) == 0 ? 0 : now + r.below(100); // counter with resets
        case 5 -> v[i] = base + step * r.below(1000); // multiples
        case 6 -> v[i] = 1700000000000L + i * 1000L + (seed % 2 == 0 ? 0 : r.below(3)); // time
        case 7 -> v[i] = r.next() >> shift; // any width, signed
        case 8 -> v[i] = r.next() >>> shift; // any width
        case 9 -> v[i] = i % 3 == 0 ? min : i % 3 == 1 ? max : min + (r.next() >>> 1) % (max - min + 1);
        case 10 -> v[i] = EXTREMES[r.below(EXTREMES.length)];
        case 11 -> v[i] = now += r.below(60) == 0 ? r.below(9) : 0; // few rises
        case 12 -> v[i] = NumericUtils.doubleToSortableLong(r.below(100000) / 100.0);
        case 13 -> v[i] = i < cut ? now += r.below(20) : 0; // padded
        case 14 -> v[i] = r.below(2) == 0 ? 0 : Long.MIN_VALUE;
        case 15 -> v[i] = r.next() / (step << shift % 40) * (step << shift % 40); // signed multiples
        default -> v[i] = i < cut ? base : i < cut + seed % 3 ? base + i : base + n; // one to three steps
      }
    }
    return v;
  }

  static int ordinalBits(int kind, int n, int seed) {
    return 2 + new Random(kind * 7919L + n * 31L + seed).below(31);
  }

  static long[] ordinals(int kind, int n, int seed) {
    Random r = new Random(kind * 1000033L + n * 137L + seed);
    int bits = ordinalBits(kind, n, seed);
    long[] v = new long[n];
    int cut = 1 + r.below(n - 1);
    int length = 2 + r.below(n / 3);
    long first = r.next() >>> (64 - bits);
    long second = r.next() >>> (64 - bits);
    for (int i = 0; i < n; ++i) {
      long any = r.next() >>> (64 - bits);
      switch (kind) {
        case 0 -> v[i] = first; // one run
        case 1 -> v[i] = i < cut ? first : second; // two runs
        case 2, 3, 6 -> v[i] = i < length ? any : v[i - length]; // cycle
        case 4 -> v[i] = any;
        case 5 -> v[i] = r.below(3);
        default -> v[i] = i < cut ? i / 16 % 2 == 0 ? first : second : 0; // padded
      }
      if (kind == 6 && i == length / 2) v[i] = v[0]; // the first value twice in a cycle
    }
    if (kind == 3) v[cut] ^= 1; // a cycle with a fault
    return v;
  }

  interface Write {
    void to(ByteArrayDataOutput out) throws Exception;
  }

  static byte[] written(Write write) throws Exception {
    byte[] buffer = new byte[1 << 16];
    ByteArrayDataOutput out = new ByteArrayDataOutput(buffer);
    write.to(out);
    return Arrays.copyOf(buffer, out.getPosition());
  }

  /** Length, CRC-32 and, for short ones, the bytes. */
  static String digest(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    String hex = bytes.length <= 80 ? HexFormat.of().formatHex(bytes) : "";
    return bytes.length + " " + Long.toHexString(crc.getValue()) + " " + (hex.isEmpty() ? "-" : hex);
  }

  static void expect(boolean condition) {
    if (!condition) throw new AssertionError("does not come back");
  }

  public static void main(String[] args) throws Exception {
    int seeds = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    for (int n : new int[] {128, 512}) {
      for (int bits = 1; bits <= 64; ++bits) {
        if (bits > 32 && bits < 57 && bits % 8 != 0) continue; // not packed by the library
        Random r = new Random(bits * 1000003L + n);
        long[] v = new long[n];
        for (int i = 0; i < n; ++i) v[i] = r.next() >>> (64 - bits);
        int width = bits;
        byte[] bytes = written(out -> new DocValuesForUtil(n).encode(v, width, out));
        System.out.println("for " + bits + " " + n + " " + digest(bytes));
      }
      TSDBDocValuesEncoder encoder = new TSDBDocValuesEncoder(n);
      long[] back = new long[n];
      for (int kind = 0; kind < NUMBER_KINDS; ++kind) {
        for (int seed = 0; seed < seeds; ++seed) {
          long[] v = numbers(kind, n, seed);
          byte[] bytes = written(out -> encoder.encode(v.clone(), out));
          encoder.decode(new ByteArrayDataInput(bytes), back);
          expect(Arrays.equals(v, back));
          System.out.println("numbers " + kind + " " + n + " " + seed + " " + digest(bytes));
        }
      }
      for (int kind = 0; kind < ORDINAL_KINDS; ++kind) {
        for (int seed = 0; seed < seeds; ++seed) {
          long[] v = ordinals(kind, n, seed);
          int bits = ordinalBits(kind, n, seed);
          byte[] bytes = written(out -> encoder.encodeOrdinals(v.clone(), out, bits));
          encoder.decodeOrdinals(new ByteArrayDataInput(bytes), back, bits);
          expect(Arrays.equals(v, back));
          System.out.println("ordinals " + kind + " " + n + " " + seed + " " + digest(bytes));
        }
      }
    }
  }
}
