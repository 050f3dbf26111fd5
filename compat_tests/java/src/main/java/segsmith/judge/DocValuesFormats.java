// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/** The per-field doc-values format of a {@link DocValuesSpec}. */
final class DocValuesFormats {
  /**
   * How the time-series formats write.
   *
   * @param skipInterval documents of an interval of the skip index
   * @param optimizedMerge whether merges may sum statistics from the sources' metadata
   * @param compressBinary zstd blocks for binary values, else raw values
   */
  record Options(int skipInterval, boolean optimizedMerge, boolean compressBinary) {
    static Options of(Map<String, Object> command, int skipInterval) {
      String compression = Judge.text(command, "binary_compression", "zstd");
      if (!compression.equals("zstd") && !compression.equals("none")) {
        throw new IllegalArgumentException("binary_compression [" + compression + "] is neither zstd nor none");
      }
      return new Options(skipInterval, !Boolean.FALSE.equals(command.get("optimized_merge")), compression.equals("zstd"));
    }
  }

  /** Makes per-field formats with Elasticsearch's classes; found where those are on the class path. */
  interface Elasticsearch {
    DocValuesFormat perField(DocValuesSpec spec, Options options);

    /** The coder of blocks of {@code size} numbers. */
    Blocks blocks(int size);
  }

  /** Blocks of numbers by themselves, for benches. */
  interface Blocks {
    /** Spoils {@code values}, as Elasticsearch's does. */
    void encode(long[] values, DataOutput out) throws IOException;

    void decode(DataInput in, long[] values) throws IOException;
  }

  private DocValuesFormats() {}

  static DocValuesFormat perField(DocValuesSpec spec, Options options) {
    if (spec.needsElasticsearch()) {
      return elasticsearch().perField(spec, options);
    }
    DocValuesFormat docValues = new Lucene90DocValuesFormat(options.skipInterval);
    return new PerFieldDocValuesFormat() {
      @Override
      public DocValuesFormat getDocValuesFormatForField(String field) {
        return docValues;
      }
    };
  }

  static Elasticsearch elasticsearch() {
    return ServiceLoader.load(Elasticsearch.class).findFirst().orElseThrow(() -> new IllegalArgumentException(
        "time-series doc values need Elasticsearch's classes: start run.sh with JUDGE_ELASTICSEARCH=1"));
  }
}
