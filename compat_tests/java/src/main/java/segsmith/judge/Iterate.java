// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * What Lucene's iterators answer to a script, one line a case (compat_tests/README.md). A call that
 * an iterator's contract forbids where it stands is answered "-" and not made.
 */
final class Iterate {
  static final int END = DocIdSetIterator.NO_MORE_DOCS;

  private Iterate() {}

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Map<String, Object> answer = new LinkedHashMap<>();
    int cases = 0;
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("dir")));
        DirectoryReader reader = DirectoryReader.open(directory);
        BufferedWriter out = Files.newBufferedWriter(Path.of((String) command.get("output")), StandardCharsets.UTF_8)) {
      for (String line : Files.readAllLines(Path.of((String) command.get("script")), StandardCharsets.UTF_8)) {
        Map<String, Object> test = Mapping.object(Json.parse(line), "case");
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("segment", test.get("segment"));
        result.put("field", test.get("field"));
        result.put("what", test.get("what"));
        result.put("answers", answers(leaf(reader, (String) test.get("segment")), test));
        out.write(Json.write(result));
        out.write('\n');
        cases++;
      }
    }
    answer.put("cases", cases);
    return answer;
  }

  private static SegmentReader leaf(DirectoryReader reader, String segment) {
    for (LeafReaderContext context : reader.leaves()) {
      SegmentReader leaf = (SegmentReader) context.reader();
      if (leaf.getSegmentName().equals(segment)) {
        return leaf;
      }
    }
    throw new IllegalArgumentException("no segment [" + segment + "]");
  }

  private static List<String> answers(SegmentReader leaf, Map<String, Object> test) throws IOException {
    FieldInfo field = leaf.getFieldInfos().fieldInfo((String) test.get("field"));
    return switch ((String) test.get("what")) {
      case "values" -> values(leaf, field, test);
      case "terms" -> terms(leaf, field, test);
      case "bulk" -> bulk(leaf, field, test);
      case "range_bits" -> rangeBits(leaf, field, test);
      case "skipper" -> IterateSkip.skipper(leaf, field, test);
      case "blocks" -> IterateSkip.blocks(leaf, field, test);
      case "range" -> IterateSkip.range(leaf, field, test);
      default -> throw new IllegalArgumentException("unknown case [" + test.get("what") + "]");
    };
  }

  static List<List<?>> ops(Map<String, Object> test) {
    List<List<?>> ops = new ArrayList<>();
    for (Object op : (List<?>) test.get("ops")) {
      ops.add((List<?>) op);
    }
    return ops;
  }

  static int target(List<?> op) {
    return ((Number) op.get(1)).intValue();
  }

  static long number(Map<String, Object> test, String key) {
    return ((Number) test.get(key)).longValue();
  }

  /** How many bits are set, and a sum over them. */
  static String text(FixedBitSet bits) {
    long sum = 0;
    for (int doc = 0; doc < bits.length(); doc++) {
      if (bits.get(doc)) {
        sum = sum * 31 + doc;
      }
    }
    return bits.cardinality() + " bits, " + sum;
  }

  static String doc(int doc) {
    return doc == END ? "end" : Integer.toString(doc);
  }

  /** The iterator of a field of any type, and the text of the values of its document. */
  private record Values(DocIdSetIterator iterator, Exact exact, ValueText text) {}

  private interface Exact {
    boolean advance(int target) throws IOException;
  }

  private interface ValueText {
    String get() throws IOException;
  }

  private static Values open(SegmentReader leaf, FieldInfo field) throws IOException {
    switch (field.getDocValuesType()) {
      case NUMERIC -> {
        NumericDocValues values = leaf.getNumericDocValues(field.name);
        return new Values(values, values::advanceExact, () -> Long.toString(values.longValue()));
      }
      case SORTED -> {
        SortedDocValues values = leaf.getSortedDocValues(field.name);
        return new Values(values, values::advanceExact, () -> Integer.toString(values.ordValue()));
      }
      case BINARY -> {
        BinaryDocValues values = leaf.getBinaryDocValues(field.name);
        return new Values(values, values::advanceExact, () -> hex(values.binaryValue()));
      }
      case SORTED_NUMERIC -> {
        SortedNumericDocValues values = leaf.getSortedNumericDocValues(field.name);
        return new Values(values, values::advanceExact, () -> {
          StringBuilder text = new StringBuilder();
          for (int i = values.docValueCount(); i > 0; i--) {
            text.append(values.nextValue()).append(i > 1 ? "," : "");
          }
          return text.toString();
        });
      }
      case SORTED_SET -> {
        SortedSetDocValues values = leaf.getSortedSetDocValues(field.name);
        return new Values(values, values::advanceExact, () -> {
          StringBuilder text = new StringBuilder();
          for (int i = values.docValueCount(); i > 0; i--) {
            text.append(values.nextOrd()).append(i > 1 ? "," : "");
          }
          return text.toString();
        });
      }
      default -> throw new IllegalArgumentException("field [" + field.name + "] has no doc values");
    }
  }

  private static String hex(BytesRef bytes) {
    return java.util.HexFormat.of().formatHex(bytes.bytes, bytes.offset, bytes.offset + bytes.length);
  }

  private static List<String> values(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    Values values = open(leaf, field);
    DocIdSetIterator it = values.iterator();
    List<String> answers = new ArrayList<>();
    answers.add("cost " + it.cost());
    boolean present = false;
    for (List<?> op : ops(test)) {
      String kind = (String) op.get(0);
      if (it.docID() == END || (kind.equals("bits") && !present)) {
        answers.add(it.docID() == END ? "end" : "-");
        continue;
      }
      String bits = "";
      switch (kind) {
        case "next" -> present = it.nextDoc() != END;
        case "advance" -> present = it.advance(Math.max(target(op), it.docID() + 1)) != END;
        case "exact" -> present = values.exact().advance(Math.max(Math.min(target(op), leaf.maxDoc() - 1), it.docID()));
        default -> {
          FixedBitSet set = new FixedBitSet(leaf.maxDoc());
          it.intoBitSet(Math.min(target(op), leaf.maxDoc()), set, 0);
          bits = text(set) + "; ";
          // SingletonSortedSetDocValues keeps the ordinal of the document before: it is read again.
          present = it.docID() != END && values.exact().advance(it.docID());
        }
      }
      String where = bits + doc(it.docID());
      answers.add(present ? where + "=" + values.text().get() + "/" + it.docIDRunEnd() : where);
    }
    return answers;
  }

  private static List<String> terms(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    SortedSetDocValues set = org.apache.lucene.index.DocValues.getSortedSet(leaf, field.name);
    TermsEnum it = set.termsEnum();
    List<String> answers = new ArrayList<>();
    answers.add("size " + set.getValueCount());
    for (List<?> op : ops(test)) {
      switch ((String) op.get(0)) {
        case "next" -> {
          // Past the end Lucene's ordinal counts on; the case ends there.
          BytesRef term = it.ord() < set.getValueCount() ? it.next() : null;
          answers.add(term == null ? "end" : it.ord() + "=" + hex(term));
        }
        case "ord" -> {
          if (target(op) >= set.getValueCount()) {
            answers.add("-");
          } else {
            it.seekExact((long) target(op));
            answers.add(it.ord() + "=" + hex(it.term()));
          }
        }
        case "ceil" -> {
          TermsEnum.SeekStatus status = it.seekCeil(BytesMapper.hex(Map.of("hex", op.get(1))));
          answers.add(status + (status == TermsEnum.SeekStatus.END ? "" : " " + it.ord() + "=" + hex(it.term())));
        }
        case "exact" -> answers.add(Boolean.toString(it.seekExact(BytesMapper.hex(Map.of("hex", op.get(1))))));
        default -> answers.add(Long.toString(set.lookupTerm(BytesMapper.hex(Map.of("hex", op.get(1))))));
      }
    }
    return answers;
  }

  private static List<String> bulk(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    List<?> listed = (List<?>) test.get("docs");
    int[] docs = new int[listed.size()];
    for (int i = 0; i < docs.length; i++) {
      docs[i] = ((Number) listed.get(i)).intValue();
    }
    List<String> answers = new ArrayList<>();
    switch (field.getDocValuesType()) {
      case NUMERIC -> {
        long[] values = new long[docs.length];
        leaf.getNumericDocValues(field.name).longValues(docs.length, docs, values, number(test, "default"));
        for (long value : values) {
          answers.add(Long.toString(value));
        }
      }
      case BINARY -> {
        BytesRef[] values = new BytesRef[docs.length];
        leaf.getBinaryDocValues(field.name).binaryValues(docs.length, docs, values);
        for (BytesRef value : values) {
          answers.add(value == null ? "none" : hex(value));
        }
      }
      default -> answers.add("-");
    }
    return answers;
  }

  private static List<String> rangeBits(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    int from = (int) number(test, "from");
    int to = (int) number(test, "to");
    long low = number(test, "low");
    long high = number(test, "high");
    FixedBitSet bits = new FixedBitSet(leaf.maxDoc());
    switch (field.getDocValuesType()) {
      case NUMERIC -> leaf.getNumericDocValues(field.name).rangeIntoBitSet(from, to, low, high, bits, 0);
      case SORTED_NUMERIC -> leaf.getSortedNumericDocValues(field.name).rangeIntoBitSet(from, to, low, high, bits, 0);
      case SORTED -> leaf.getSortedDocValues(field.name).ordinalRangeIntoBitSet(from, to, low, high, bits, 0);
      default -> {
        return List.of("-");
      }
    }
    return List.of(text(bits));
  }
}
