// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/**
 * Times of the released Lucene in this JVM, as samples in nanoseconds of one operation each, with a
 * checksum to compare before the times. A sample repeats short operations until a millisecond has
 * passed and divides.
 *
 * <p>{@code what}: "index" (mapping, docs, flush_docs, output), "merge" (dir with segments, output),
 * "points" (points: how many),
 * "columns" (mapping, documents, segments, merge, output),
 * "blocks" (dir with a file of longs for each of patterns, block_sizes; with Elasticsearch's classes),
 * "decode" (dir, fields), "ranges" (dir, ranges). "decode" warms every numeric field first, so its
 * code has seen many fields; {@code "fresh": true} touches only the named ones. Bulk decodes are
 * timed without summing; the sum of all values is their checksum.
 */
final class Bench {
  private static final long SAMPLE_NANOS = 1_000_000;
  private static final int MAX_WARMUP_SLICES = 10;

  /** Takes the times of an operation; with {@code verify}, its answer is what the other side is compared with. */
  interface Measure {
    void take(String name, Operation operation, Operation verify) throws IOException;
  }

  /** One operation; returns its checksum. */
  interface Operation {
    long run() throws IOException;
  }

  private final int runs;
  private final long warmupNanos;
  private final Map<String, Object> results = new LinkedHashMap<>();

  private Bench(Map<String, Object> command) {
    runs = Judge.number(command, "runs", 15);
    warmupNanos = Judge.number(command, "warmup_ms", 1000) * 1_000_000L;
  }

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    Bench bench = new Bench(command);
    List<?> what = (List<?>) command.get("what");
    if (what.contains("index")) {
      bench.index(command);
    }
    if (what.contains("merge")) {
      bench.merge(command);
    }
    if (what.contains("points")) {
      bench.points(command);
    }
    if (what.contains("columns")) {
      bench.columns(command);
    }
    if (what.contains("blocks")) {
      BenchBlocks.run(command, bench::measure);
    }
    if (what.contains("decode") || what.contains("ranges")) {
      try (Directory directory = new MMapDirectory(Path.of((String) command.get("dir")));
          DirectoryReader reader = DirectoryReader.open(directory)) {
        if (what.contains("decode")) {
          bench.decode(reader, command);
        }
        if (what.contains("ranges")) {
          bench.ranges(reader, (List<?>) command.get("ranges"));
        }
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("lucene", org.apache.lucene.util.Version.LATEST.toString());
    answer.put("java", Runtime.version().toString());
    answer.put("vectors", org.apache.lucene.util.VectorUtil.class.getModule() != null
        && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
    answer.put("results", bench.results);
    return answer;
  }

  private void measure(String name, Operation operation) throws IOException {
    measure(name, operation, null);
  }

  /**
   * Warms the operation up, then samples it; every run must give the same checksum. With {@code
   * verify}, its answer is what the other side is compared with.
   */
  private void measure(String name, Operation operation, Operation verify) throws IOException {
    long checksum = operation.run();
    long loops = Math.max(1, SAMPLE_NANOS / warmUp(operation));
    long[] samples = new long[runs];
    for (int i = 0; i < runs; i++) {
      long from = System.nanoTime();
      for (long loop = 0; loop < loops; loop++) {
        if (operation.run() != checksum) {
          throw new IllegalStateException(name + " gave two checksums");
        }
      }
      samples[i] = (System.nanoTime() - from) / loops;
    }
    put(name, samples, verify == null ? checksum : verify.run());
  }

  /** Runs until a slice of time is no faster than the one before; returns nanoseconds a run. */
  private long warmUp(Operation operation) throws IOException {
    long before = Long.MAX_VALUE;
    for (int slice = 0; ; slice++) {
      long started = System.nanoTime();
      long loops = 0;
      do {
        operation.run();
        loops++;
      } while (System.nanoTime() - started < warmupNanos);
      long now = Math.max(1, (System.nanoTime() - started) / loops);
      if (slice >= 1 && now > before * 0.9 || slice == MAX_WARMUP_SLICES) {
        return now;
      }
      before = now;
    }
  }

  private void put(String name, long[] samples, long checksum) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ns", samples);
    result.put("checksum", checksum);
    results.put(name, result);
  }

  /** Whole indexing runs into a fresh folder: with and without JSON, flushes alone, forced merge. */
  private void index(Map<String, Object> command) throws IOException {
    String[] stages = {"parse_ms", "index_ms", "flush_ms", "merge_ms"};
    long[][] nanos = new long[stages.length][runs];
    long bytes = 0;
    Path output = Path.of((String) command.get("output"));
    for (int run = -Judge.number(command, "warmup_runs", 1); run < runs; run++) {
      delete(output);
      Map<String, Object> answer = Indexer.index(command);
      for (int s = 0; s < stages.length && run >= 0; s++) {
        nanos[s][run] = (long) ((Double) answer.get(stages[s]) * 1e6);
      }
      bytes = (Long) answer.get("bytes");
    }
    delete(output);
    long[] withJson = new long[runs];
    long[] withoutJson = new long[runs];
    for (int i = 0; i < runs; i++) {
      withoutJson[i] = nanos[1][i] + nanos[2][i];
      withJson[i] = withoutJson[i] + nanos[0][i];
    }
    put("index", withJson, bytes);
    put("index without JSON", withoutJson, bytes);
    put("flush", nanos[2], bytes);
    if (command.get("force_merge") != null) {
      put("forced merge after indexing", nanos[3], bytes);
    }
  }

  /** Forced merges of copies of one index: the first is cold, the rest are steady. */
  private void merge(Map<String, Object> command) throws IOException {
    Path source = Path.of((String) command.get("dir"));
    Path output = Path.of((String) command.get("output"));
    long[] samples = new long[runs];
    long bytes = 0;
    for (int run = 0; run < runs; run++) {
      delete(output);
      Files.createDirectories(output);
      try (Stream<Path> files = Files.list(source)) {
        for (Path file : files.filter(f -> !f.endsWith("write.lock")).toList()) {
          Files.copy(file, output.resolve(file.getFileName()));
        }
      }
      Map<String, Object> merge = new LinkedHashMap<>(command);
      merge.put("dir", output.toString());
      Map<String, Object> answer = Indexer.forceMergeExisting(merge);
      samples[run] = (long) ((Double) answer.get("merge_ms") * 1e6);
      bytes = (Long) answer.get("bytes");
    }
    delete(output);
    put("forced merge", samples, bytes);
  }

  private void points(Map<String, Object> command) throws IOException {
    BenchPoints points = new BenchPoints(
        Judge.number(command, "points", 1_000_000), runs, Judge.number(command, "warmup_runs", 5));
    putResult("1-D flush", points.flush(1, 8));
    putResult("2-D flush", points.flush(2, 4));
    putResult("10-way 1-D merge", points.merge());
  }

  private void putResult(String name, BenchPoints.Result result) {
    put(name, result.nanos(), result.checksum());
  }

  /** Flushes and merges of generated documents; the last run's index stays for a comparison. */
  private void columns(Map<String, Object> command) throws IOException {
    long[] flush = new long[runs];
    long[] merge = new long[runs];
    for (int run = -Judge.number(command, "warmup_runs", 1); run < runs; run++) {
      delete(Path.of((String) command.get("output")));
      long[] taken = BenchColumns.run(command);
      if (run >= 0) {
        flush[run] = taken[0];
        merge[run] = taken[1];
      }
    }
    put("flush", flush, 0);
    if (FieldMapper.flag(command, "merge", false)) {
      put("merge", merge, 0);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> walk = Files.walk(folder, new FileVisitOption[0])) {
        for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private void decode(DirectoryReader reader, Map<String, Object> command) throws IOException {
    List<String> all = new ArrayList<>();
    for (FieldInfo info : FieldInfos.getMergedFieldInfos(reader)) {
      if (info.getDocValuesType() == DocValuesType.NUMERIC || info.getDocValuesType() == DocValuesType.SORTED_NUMERIC) {
        all.add(info.name);
      }
    }
    List<String> fields = all;
    if (command.get("fields") instanceof List<?> names) {
      fields = names.stream().map(Object::toString).toList();
    }
    if (!FieldMapper.flag(command, "fresh", false)) {
      for (int round = 0; round < 3; round++) {
        for (String field : all) {
          BenchKernels.sequential(reader, field);
          BenchKernels.bulk(reader, field, true);
        }
      }
    }
    for (String field : fields) {
      if (!FieldMapper.flag(command, "bulk_only", false)) {
        measure("sequential decode of " + field, () -> BenchKernels.sequential(reader, field));
      }
      if (BenchKernels.everyDocHasOne(reader, field)) {
        measure(
            "bulk decode of " + field,
            () -> BenchKernels.bulk(reader, field, false),
            () -> BenchKernels.bulk(reader, field, true));
      }
    }
  }

  private void ranges(DirectoryReader reader, List<?> ranges) throws IOException {
    for (Object item : ranges) {
      Map<String, Object> map = Mapping.object(item, "range");
      RangeCount.Range range = new RangeCount.Range((String) map.get("field"), map.get("lo"), map.get("hi"));
      String name = range.field() + "=" + text(range.lo()) + ".." + text(range.hi());
      BenchKernels.Bits bits = new BenchKernels.Bits(reader);
      if (BenchKernels.singleValued(reader, range.field()) && asksFor(map, "range to bitset")) {
        measure("range to bitset " + name, () -> bits.rangeIntoBitSets(range));
      }
      for (String via : new String[] {"points", "skipper"}) {
        BenchKernels.Search search;
        try {
          search = new BenchKernels.Search(reader, range, via);
        } catch (IllegalArgumentException e) {
          continue; // The field has no such structure.
        }
        if (asksFor(map, via + " count")) {
          measure(via + " count " + name, search::count);
        }
        if (asksFor(map, via + " collect")) {
          measure(via + " collect " + name, () -> search.collect(bits));
        }
      }
    }
  }

  /** The "ways" of a range item, or all that the field has. */
  private static boolean asksFor(Map<String, Object> item, String way) {
    return !(item.get("ways") instanceof List<?> ways) || ways.contains(way);
  }

  private static String text(Object end) {
    return end == null ? "*" : end instanceof Number ? end.toString() : Json.write(end);
  }
}
