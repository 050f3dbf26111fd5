// SPDX-License-Identifier: Apache-2.0
package org.apache.lucene.index;

import java.io.IOException;
import java.util.HashMap;
import org.apache.lucene.codecs.MutablePointTree;
import org.apache.lucene.codecs.PointsReader;
import org.apache.lucene.codecs.PointsWriter;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.Counter;

/**
 * Points as IndexWriter buffers them and hands them to a flush. Lives in Lucene's package because the
 * buffer is not public.
 */
public final class BufferedPoints {
  private BufferedPoints() {}

  /** Document i has the i-th packed value of {@code values}. */
  public static MutablePointTree of(int dims, int bytesPerDim, byte[] values) throws IOException {
    FieldInfo info = new FieldInfo("f", 0, false, false, false, IndexOptions.NONE, DocValuesType.NONE,
        DocValuesSkipIndexType.NONE, -1, new HashMap<>(), dims, dims, bytesPerDim, 0, VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN, false, false);
    Counter counter = Counter.newCounter();
    PointValuesWriter buffer = new PointValuesWriter(counter, info, new SharedIndexingScratch(counter));
    int packed = dims * bytesPerDim;
    for (int doc = 0; doc < values.length / packed; doc++) {
      buffer.addPackedValue(doc, new BytesRef(values, doc * packed, packed));
    }
    MutablePointTree[] tree = new MutablePointTree[1];
    buffer.flush(null, null, new PointsWriter() {
      @Override
      public void writeField(FieldInfo field, PointsReader reader) throws IOException {
        tree[0] = (MutablePointTree) reader.getValues("f").getPointTree();
      }

      @Override
      public void finish() {}

      @Override
      public void close() {}
    });
    return tree[0];
  }
}
