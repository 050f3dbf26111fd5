// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PointRangeQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/** Counts of documents with a value in [lo, hi], by the released query classes or by a plain scan. */
final class RangeCount {
  /** Both ends inclusive; numbers are the stored 64-bit integers, bytes {"hex": ...}; null is open. */
  record Range(String field, Object lo, Object hi) {
    long low() {
      return lo == null ? Long.MIN_VALUE : ((Number) lo).longValue();
    }

    long high() {
      return hi == null ? Long.MAX_VALUE : ((Number) hi).longValue();
    }

    BytesRef lowBytes() throws IOException {
      return lo == null ? null : BytesMapper.hex(lo);
    }

    BytesRef highBytes() throws IOException {
      return hi == null ? null : BytesMapper.hex(hi);
    }
  }

  private RangeCount() {}

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Range range = new Range((String) command.get("field"), command.get("lo"), command.get("hi"));
    String via = Judge.text(command, "via", "scan");
    try (Directory directory = FSDirectory.open(Path.of((String) command.get("dir")));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("count", count(reader, range, via));
      return answer;
    }
  }

  static long count(DirectoryReader reader, Range range, String via) throws IOException {
    FieldInfo info = FieldInfos.getMergedFieldInfos(reader).fieldInfo(range.field());
    if (info == null) {
      return 0;
    }
    if (via.equals("scan")) {
      return scan(reader, info, range);
    }
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
    return searcher.count(query(info, range, via));
  }

  static Query query(FieldInfo info, Range range, String via) throws IOException {
    if (via.equals("points")) {
      return points(info, range);
    }
    if (!via.equals("skipper")) {
      throw new IllegalArgumentException("unknown via [" + via + "]");
    }
    if (info.docValuesSkipIndexType() == DocValuesSkipIndexType.NONE) {
      throw new IllegalArgumentException("field [" + info.name + "] has no skip index");
    }
    return switch (info.getDocValuesType()) {
      case NUMERIC -> NumericDocValuesField.newSlowRangeQuery(info.name, range.low(), range.high());
      case SORTED_NUMERIC -> SortedNumericDocValuesField.newSlowRangeQuery(info.name, range.low(), range.high());
      case SORTED -> SortedDocValuesField.newSlowRangeQuery(info.name, range.lowBytes(), range.highBytes(), true, true);
      case SORTED_SET -> SortedSetDocValuesField.newSlowRangeQuery(info.name, range.lowBytes(), range.highBytes(), true, true);
      default -> throw new IllegalArgumentException("no range over " + info.getDocValuesType());
    };
  }

  private static Query points(FieldInfo info, Range range) throws IOException {
    int width = info.getPointNumBytes();
    if (info.getPointDimensionCount() != 1) {
      throw new IllegalArgumentException("field [" + info.name + "] has no 1-D points");
    }
    byte[] low = new byte[width];
    byte[] high = new byte[width];
    java.util.Arrays.fill(high, (byte) 0xff);
    if (range.lo() instanceof Map<?, ?> || range.hi() instanceof Map<?, ?>) {
      copy(range.lowBytes(), low);
      copy(range.highBytes(), high);
    } else {
      long limit = width == 8 ? Long.MAX_VALUE : (1L << (8 * width - 1)) - 1;
      if (range.low() > limit || range.high() < -limit - 1) {
        return new MatchNoDocsQuery();
      }
      pack(Math.max(range.low(), -limit - 1), low);
      pack(Math.min(range.high(), limit), high);
    }
    return new PointRangeQuery(info.name, low, high, 1) {
      @Override
      protected String toString(int dimension, byte[] value) {
        return java.util.HexFormat.of().formatHex(value);
      }
    };
  }

  private static void copy(BytesRef from, byte[] to) {
    if (from != null) {
      System.arraycopy(from.bytes, from.offset, to, 0, to.length);
    }
  }

  private static void pack(long value, byte[] out) {
    switch (out.length) {
      case 8 -> NumericUtils.longToSortableBytes(value, out, 0);
      case 4 -> NumericUtils.intToSortableBytes((int) value, out, 0);
      case 2 -> Converters.shortToSortableBytes((short) value, out);
      default -> throw new IllegalArgumentException("points of " + out.length + " bytes take {\"hex\"}");
    }
  }

  private static long scan(DirectoryReader reader, FieldInfo info, Range range) throws IOException {
    long count = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      boolean numeric = info.getDocValuesType() == DocValuesType.NUMERIC
          || info.getDocValuesType() == DocValuesType.SORTED_NUMERIC;
      SortedNumericDocValues numbers = numeric ? DocValues.getSortedNumeric(leaf.reader(), info.name) : null;
      SortedSetDocValues terms = numeric ? null : DocValues.getSortedSet(leaf.reader(), info.name);
      DocIdSetIterator documents = numeric ? numbers : terms;
      for (int doc = documents.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = documents.nextDoc()) {
        if ((live == null || live.get(doc)) && (numeric ? matches(numbers, range) : matches(terms, range))) {
          count++;
        }
      }
    }
    return count;
  }

  private static boolean matches(SortedNumericDocValues values, Range range) throws IOException {
    for (int i = values.docValueCount(); i > 0; i--) {
      long value = values.nextValue();
      if (value >= range.low() && value <= range.high()) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(SortedSetDocValues values, Range range) throws IOException {
    for (int i = values.docValueCount(); i > 0; i--) {
      BytesRef value = values.lookupOrd(values.nextOrd());
      if ((range.lo() == null || value.compareTo(range.lowBytes()) >= 0)
          && (range.hi() == null || value.compareTo(range.highBytes()) <= 0)) {
        return true;
      }
    }
    return false;
  }
}
