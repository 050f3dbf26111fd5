// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.bkd.BKDConfig;
import org.apache.lucene.util.bkd.BKDReader;
import org.apache.lucene.util.bkd.BKDWriter;

/**
 * Trees of any shape by the real BKDWriter, with small leaves where they should be deep, and a
 * transcript of what the real reader answers about them: PREFIX.meta, .index, .data, .transcript.
 */
final class PointTrees {
  private static final String[] PARTS = {"meta", "index", "data"};

  private final SplittableRandom random;
  private final BKDConfig config;
  private final int points;
  private final int maxDoc;
  private final int version;
  private final String kind;
  private final byte[][] values;
  private final int[] docs;

  private PointTrees(Map<String, Object> command) {
    random = new SplittableRandom(Judge.number(command, "seed", 1));
    int dims = Judge.number(command, "dims", 1);
    config =
        BKDConfig.of(
            dims,
            Judge.number(command, "index_dims", dims),
            Judge.number(command, "bytes", 4),
            Judge.number(command, "max_leaf", 16));
    points = Judge.number(command, "points", 300);
    maxDoc = Judge.number(command, "max_doc", points);
    version = Judge.number(command, "version", BKDWriter.VERSION_CURRENT);
    kind = Judge.text(command, "kind", "random");
    values = new byte[points][];
    docs = new int[points];
  }

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    PointTrees tree = new PointTrees(command);
    tree.makePoints();
    try (Directory directory = new ByteBuffersDirectory()) {
      tree.write(directory);
      String prefix = (String) command.get("output");
      for (String part : PARTS) {
        Files.write(Path.of(prefix + "." + part), bytes(directory, part));
      }
      Files.writeString(Path.of(prefix + ".transcript"), tree.transcript(directory, Judge.number(command, "queries", 20)));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("points", tree.points);
    return answer;
  }

  /** Documents one after another, everywhere, several points each, or in the order of the values. */
  private void makePoints() {
    for (int i = 0; i < points; i++) {
      docs[i] = kind.contains("multi") || points > maxDoc ? random.nextInt(maxDoc) : (int) ((long) i * maxDoc / points);
    }
    if (kind.contains("shuffled")) {
      for (int i = points - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int doc = docs[i];
        docs[i] = docs[other];
        docs[other] = doc;
      }
    }
    for (int i = 0; i < points; i++) {
      values[i] = value(i);
    }
  }

  private byte[] value(int i) {
    byte[] value = new byte[config.packedBytesLength()];
    for (int dim = 0; dim < config.numDims(); dim++) {
      long number =
          switch (kind.split("-")[0]) {
            case "equal" -> 7;
            case "few" -> random.nextInt(3) * 0x0101L;
            case "ascending" -> i * 3L + dim;
            case "ranges" -> dim < config.numDims() / 2 ? random.nextInt(1000) : 0;
            case "mixed" -> dim % 2 == 0 ? random.nextInt(5) : random.nextLong();
            default -> random.nextLong();
          };
      if (kind.startsWith("ranges") && dim >= config.numDims() / 2) {
        number = read(value, dim - config.numDims() / 2) + random.nextInt(200);
      }
      for (int b = config.bytesPerDim() - 1; b >= 0; b--, number >>= 8) {
        value[dim * config.bytesPerDim() + b] = (byte) number;
      }
    }
    return value;
  }

  private long read(byte[] value, int dim) {
    long number = 0;
    for (int b = 0; b < config.bytesPerDim(); b++) {
      number = number << 8 | value[dim * config.bytesPerDim() + b] & 0xFF;
    }
    return number;
  }

  private void write(Directory directory) throws IOException {
    try (BKDWriter writer = new BKDWriter(maxDoc, directory, "spill", config, 16, points, version);
        IndexOutput meta = directory.createOutput("meta", IOContext.DEFAULT);
        IndexOutput index = directory.createOutput("index", IOContext.DEFAULT);
        IndexOutput data = directory.createOutput("data", IOContext.DEFAULT)) {
      for (int i = 0; i < points; i++) {
        writer.add(values[i], docs[i]);
      }
      IORunnable finish = writer.finish(meta, index, data);
      finish.run();
    }
  }

  private String transcript(Directory directory, int queries) throws IOException {
    try (IndexInput meta = directory.openInput("meta", IOContext.DEFAULT);
        IndexInput index = directory.openInput("index", IOContext.DEFAULT);
        IndexInput data = directory.openInput("data", IOContext.DEFAULT)) {
      PointTranscript transcript = new PointTranscript(new BKDReader(meta, index, data), config, random);
      transcript.begin(maxDoc, version);
      for (int i = 0; i < queries; i++) {
        transcript.box(bound(i), bound(i + 1));
      }
      for (int i = 0; i < 3; i++) {
        transcript.walk(30);
      }
      if (maxDoc <= 100_000 && config.numDims() <= 8) {
        try (PointQueries searched = new PointQueries(config, values, docs, maxDoc)) {
          for (int i = 0; i < queries; i++) {
            transcript.add(searched.box(bound(i), bound(i + 1)));
          }
          if (kind.startsWith("ranges")) {
            for (int i = 0; i < queries; i++) {
              transcript.add(searched.ranges(i, values[random.nextInt(points)], random));
            }
          }
        }
      }
      return transcript.text();
    }
  }

  /** A bound over the index dimensions: of some point, a little beside it, or an end of everything. */
  private byte[] bound(int turn) {
    byte[] bound = Arrays.copyOf(values[random.nextInt(points)], config.packedIndexBytesLength());
    switch (random.nextInt(6)) {
      case 0 -> bound[random.nextInt(bound.length)] += (byte) random.nextInt(256);
      case 1 -> Arrays.fill(bound, (byte) (turn % 2 == 0 ? 0 : 0xFF));
      case 2 -> {
        int dim = random.nextInt(config.numIndexDims());
        int from = dim * config.bytesPerDim();
        Arrays.fill(bound, from, from + config.bytesPerDim(), (byte) (turn % 2 == 0 ? 0 : 0xFF));
      }
      default -> {}
    }
    return bound;
  }

  private static byte[] bytes(Directory directory, String name) throws IOException {
    try (IndexInput in = directory.openInput(name, IOContext.DEFAULT)) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.readBytes(bytes, 0, bytes.length);
      return bytes;
    }
  }
}
