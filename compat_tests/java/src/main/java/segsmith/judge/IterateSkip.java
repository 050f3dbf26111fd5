// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.DocValuesRangeIterator;
import org.apache.lucene.search.SkipBlockRangeIterator;
import org.apache.lucene.util.FixedBitSet;

/** What Lucene's skippers and range iterators answer to a script; the cases of {@link Iterate}. */
final class IterateSkip {
  private IterateSkip() {}

  static List<String> skipper(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    DocValuesSkipper skipper = leaf.getDocValuesSkipper(field.name);
    List<String> answers = new ArrayList<>();
    answers.add(skipper.minValue() + ".." + skipper.maxValue() + "#" + skipper.docCount() + " most " + skipper.maxValueCount());
    for (List<?> op : Iterate.ops(test)) {
      if (op.get(0).equals("values")) {
        skipper.advance(((Number) op.get(1)).longValue(), ((Number) op.get(2)).longValue());
      } else if (Iterate.target(op) <= skipper.maxDocID(0)) {
        answers.add("-");
        continue;
      } else {
        skipper.advance(Iterate.target(op));
      }
      answers.add(levels(skipper));
    }
    return answers;
  }

  private static String levels(DocValuesSkipper skipper) {
    if (skipper.minDocID(0) == Iterate.END) {
      return "end";
    }
    StringBuilder text = new StringBuilder();
    for (int level = 0; level < skipper.numLevels(); level++) {
      text.append(level == 0 ? "" : " | ").append(skipper.minDocID(level)).append('-').append(skipper.maxDocID(level))
          .append(':').append(skipper.minValue(level)).append("..").append(skipper.maxValue(level))
          .append('#').append(skipper.docCount(level));
    }
    return text.toString();
  }

  static List<String> blocks(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    SkipBlockRangeIterator it = new SkipBlockRangeIterator(leaf.getDocValuesSkipper(field.name),
        Iterate.number(test, "low"), Iterate.number(test, "high"));
    List<String> answers = new ArrayList<>();
    answers.add("cost " + it.cost());
    for (List<?> op : Iterate.ops(test)) {
      if (it.docID() == Iterate.END) {
        answers.add("end");
        continue;
      }
      String bits = "";
      switch ((String) op.get(0)) {
        case "next" -> it.nextDoc();
        case "advance" -> it.advance(Math.max(Iterate.target(op), it.docID() + 1));
        default -> {
          if (it.docID() == -1) {
            answers.add("-");
            continue;
          }
          FixedBitSet set = new FixedBitSet(leaf.maxDoc());
          it.intoBitSet(Math.min(Iterate.target(op), leaf.maxDoc()), set, 0);
          bits = Iterate.text(set) + "; ";
        }
      }
      answers.add(it.docID() == Iterate.END ? bits + "end"
          : bits + it.docID() + " " + it.getMatch() + " to " + it.blockEnd() + "/" + it.docIDRunEnd());
    }
    return answers;
  }

  static List<String> range(SegmentReader leaf, FieldInfo field, Map<String, Object> test) throws IOException {
    DocValuesSkipper skipper = Boolean.TRUE.equals(test.get("skip")) ? leaf.getDocValuesSkipper(field.name) : null;
    DocValuesRangeIterator it = open(leaf, field, skipper, Iterate.number(test, "low"), Iterate.number(test, "high"));
    DocIdSetIterator walk = it.approximation();
    List<String> answers = new ArrayList<>();
    answers.add("cost " + walk.cost() + ", match cost " + it.matchCost());
    boolean asked = false;
    for (List<?> op : Iterate.ops(test)) {
      if (walk.docID() == Iterate.END) {
        answers.add("end");
        continue;
      }
      String kind = (String) op.get(0);
      boolean move = kind.equals("next") || kind.equals("advance");
      if (!move && (walk.docID() == -1 || asked)) {
        answers.add("-");
        continue;
      }
      String bits = "";
      switch (kind) {
        case "next" -> walk.nextDoc();
        case "advance" -> walk.advance(Math.max(Iterate.target(op), walk.docID() + 1));
        case "match" -> bits = it.matches() + "; ";
        default -> bits = Iterate.text(bits(it, kind, Math.min(Iterate.target(op), leaf.maxDoc()), leaf.maxDoc())) + "; ";
      }
      asked = kind.equals("match");
      answers.add(walk.docID() == Iterate.END ? bits + "end" : bits + walk.docID() + "/" + it.docIDRunEnd());
    }
    return answers;
  }

  private static FixedBitSet bits(DocValuesRangeIterator it, String kind, int upTo, int maxDoc) throws IOException {
    FixedBitSet set = new FixedBitSet(maxDoc);
    if (kind.equals("bits")) {
      it.intoBitSet(upTo, set, 0);
      return set;
    }
    for (int doc = 0; doc < maxDoc; doc++) {
      if (doc % 3 != 0) {
        set.set(doc);
      }
    }
    it.applyMask(upTo, set, 0);
    return set;
  }

  private static DocValuesRangeIterator open(SegmentReader leaf, FieldInfo field, DocValuesSkipper skipper, long low, long high)
      throws IOException {
    switch (field.getDocValuesType()) {
      case NUMERIC, SORTED_NUMERIC -> {
        SortedNumericDocValues values = DocValues.getSortedNumeric(leaf, field.name);
        NumericDocValues single = DocValues.unwrapSingleton(values);
        return single != null ? DocValuesRangeIterator.forRange(single, skipper, low, high)
            : DocValuesRangeIterator.forRange(values, skipper, low, high);
      }
      default -> {
        SortedSetDocValues values = DocValues.getSortedSet(leaf, field.name);
        SortedDocValues single = DocValues.unwrapSingleton(values);
        return single != null ? DocValuesRangeIterator.forOrdinalRange(single, skipper, low, high)
            : DocValuesRangeIterator.forOrdinalRange(values, skipper, low, high);
      }
    }
  }
}
