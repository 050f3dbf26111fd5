// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PointsFormat;
import org.apache.lucene.codecs.PointsReader;
import org.apache.lucene.codecs.PointsWriter;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90PointsReader;
import org.apache.lucene.codecs.lucene90.Lucene90PointsWriter;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.FieldNumberPreset;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.bkd.BKDConfig;

/** The index and force_merge commands. */
final class Indexer {
  private Indexer() {}

  /** The release's own codec under its own name, whichever release this was built against. */
  static Codec codec(boolean deflate, DocValuesSpec spec, DocValuesFormats.Options options) {
    DocValuesFormat perField = DocValuesFormats.perField(spec, options);
    StoredFieldsFormat stored = new Lucene90StoredFieldsFormat(
        deflate ? Lucene90StoredFieldsFormat.Mode.BEST_COMPRESSION : Lucene90StoredFieldsFormat.Mode.BEST_SPEED);
    Codec release = Codec.getDefault();
    return new FilterCodec(release.getName(), release) {
      @Override
      public DocValuesFormat docValuesFormat() {
        return perField;
      }

      @Override
      public StoredFieldsFormat storedFieldsFormat() {
        return stored;
      }
    };
  }

  /** The same codec with another budget for merges of points, in MB; 0 leaves Lucene's own. */
  static Codec withPointsBudget(Codec codec, double megabytes) {
    if (megabytes == 0) {
      return codec;
    }
    PointsFormat points = new PointsFormat() {
      @Override
      public PointsWriter fieldsWriter(SegmentWriteState state) throws IOException {
        return new Lucene90PointsWriter(state, BKDConfig.DEFAULT_MAX_POINTS_IN_LEAF_NODE, megabytes);
      }

      @Override
      public PointsReader fieldsReader(SegmentReadState state) throws IOException {
        return new Lucene90PointsReader(state);
      }
    };
    return new FilterCodec(codec.getName(), codec) {
      @Override
      public PointsFormat pointsFormat() {
        return points;
      }
    };
  }

  static IndexWriterConfig config(Mapping mapping, String compound, double pointsBudget, DocValuesFormats.Options options) {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(withPointsBudget(codec(mapping.settings.deflate(), mapping.settings.docValues(), options), pointsBudget));
    config.setUseCompoundFile(!compound.equals("never"));
    config.setMergePolicy(NoMergePolicy.INSTANCE);
    config.setMergeScheduler(new SerialMergeScheduler());
    config.setRAMPerThreadHardLimitMB(2047);
    config.setMaxBufferedDocs(Integer.MAX_VALUE);
    config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    config.setCommitOnClose(false);
    if (mapping.sort() != null) {
      config.setIndexSort(mapping.sort());
    }
    return config;
  }

  static String policyName(Mapping mapping, String override) {
    if (override != null) {
      return override;
    }
    String type = mapping.settings.text("merge.policy.type", "unset");
    if (!type.equals("unset")) {
      return type;
    }
    boolean timestamp = mapping.fields.stream()
        .anyMatch(f -> f.name.equals("@timestamp") && f.typeName.startsWith("date"));
    return mapping.settings.logsdb() || timestamp ? "log_byte_size" : "tiered";
  }

  static Map<String, Object> index(Map<String, Object> command) throws IOException {
    Mapping mapping = Mapping.read(Path.of((String) command.get("mapping")));
    String compound = Judge.text(command, "compound", "auto");
    double budget = command.get("points_budget") instanceof Number megabytes ? megabytes.doubleValue() : 0;
    int flushDocs = Judge.number(command, "flush_docs", 0);
    int forceMerge = Judge.number(command, "force_merge", 0);
    DocumentParser parser = new DocumentParser(mapping, "drop".equals(command.get("unmapped")));
    Timer timer = new Timer();
    Path output = Path.of((String) command.get("output"));
    try (Directory directory = FSDirectory.open(output)) {
      if (DirectoryReader.indexExists(directory)) {
        throw new IllegalArgumentException(output + " already holds an index");
      }
      try (IndexWriter writer = new IndexWriter(directory,
          config(mapping, compound, budget, DocValuesFormats.Options.of(command, mapping.settings.skipInterval())))) {
        if (Judge.text(command, "numbering", "mapping").equals("mapping")) {
          presetNumbers(writer, mapping);
        }
        if (command.get("natural") != null) {
          Map<String, Object> natural = Mapping.object(command.get("natural"), "natural");
          writer.getConfig().setMergePolicy(Policies.withCompound(Policies.create(natural), compound,
              mapping.settings.text("compound_format", "1gb")));
        }
        long documents = 0;
        for (Object file : (List<?>) command.get("docs")) {
          documents = addFile(writer, parser, Path.of((String) file), flushDocs, documents, timer);
        }
        timer.start();
        writer.flush();
        timer.stop("flush_ms");
        writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
        if (forceMerge > 0) {
          forceMerge(writer, forceMerge, Policies.create(policyName(mapping, (String) command.get("policy")),
              compound, mapping.settings.text("compound_format", "1gb")), timer);
        }
        commit(writer, timer);
        return answer(directory, documents, parser.unmapped, timer);
      }
    }
  }

