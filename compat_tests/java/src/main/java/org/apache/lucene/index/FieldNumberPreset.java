// SPDX-License-Identifier: Apache-2.0
package org.apache.lucene.index;

import java.util.HashMap;

/**
 * Gives a writer its field numbers before the first document. A field's number is its place in the
 * mapping even where its first value comes late; the writer's own numbering follows appearance.
 * Lives in Lucene's package because the number map is not public.
 */
public final class FieldNumberPreset {
  private FieldNumberPreset() {}

  /** Registers {@code name} under {@code number} with the structures that its documents will have. */
  public static void register(IndexWriter writer, String name, int number, IndexableFieldType type) {
    FieldInfo info =
        new FieldInfo(
            name,
            number,
            false,
            false,
            false,
            IndexOptions.NONE,
            type.docValuesType(),
            type.docValuesSkipIndexType(),
            -1,
            new HashMap<>(),
            type.pointDimensionCount(),
            type.pointIndexDimensionCount(),
            type.pointNumBytes(),
            0,
            VectorEncoding.FLOAT32,
            VectorSimilarityFunction.EUCLIDEAN,
            false,
            false);
    int given = writer.globalFieldNumberMap.addOrGet(info);
    if (given != number) {
      throw new IllegalStateException("field " + name + " got number " + given + ", not " + number);
    }
  }
}
