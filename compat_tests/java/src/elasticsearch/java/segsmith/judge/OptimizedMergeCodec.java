// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.elasticsearch.index.codec.perfield.XPerFieldDocValuesFormat;

/**
 * Lucene's codec under its own name, first on the class path and so the one that opens indices; its doc
 * values are read through Elasticsearch's per-field reader. Elasticsearch's merges take statistics from
 * metadata only where they find the sources behind that reader.
 */
public final class OptimizedMergeCodec extends FilterCodec {
  private final DocValuesFormat docValues;

  public OptimizedMergeCodec() {
    this(new Lucene104Codec());
  }

  private OptimizedMergeCodec(Codec lucene) {
    super(lucene.getName(), lucene);
    docValues = readingForMerges(lucene.docValuesFormat());
  }

  @Override
  public DocValuesFormat docValuesFormat() {
    return docValues;
  }

  /** Writes as {@code perField} does, which is Lucene's: Elasticsearch's writer wants an older Lucene's merge state. */
  static DocValuesFormat readingForMerges(DocValuesFormat perField) {
    DocValuesFormat reader = new XPerFieldDocValuesFormat() {
      @Override
      public DocValuesFormat getDocValuesFormatForField(String field) {
        throw new AssertionError("only Lucene's per-field format writes");
      }
    };
    return new DocValuesFormat(perField.getName()) {
      @Override
      public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
        return perField.fieldsConsumer(state);
      }

      @Override
      public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
        return reader.fieldsProducer(state);
      }
    };
  }
}