  static void presetNumbers(IndexWriter writer, Mapping mapping) {
    for (int number = 0; number < mapping.fields.size(); number++) {
      FieldMapper field = mapping.fields.get(number);
      FieldNumberPreset.register(writer, field.name, number, field.schema());
    }
  }

  private static long addFile(IndexWriter writer, DocumentParser parser, Path file, int flushDocs,
      long documents, Timer timer) throws IOException {
    try (DocumentLines lines = new DocumentLines(file)) {
      while (true) {
        timer.start();
        if (!lines.next()) {
          timer.stop("parse_ms");
          return documents;
        }
        List<IndexableField> document;
        try {
          document = parser.parse(lines.line, lines.length);
        } catch (IOException e) {
          throw new IOException(file + ", line " + lines.number + ": " + e.getMessage(), e);
        }
        timer.next("parse_ms");
        writer.addDocument(document);
        timer.next("index_ms");
        if (++documents % Math.max(1, flushDocs) == 0 && flushDocs > 0) {
          writer.flush();
          timer.stop("flush_ms");
        }
      }
    }
  }

  /** Natural merges never run: the policy is in force for the forced merge alone. */
  private static void forceMerge(IndexWriter writer, int segments, MergePolicy policy, Timer timer)
      throws IOException {
    timer.start();
    writer.getConfig().setMergePolicy(policy);
    writer.forceMerge(segments);
    writer.getConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    timer.stop("merge_ms");
  }

  private static void commit(IndexWriter writer, Timer timer) throws IOException {
    timer.start();
    writer.commit();
    timer.stop("commit_ms");
  }

  private static Map<String, Object> answer(Directory directory, long documents, long unmapped, Timer timer)
      throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      answer.put("docs", documents);
      answer.put("segments", reader.leaves().size());
    }
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    answer.put("bytes", bytes);
    answer.put("unmapped", unmapped);
    answer.putAll(timer.milliseconds());
    return answer;
  }

  static Map<String, Object> forceMergeExisting(Map<String, Object> command) throws IOException {
    Timer timer = new Timer();
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("dir")))) {
      if (!DirectoryReader.indexExists(directory)) {
        throw new IllegalArgumentException(command.get("dir") + " is not an index");
      }
      boolean timestamp;
      IndexWriterConfig config = new IndexWriterConfig();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
        timestamp = fields.fieldInfo("@timestamp") != null;
        config.setParentField(fields.getParentField());
        if (fields.getSoftDeletesField() != null) {
          config.setSoftDeletesField(fields.getSoftDeletesField());
        }
        if (!reader.leaves().isEmpty()) {
          var meta = reader.leaves().get(0).reader().getMetaData();
          if (meta.sort() != null) {
            config.setIndexSort(meta.sort());
          }
        }
      }
      config.setCodec(codec("deflate".equals(command.get("stored_fields")),
          DocValuesSpec.parse(Judge.text(command, "doc_values_format", "Lucene90"), false),
          DocValuesFormats.Options.of(command, Judge.number(command, "skip_interval", 4096))));
      config.setMergePolicy(NoMergePolicy.INSTANCE);
      config.setMergeScheduler(new SerialMergeScheduler());
      config.setCommitOnClose(false);
      String policy = Judge.text(command, "policy", timestamp ? "log_byte_size" : "tiered");
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        forceMerge(writer, Judge.number(command, "max_segments", 1),
            Policies.create(policy, Judge.text(command, "compound", "auto"), "1gb"), timer);
        commit(writer, timer);
      }
      return answer(directory, 0, 0, timer);
    }
  }
}
