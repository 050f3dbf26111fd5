// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.MutablePointTree;
import org.apache.lucene.index.BufferedPoints;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.bkd.BKDConfig;
import org.apache.lucene.util.bkd.BKDReader;
import org.apache.lucene.util.bkd.BKDWriter;

/** Trees of random points written by Lucene's own writer, in memory, with the checksum of their bytes. */
final class BenchPoints {
  private static final int SEGMENTS = 10;

  private final int points;
  private final int runs;
  private final int warmup;

  BenchPoints(int points, int runs, int warmup) {
    this.points = points;
    this.runs = runs;
    this.warmup = warmup;
  }

  /** Nanoseconds of each run and the checksum of the tree. */
  record Result(long[] nanos, long checksum) {}

  private interface Writing {
    IORunnable write(BKDWriter writer, IndexOutput meta, IndexOutput index, IndexOutput data) throws IOException;
  }

  private interface Preparation {
    Writing prepare() throws IOException;
  }

  /** Packed values of 8 bytes; the other side makes the same. */
  private static byte[] values(int count, long seed) {
    ByteBuffer out = ByteBuffer.allocate(count * 8);
    long state = seed;
    for (int i = 0; i < count; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      out.putLong(state ^ (state >>> 32));
    }
    return out.array();
  }

  Result flush(int dims, int bytesPerDim) throws IOException {
    byte[] values = values(points, 42);
    return measure(new BKDConfig(dims, dims, bytesPerDim, 512), () -> {
      MutablePointTree tree = BufferedPoints.of(dims, bytesPerDim, values);
      return (writer, meta, index, data) -> writer.writeField(meta, index, data, "f", tree);
    });
  }

  Result merge() throws IOException {
    BKDConfig config = new BKDConfig(1, 1, 8, 512);
    int each = points / SEGMENTS;
    List<PointValues> readers = new ArrayList<>();
    List<MergeState.DocMap> maps = new ArrayList<>();
    for (int s = 0; s < SEGMENTS; s++) {
      Directory directory = new ByteBuffersDirectory();
      MutablePointTree tree = BufferedPoints.of(1, 8, values(each, 100 + s));
      write(directory, config, each, (writer, meta, index, data) -> writer.writeField(meta, index, data, "f", tree));
      readers.add(new BKDReader(open(directory, "meta"), open(directory, "index"), open(directory, "data")));
      int base = s * each;
      maps.add(doc -> base + doc);
    }
    return measure(config, () -> (writer, meta, index, data) -> writer.merge(meta, index, data, maps, readers));
  }

  private Result measure(BKDConfig config, Preparation preparation) throws IOException {
    long[] nanos = new long[runs];
    long checksum = 0;
    for (int run = -warmup; run < runs; run++) {
      Writing writing = preparation.prepare();
      Directory directory = new ByteBuffersDirectory();
      long from = System.nanoTime();
      write(directory, config, points, writing);
      if (run >= 0) {
        nanos[run] = System.nanoTime() - from;
      }
      checksum = checksum(directory);
    }
    return new Result(nanos, checksum);
  }

  private static IndexInput open(Directory directory, String name) throws IOException {
    return directory.openInput(name, IOContext.DEFAULT);
  }

  private static void write(Directory directory, BKDConfig config, int points, Writing writing) throws IOException {
    try (IndexOutput meta = directory.createOutput("meta", IOContext.DEFAULT);
        IndexOutput index = directory.createOutput("index", IOContext.DEFAULT);
        IndexOutput data = directory.createOutput("data", IOContext.DEFAULT);
        BKDWriter writer = new BKDWriter(points, directory, "_0", config, BKDWriter.DEFAULT_MAX_MB_SORT_IN_HEAP, points)) {
      writing.write(writer, meta, index, data).run();
    }
  }

  private static long checksum(Directory directory) throws IOException {
    CRC32 crc = new CRC32();
    for (String name : new String[] {"data", "index", "meta"}) {
      try (IndexInput in = open(directory, name)) {
        byte[] bytes = new byte[(int) in.length()];
        in.readBytes(bytes, 0, bytes.length);
        crc.update(bytes);
      }
    }
    return crc.getValue();
  }
}
