// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.index.codec.tsdb.BinaryDVCompressionMode;
import org.elasticsearch.index.codec.tsdb.TSDBDocValuesEncoder;
import org.elasticsearch.index.codec.tsdb.es819.ES819TSDBDocValuesFormat;

/** The doc-values formats of Elasticsearch 9.3.3, and of 8.17.0 for ES87TSDB, which later releases only read. */
public final class ElasticsearchFormats implements DocValuesFormats.Elasticsearch {
  /** Fewer documents than this for each value of the primary sort field: blocks, not ranges of ordinals. */
  private static final int DOCUMENTS_PER_ORDINAL = ES819TSDBDocValuesFormat.ORDINAL_RANGE_ENCODING_MIN_DOC_PER_ORDINAL;

  public ElasticsearchFormats() {
    // Elasticsearch's classes take their loggers from a factory that must be set before they load.
    LogConfigurator.configureESLogging();
  }

  @Override
  public DocValuesFormat perField(DocValuesSpec spec, DocValuesFormats.Options options) {
    // Fields of one choice share one file, so they must share one format.
    Map<DocValuesSpec.Choice, DocValuesFormat> formats = new HashMap<>();
    return OptimizedMergeCodec.readingForMerges(new PerFieldDocValuesFormat() {
      @Override
      public DocValuesFormat getDocValuesFormatForField(String field) {
        return formats.computeIfAbsent(spec.of(field), choice -> create(choice, options));
      }
    });
  }

  @Override
  public DocValuesFormats.Blocks blocks(int size) {
    TSDBDocValuesEncoder coder = new TSDBDocValuesEncoder(size);
    return new DocValuesFormats.Blocks() {
      @Override
      public void encode(long[] values, DataOutput out) throws IOException {
        coder.encode(values, out);
      }

      @Override
      public void decode(DataInput in, long[] values) throws IOException {
        coder.decode(in, values);
      }
    };
  }

  private static DocValuesFormat create(DocValuesSpec.Choice choice, DocValuesFormats.Options options) {
    return switch (choice.format()) {
      case "Lucene90" -> new Lucene90DocValuesFormat(options.skipInterval());
      case "ES87TSDB" -> new Es87Writer();
      default -> new ES819TSDBDocValuesFormat(options.skipInterval(), DOCUMENTS_PER_ORDINAL, options.optimizedMerge(),
          options.compressBinary() ? BinaryDVCompressionMode.COMPRESSED_ZSTD_LEVEL_1 : BinaryDVCompressionMode.NO_COMPRESS,
          true, choice.blockShift());
    };
  }
}
