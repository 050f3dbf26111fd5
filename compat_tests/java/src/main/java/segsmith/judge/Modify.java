// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * The modify command: deletes or updates documents named by segment and number, in one writer that
 * commits once. {@code docs} maps segments to lists of numbers; {@code op} is delete, soft_delete (by
 * the field {@code soft}), set or unset (of {@code field}, to {@code value}: a number, or
 * {@code {"hex"}}).
 */
final class Modify {
  private Modify() {}

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("dir")))) {
      IndexWriterConfig config = config(directory, (String) command.get("soft"));
      int overlays = Judge.number(command, "max_overlays", 0);
      if (overlays > 0) {
        ForeignUpdates.Overlays.allow(config, overlays);
      }
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          answer.put("documents", modify(writer, reader, command));
        }
        writer.commit();
      }
    }
    return answer;
  }

  private static IndexWriterConfig config(Directory directory, String soft) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    config.setCommitOnClose(false);
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
      config.setParentField(fields.getParentField());
      config.setSoftDeletesField(soft != null ? soft : fields.getSoftDeletesField());
      if (!reader.leaves().isEmpty() && reader.leaves().get(0).reader().getMetaData().sort() != null) {
        config.setIndexSort(reader.leaves().get(0).reader().getMetaData().sort());
      }
    }
    return config;
  }

  private static int modify(IndexWriter writer, DirectoryReader reader, Map<String, Object> command)
      throws IOException {
    Map<String, LeafReader> leaves = new HashMap<>();
    DocValuesType type = DocValuesType.NUMERIC;
    for (LeafReaderContext leaf : reader.leaves()) {
      leaves.put(((SegmentReader) leaf.reader()).getSegmentName(), leaf.reader());
      var info = leaf.reader().getFieldInfos().fieldInfo((String) command.get("field"));
      type = info != null ? info.getDocValuesType() : type;
    }
    int modified = 0;
    for (Map.Entry<String, Object> entry : Mapping.object(command.get("docs"), "docs").entrySet()) {
      LeafReader leaf = leaves.get(entry.getKey());
      for (Object number : (List<?>) entry.getValue()) {
        int doc = ((Number) number).intValue();
        long done = switch ((String) command.get("op")) {
          case "delete" -> writer.tryDeleteDocument(leaf, doc);
          case "soft_delete" ->
              writer.tryUpdateDocValue(leaf, doc, new NumericDocValuesField((String) command.get("soft"), 1));
          default -> writer.tryUpdateDocValue(leaf, doc, field(command, type));
        };
        // A segment that lost its last document is gone at once.
        modified += done < 0 ? 0 : 1;
      }
    }
    return modified;
  }

  private static Field field(Map<String, Object> command, DocValuesType type) throws IOException {
    String name = (String) command.get("field");
    Object value = command.get("value");
    if (type == DocValuesType.BINARY) {
      return new BinaryDocValuesField(name, value == null ? null : BytesMapper.hex(value));
    }
    Long number = value == null ? null : ((Number) value).longValue();
    if (type == DocValuesType.SORTED_NUMERIC) {
      return new SortedNumericDocValuesField(name, 0) {
        @Override
        public Number numericValue() {
          return number;  // Null takes the values away.
        }
      };
    }
    return new NumericDocValuesField(name, number);
  }
}
