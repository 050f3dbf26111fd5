// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PointValues.IntersectVisitor;
import org.apache.lucene.index.PointValues.PointTree;
import org.apache.lucene.index.PointValues.Relation;
import org.apache.lucene.util.bkd.BKDConfig;

/** What a reader of points answers, a line each: a question and, after "=", the answer. */
final class PointTranscript {
  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder out = new StringBuilder();
  private final PointValues points;
  private final BKDConfig config;
  private final SplittableRandom random;

  PointTranscript(PointValues points, BKDConfig config, SplittableRandom random) {
    this.points = points;
    this.config = config;
    this.random = random;
  }

  String text() {
    return out.toString();
  }

  void add(String line) {
    out.append(line).append('\n');
  }

  void begin(int maxDoc, int version) throws IOException {
    add(
        "tree %d %d %d %d %d %d = %d points %d docs %s %s"
            .formatted(
                config.numDims(),
                config.numIndexDims(),
                config.bytesPerDim(),
                config.maxPointsInLeafNode(),
                maxDoc,
                version,
                points.size(),
                points.getDocCount(),
                HEX.formatHex(points.getMinPackedValue()),
                HEX.formatHex(points.getMaxPackedValue())));
  }

  /** Estimates of a box, and what intersect() hands to a visitor of it, in its order. */
  void box(byte[] low, byte[] high) throws IOException {
    Box estimating = new Box(low, high);
    long estimate = points.estimatePointCount(estimating);
    long docs = points.estimateDocCount(new Box(low, high));
    long bound = random.nextLong(points.size() + 2);
    boolean enough = PointValues.isEstimatedPointCountGreaterThanOrEqualTo(new Box(low, high), points.getPointTree(), bound);
    Box visitor = new Box(low, high);
    points.intersect(visitor);
    add(
        "box %s %s %d = %d points in %d compares, %d docs, enough %b; %s"
            .formatted(HEX.formatHex(low), HEX.formatHex(high), bound, estimate, estimating.compares, docs, enough, visitor));
  }

  /** Random moves from the root, with the visits of some nodes. */
  void walk(int moves) throws IOException {
    Deque<PointTree> trees = new ArrayDeque<>();
    trees.push(points.getPointTree());
    add("root = " + node(trees.peek()));
    for (int i = 0; i < moves; i++) {
      PointTree tree = trees.peek();
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> add("child = " + tree.moveToChild() + " " + node(tree));
        case 3, 4 -> add("sibling = " + tree.moveToSibling() + " " + node(tree));
        case 5 -> add("parent = " + tree.moveToParent() + " " + node(tree));
        case 6 -> {
          trees.push(tree.clone());
          add("clone = " + node(trees.peek()));
        }
        default -> {
          if (trees.size() > 1 && random.nextBoolean()) {
            trees.pop();
            add("back = " + node(trees.peek()));
          } else {
            add("ids = " + visited(tree, false));
            add("values = " + visited(tree, true));
          }
        }
      }
    }
  }

  private String node(PointTree tree) {
    return tree.size() + " " + HEX.formatHex(tree.getMinPackedValue()) + " " + HEX.formatHex(tree.getMaxPackedValue());
  }

  private String visited(PointTree tree, boolean withValues) throws IOException {
    byte[] low = new byte[config.packedIndexBytesLength()];
    byte[] high = new byte[low.length];
    Arrays.fill(high, (byte) 0xFF);
    Box visitor = new Box(low, high);
    visitor.always = Relation.CELL_CROSSES_QUERY;
    if (withValues) {
      tree.visitDocValues(visitor);
    } else {
      tree.visitDocIDs(visitor);
    }
    return visitor.toString();
  }

  /** PointRangeQuery's relation and match, and a running hash of what was visited. */
  private final class Box implements IntersectVisitor {
    private final byte[] low;
    private final byte[] high;
    private Relation always;
    private long hash = 0xcbf29ce484222325L;
    private int compares;
    private long inside;
    private long filtered;
    private long matched;

    Box(byte[] low, byte[] high) {
      this.low = low;
      this.high = high;
    }

    private void hash(int value) {
      hash = (hash ^ value) * 0x100000001b3L;
    }

    @Override
    public void visit(int doc) {
      inside++;
      hash(doc);
    }

    @Override
    public void visit(int doc, byte[] value) {
      filtered++;
      for (byte b : value) {
        hash(b & 0xFF);
      }
      for (int from = 0; from < low.length; from += config.bytesPerDim()) {
        int to = from + config.bytesPerDim();
        if (Arrays.compareUnsigned(value, from, to, low, from, to) < 0
            || Arrays.compareUnsigned(value, from, to, high, from, to) > 0) {
          return;
        }
      }
      matched++;
      hash(doc);
    }

    @Override
    public Relation compare(byte[] min, byte[] max) {
      compares++;
      if (always != null) {
        return always;
      }
      boolean inside = true;
      for (int from = 0; from < low.length; from += config.bytesPerDim()) {
        int to = from + config.bytesPerDim();
        if (Arrays.compareUnsigned(min, from, to, high, from, to) > 0
            || Arrays.compareUnsigned(max, from, to, low, from, to) < 0) {
          return Relation.CELL_OUTSIDE_QUERY;
        }
        inside &=
            Arrays.compareUnsigned(min, from, to, low, from, to) >= 0
                && Arrays.compareUnsigned(max, from, to, high, from, to) <= 0;
      }
      return inside ? Relation.CELL_INSIDE_QUERY : Relation.CELL_CROSSES_QUERY;
    }

    @Override
    public String toString() {
      return "%d inside, %d of %d, %d compares, hash %016x".formatted(inside, matched, filtered, compares, hash);
    }
  }
}
