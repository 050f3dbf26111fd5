// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.RangeFieldQuery;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PointRangeQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.bkd.BKDConfig;

/** The same points in a real index, asked by the released query classes. */
final class PointQueries implements Closeable {
  private static final String FIELD = "p";
  private static final HexFormat HEX = HexFormat.of();

  private final BKDConfig config;
  private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  PointQueries(BKDConfig config, byte[][] values, int[] docs, int maxDoc) throws IOException {
    this.config = config;
    FieldType type = new FieldType();
    type.setDimensions(config.numDims(), config.numIndexDims(), config.bytesPerDim());
    type.freeze();
    List<List<byte[]>> byDoc = new ArrayList<>();
    for (int doc = 0; doc < maxDoc; doc++) {
      byDoc.add(new ArrayList<>());
    }
    for (int i = 0; i < docs.length; i++) {
      byDoc.get(docs[i]).add(values[i]);
    }
    IndexWriterConfig settings = new IndexWriterConfig(null).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, settings)) {
      for (List<byte[]> points : byDoc) {
        Document document = new Document();
        for (byte[] point : points) {
          document.add(new Field(FIELD, new BytesRef(point), type) {});
        }
        writer.addDocument(document);
      }
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  String box(byte[] low, byte[] high) throws IOException {
    Query query =
        new PointRangeQuery(FIELD, low, high, config.numIndexDims()) {
          @Override
          protected String toString(int dimension, byte[] value) {
            return HEX.formatHex(value);
          }
        };
    return "query %s %s = %d".formatted(HEX.formatHex(low), HEX.formatHex(high), searcher.count(query));
  }

  /** A range field's query in the relation of the turn; bounds begin near those of some point. */
  String ranges(int turn, byte[] near, SplittableRandom random) throws IOException {
    byte[] range = near.clone();
    int half = range.length / 2;
    for (int dim = 0; dim < config.numDims() / 2; dim++) {
      int last = (dim + 1) * config.bytesPerDim() - 1;
      range[last] -= (byte) random.nextInt(Math.min(range[last] & 0xFF, 40) + 1);
      range[half + last] += (byte) random.nextInt(Math.min(255 - (range[half + last] & 0xFF), 40) + 1);
    }
    RangeFieldQuery.QueryType relation = RangeFieldQuery.QueryType.values()[turn % 4];
    Query query =
        new RangeFieldQuery(FIELD, range, config.numDims() / 2, relation) {
          @Override
          protected String toString(byte[] ranges, int dimension) {
            return HEX.formatHex(ranges);
          }
        };
    return "ranges %s %s %s = %d"
        .formatted(
            relation.name().toLowerCase(java.util.Locale.ROOT),
            HEX.formatHex(Arrays.copyOf(range, half)),
            HEX.formatHex(Arrays.copyOfRange(range, half, range.length)),
            searcher.count(query));
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
