// SPDX-License-Identifier: Apache-2.0
package org.apache.lucene.index;

import java.io.IOException;
import java.lang.reflect.Constructor;
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
    PointValuesWriter buffer = buffer(counter, info);
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

  /** Releases since 10.5 pass a scratch along; the judge is also built against older ones. */
  private static PointValuesWriter buffer(Counter counter, FieldInfo info) throws IOException {
    try {
      Constructor<?> constructor = PointValuesWriter.class.getDeclaredConstructors()[0];
      Class<?>[] types = constructor.getParameterTypes();
      if (types.length == 2) {
        return (PointValuesWriter) constructor.newInstance(counter, info);
      }
      Object scratch = types[2].getDeclaredConstructor(Counter.class).newInstance(counter);
      return (PointValuesWriter) constructor.newInstance(counter, info, scratch);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }
}
