// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.FixedBitSet;

/** The operations that {@link Bench} times, each over all segments of a reader. */
final class BenchKernels {
  /** Documents of a bulk call; the same on the other side. */
  private static final int BLOCK = 2048;

  private BenchKernels() {}

  static boolean singleValued(DirectoryReader reader, String field) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (singleton(leaf, field) == null) {
        return false;
      }
    }
    return true;
  }

  /** The field's single values (an empty one where the segment has none), or null if several. */
  private static NumericDocValues singleton(LeafReaderContext leaf, String field) throws IOException {
    FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(field);
    if (info == null) {
      return DocValues.emptyNumeric();
    }
    return switch (info.getDocValuesType()) {
      case NUMERIC -> leaf.reader().getNumericDocValues(field);
      case SORTED_NUMERIC -> DocValues.unwrapSingleton(leaf.reader().getSortedNumericDocValues(field));
      default -> null;
    };
  }

  /** Sum of all values, document by document. */
  static long sequential(DirectoryReader reader, String field) throws IOException {
    long sum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues single = singleton(leaf, field);
      if (single != null) {
        while (single.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          sum += single.longValue();
        }
        continue;
      }
      SortedNumericDocValues values = leaf.reader().getSortedNumericDocValues(field);
      while (values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        for (int i = values.docValueCount(); i > 0; i--) {
          sum += values.nextValue();
        }
      }
    }
    return sum;
  }

  /** Whether every document has exactly one value, so that both sides' bulk calls give the same. */
  static boolean everyDocHasOne(DirectoryReader reader, String field) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues single = singleton(leaf, field);
      if (single == null || single.cost() != leaf.reader().maxDoc()) {
        return false;
      }
    }
    return true;
  }

  /**
   * All values by blocks of documents, a document without one as 0; their sum, or the sum of the
   * last ones of the blocks.
   */
  static long bulk(DirectoryReader reader, String field, boolean sumAll) throws IOException {
    int[] docs = new int[BLOCK];
    long[] values = new long[BLOCK];
    long sum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues single = singleton(leaf, field);
      if (single == null) {
        return 0;
      }
      int maxDoc = leaf.reader().maxDoc();
      for (int from = 0; from < maxDoc; from += BLOCK) {
        int size = Math.min(BLOCK, maxDoc - from);
        for (int i = 0; i < size; i++) {
          docs[i] = from + i;
        }
        single.longValues(size, docs, values, 0L);
        if (sumAll) {
          for (int i = 0; i < size; i++) {
            sum += values[i];
          }
        } else {
          sum += values[size - 1];
        }
      }
    }
    return sum;
  }

  /** One bit set for each segment, allocated once. */
  static final class Bits {
    private final DirectoryReader reader;
    private final FixedBitSet[] sets;

    Bits(DirectoryReader reader) {
      this.reader = reader;
      sets = new FixedBitSet[reader.leaves().size()];
      for (LeafReaderContext leaf : reader.leaves()) {
        sets[leaf.ord] = new FixedBitSet(leaf.reader().maxDoc());
      }
    }

    /** Clears the sets, sets the documents of the range by the doc values alone, and counts them. */
    long rangeIntoBitSets(RangeCount.Range range) throws IOException {
      long count = 0;
      for (LeafReaderContext leaf : reader.leaves()) {
        FixedBitSet set = sets[leaf.ord];
        set.clear();
        singleton(leaf, range.field())
            .rangeIntoBitSet(0, leaf.reader().maxDoc(), range.low(), range.high(), set, 0);
        count += set.cardinality();
      }
      return count;
    }
  }

  /** A range as a query, with its weight made once. */
  static final class Search {
    private final IndexSearcher searcher;
    private final Query query;
    private final Weight weight;

    Search(DirectoryReader reader, RangeCount.Range range, String via) throws IOException {
      FieldInfo info = FieldInfos.getMergedFieldInfos(reader).fieldInfo(range.field());
      if (info == null) {
        throw new IllegalArgumentException("no field " + range.field());
      }
      searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      query = RangeCount.query(info, range, via);
      weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    }

    long count() throws IOException {
      return searcher.count(query);
    }

    /** Clears the bit sets, gathers all matches in them, and counts them. */
    long collect(Bits bits) throws IOException {
      long count = 0;
      for (LeafReaderContext leaf : searcher.getLeafContexts()) {
        FixedBitSet set = bits.sets[leaf.ord];
        set.clear();
        Scorer scorer = weight.scorer(leaf);
        if (scorer == null) {
          continue;
        }
        if (scorer.twoPhaseIterator() == null) {
          DocIdSetIterator matches = scorer.iterator();
          matches.nextDoc();
          matches.intoBitSet(DocIdSetIterator.NO_MORE_DOCS, set, 0);
        } else {
          var twoPhase = scorer.twoPhaseIterator();
          twoPhase.approximation().nextDoc();
          twoPhase.intoBitSet(DocIdSetIterator.NO_MORE_DOCS, set, 0);
        }
        count += set.cardinality();
      }
      return count;
    }
  }
}
