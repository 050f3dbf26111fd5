// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** What {@code segsmith cat --raw} prints, as Lucene reads it: one NDJSON file a structure. */
final class Dump {
  private static final HexFormat HEX = HexFormat.of();

  private final StringBuilder line = new StringBuilder();
  private final BufferedWriter out;
  private long lines;

  private Dump(BufferedWriter out) {
    this.out = out;
  }

  /** One structure of one segment. */
  private interface Part {
    void write(Dump to, LeafReader reader, String segment) throws IOException;
  }

  private static final Map<String, Part> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("doc_values", Dump::docValues);
    PARTS.put("points", Dump::points);
    PARTS.put("skip_index", Dump::skipIndex);
    PARTS.put("live_docs", Dump::liveDocs);
    PARTS.put("stored", Dump::stored);
  }

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("dir")));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (Map.Entry<String, Part> part : PARTS.entrySet()) {
        Path file = Path.of(command.get("output") + "." + part.getKey() + ".ndjson");
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
          Dump dump = new Dump(out);
          for (LeafReaderContext leaf : reader.leaves()) {
            SegmentReader segment = (SegmentReader) leaf.reader();
            part.getValue().write(dump, segment, segment.getSegmentName());
          }
          answer.put(part.getKey(), dump.lines);
        }
      }
    }
    return answer;
  }

  private void begin(String segment, String field) {
    line.setLength(0);
    line.append("{\"segment\":\"").append(segment).append('"');
    if (field != null) {
      line.append(",\"field\":");
      Json.quote(line, field);
    }
  }

  private void end() throws IOException {
    out.append(line.append("}\n"));
    lines++;
  }

  private static List<FieldInfo> sorted(LeafReader reader) {
    List<FieldInfo> infos = new ArrayList<>();
    reader.getFieldInfos().forEach(infos::add);
    infos.sort(Comparator.comparing(info -> new BytesRef(info.name)));
    return infos;
  }

  private static void docValues(Dump to, LeafReader reader, String segment) throws IOException {
    for (FieldInfo info : sorted(reader)) {
      Column column = Column.open(reader, info);
      for (int doc = column == null ? DocIdSetIterator.NO_MORE_DOCS : column.documents.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS; doc = column.documents.nextDoc()) {
        to.begin(segment, info.name);
        to.line.append(",\"doc\":").append(doc).append(",\"values\":[");
        column.values.append(to.line);
        to.line.append(']');
        to.end();
      }
    }
  }

  /** A field's documents, and what prints the values of the current one. */
  private record Column(DocIdSetIterator documents, Values values) {
    private interface Values {
      void append(StringBuilder line) throws IOException;
    }

    static Column open(LeafReader reader, FieldInfo info) throws IOException {
      return switch (info.getDocValuesType()) {
        case NONE -> null;
        case NUMERIC -> {
          var values = reader.getNumericDocValues(info.name);
          yield new Column(values, line -> line.append(values.longValue()));
        }
        case BINARY -> {
          var values = reader.getBinaryDocValues(info.name);
          yield new Column(values, line -> appendHex(line, values.binaryValue()));
        }
        case SORTED -> {
          var values = reader.getSortedDocValues(info.name);
          yield new Column(values, line -> appendHex(line, values.lookupOrd(values.ordValue())));
        }
        case SORTED_NUMERIC -> {
          var values = reader.getSortedNumericDocValues(info.name);
          yield new Column(values, line -> {
            for (int i = 0, n = values.docValueCount(); i < n; i++) {
              line.append(i == 0 ? "" : ",").append(values.nextValue());
            }
          });
        }
        case SORTED_SET -> {
          var values = reader.getSortedSetDocValues(info.name);
          yield new Column(values, line -> {
            for (int i = 0, n = values.docValueCount(); i < n; i++) {
              line.append(i == 0 ? "" : ",");
              appendHex(line, values.lookupOrd(values.nextOrd()));
            }
          });
        }
      };
    }
  }

  private static void appendHex(StringBuilder line, BytesRef bytes) {
    line.append('"').append(HEX.formatHex(bytes.bytes, bytes.offset, bytes.offset + bytes.length)).append('"');
  }

  private static void points(Dump to, LeafReader reader, String segment) throws IOException {
    for (FieldInfo info : sorted(reader)) {
      PointValues points = info.getPointDimensionCount() == 0 ? null : reader.getPointValues(info.name);
      if (points == null) {
        continue;
      }
      points.intersect(new PointValues.IntersectVisitor() {
        @Override
        public void visit(int doc) {
          throw new IllegalStateException("a cell was taken whole");
        }

        @Override
        public void visit(int doc, byte[] packed) throws IOException {
          to.begin(segment, info.name);
          to.line.append(",\"doc\":").append(doc).append(",\"point\":\"").append(HEX.formatHex(packed)).append('"');
          to.end();
        }

        @Override
        public PointValues.Relation compare(byte[] min, byte[] max) {
          return PointValues.Relation.CELL_CROSSES_QUERY;
        }
      });
    }
  }

  private static final class Level {
    final StringBuilder text = new StringBuilder();
    int lastMinDoc = -1;
    long lines;
  }

  /** Walks the intervals; each level's entry is new when its first document is. */
  private static void skipIndex(Dump to, LeafReader reader, String segment) throws IOException {
    for (FieldInfo info : sorted(reader)) {
      if (info.docValuesSkipIndexType() == DocValuesSkipIndexType.NONE) {
        continue;
      }
      DocValuesSkipper skipper = reader.getDocValuesSkipper(info.name);
      if (skipper == null) {
        continue;
      }
      List<Level> levels = new ArrayList<>();
      skipper.advance(0);
      while (skipper.minDocID(0) != DocIdSetIterator.NO_MORE_DOCS) {
        for (int l = 0; l < skipper.numLevels(); l++) {
          if (l == levels.size()) {
            levels.add(new Level());
          }
          Level level = levels.get(l);
          if (skipper.minDocID(l) != level.lastMinDoc) {
            level.lastMinDoc = skipper.minDocID(l);
            level.lines++;
            to.begin(segment, info.name);
            level.text.append(to.line).append(",\"level\":").append(l)
                .append(",\"min_doc\":").append(skipper.minDocID(l))
                .append(",\"max_doc\":").append(skipper.maxDocID(l))
                .append(",\"min_value\":").append(skipper.minValue(l))
                .append(",\"max_value\":").append(skipper.maxValue(l))
                .append(",\"doc_count\":").append(skipper.docCount(l)).append("}\n");
          }
        }
        if (skipper.maxDocID(0) == DocIdSetIterator.NO_MORE_DOCS) {
          break;
        }
        skipper.advance(skipper.maxDocID(0) + 1);
      }
      for (Level level : levels) {
        to.out.append(level.text);
        to.lines += level.lines;
      }
    }
  }

  private static void liveDocs(Dump to, LeafReader reader, String segment) throws IOException {
    Bits live = reader.getLiveDocs();
    to.begin(segment, null);
    to.line.append(",\"deleted\":[");
    String separator = "";
    for (int doc = 0; live != null && doc < reader.maxDoc(); doc++) {
      if (!live.get(doc)) {
        to.line.append(separator).append(doc);
        separator = ",";
      }
    }
    to.line.append(']');
    to.end();
  }

  private static void stored(Dump to, LeafReader reader, String segment) throws IOException {
    StoredFields stored = reader.storedFields();
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      StoredValues values = new StoredValues();
      stored.document(doc, values);
      to.begin(segment, null);
      to.line.append(",\"doc\":").append(doc).append(",\"fields\":{");
      String separator = "";
      for (Map.Entry<String, List<String>> entry : values.byField.entrySet()) {
        to.line.append(separator);
        Json.quote(to.line, entry.getKey());
        List<String> list = entry.getValue();
        to.line.append(':').append(list.size() == 1 ? list.get(0) : "[" + String.join(",", list) + "]");
        separator = ",";
      }
      to.line.append('}');
      to.end();
    }
  }

  /** Stored values as JSON: bytes and strings in hex, numbers as integers, floats as their bits. */
  private static final class StoredValues extends StoredFieldVisitor {
    final Map<String, List<String>> byField = new LinkedHashMap<>();

    private void add(FieldInfo info, String json) {
      byField.computeIfAbsent(info.name, k -> new ArrayList<>()).add(json);
    }

    @Override
    public void binaryField(FieldInfo info, byte[] value) {
      add(info, '"' + HEX.formatHex(value) + '"');
    }

    @Override
    public void stringField(FieldInfo info, String value) {
      binaryField(info, value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void intField(FieldInfo info, int value) {
      add(info, Integer.toString(value));
    }

    @Override
    public void longField(FieldInfo info, long value) {
      add(info, Long.toString(value));
    }

    @Override
    public void floatField(FieldInfo info, float value) {
      add(info, Integer.toString(Float.floatToRawIntBits(value)));
    }

    @Override
    public void doubleField(FieldInfo info, double value) {
      add(info, Long.toString(Double.doubleToRawLongBits(value)));
    }

    @Override
    public Status needsField(FieldInfo info) {
      return Status.YES;
    }
  }
}
