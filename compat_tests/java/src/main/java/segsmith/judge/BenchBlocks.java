// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;

/** Blocks of one file of plain little-endian longs, encoded to memory and decoded from a mapped file. */
final class BenchBlocks implements AutoCloseable {
  /** More than any block of 512 values takes. */
  private static final int MARGIN = 512 * Long.BYTES + 64;

  private final DocValuesFormats.Blocks coder;
  private final long[] values;
  private final long[] block;
  private final byte[] buffer;
  private final Directory directory;
  private final IndexInput encoded;

  BenchBlocks(DocValuesFormats.Blocks coder, Path file, int size) throws IOException {
    this.coder = coder;
    LongBuffer longs = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    values = new long[longs.remaining()];
    longs.get(values);
    block = new long[size];
    buffer = new byte[values.length * Long.BYTES + values.length / size * 64 + MARGIN];
    directory = new MMapDirectory(file.toAbsolutePath().getParent());
    String name = file.getFileName() + "." + size;
    Files.deleteIfExists(file.resolveSibling(name));
    try (IndexOutput out = directory.createOutput(name, IOContext.DEFAULT)) {
      out.writeBytes(buffer, 0, (int) encode());
    }
    encoded = directory.openInput(name, IOContext.DEFAULT);
  }

  /** All are warmed before the first is timed, so that its code has seen blocks of every kind. */
  static void run(Map<String, Object> command, Bench.Measure measure) throws IOException {
    Map<String, BenchBlocks> all = new LinkedHashMap<>();
    for (Object size : (List<?>) command.get("block_sizes")) {
      DocValuesFormats.Blocks coder = DocValuesFormats.elasticsearch().blocks(((Number) size).intValue());
      for (Object pattern : (List<?>) command.get("patterns")) {
        Path file = Path.of((String) command.get("dir"), (String) pattern);
        all.put(pattern + " " + size, new BenchBlocks(coder, file, ((Number) size).intValue()));
      }
    }
    for (int round = 0; round < 20; round++) {
      for (BenchBlocks blocks : all.values()) {
        blocks.encode();
        blocks.decode(false);
      }
    }
    for (Map.Entry<String, BenchBlocks> entry : all.entrySet()) {
      try (BenchBlocks blocks = entry.getValue()) {
        measure.take("encode " + entry.getKey(), blocks::encode, blocks::encodedChecksum);
        measure.take("decode " + entry.getKey(), () -> blocks.decode(false), () -> blocks.decode(true));
      }
    }
  }

  /** The bytes written; a block is copied first, as Elasticsearch's writer fills a buffer of its own. */
  long encode() throws IOException {
    ByteArrayDataOutput out = new ByteArrayDataOutput(buffer);
    for (int first = 0; first < values.length; first += block.length) {
      System.arraycopy(values, first, block, 0, block.length);
      coder.encode(block, out);
    }
    return out.getPosition();
  }

  long encodedChecksum() throws IOException {
    CRC32 crc = new CRC32();
    crc.update(buffer, 0, (int) encode());
    return crc.getValue();
  }

  /** The sum of all values, or of the last ones of the blocks. */
  long decode(boolean sumAll) throws IOException {
    encoded.seek(0);
    long sum = 0;
    for (int first = 0; first < values.length; first += block.length) {
      coder.decode(encoded, block);
      sum += sumAll ? Arrays.stream(block).sum() : block[block.length - 1];
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    encoded.close();
    directory.close();
  }
}
