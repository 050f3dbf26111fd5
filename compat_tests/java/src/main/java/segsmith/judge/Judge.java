// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/**
 * The real Lucene behind a pipe: one JSON command a line on standard input, one JSON answer a line
 * on standard output. A failed command answers {@code {"error": ...}}.
 */
public final class Judge {
  private Judge() {}

  public static void main(String[] args) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // What a library logs is no answer.
    if (args.length > 0) {
      String answer = answer(args[0]);
      out.println(answer);
      System.exit(answer.startsWith("{\"error\"") ? 2 : 0);
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        out.println(answer(line));
      }
    }
  }

  private static String answer(String line) {
    try {
      return Json.write(run(Mapping.object(Json.parse(line), "command")));
    } catch (Exception | AssertionError | LinkageError | OutOfMemoryError | StackOverflowError e) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("error", e.getMessage() == null ? e.toString() : e.getMessage());
      answer.put("class", e.getClass().getName());
      return Json.write(answer);
    }
  }

  private static Map<String, Object> run(Map<String, Object> command) throws Exception {
    return switch (text(command, "cmd", "")) {
      case "index" -> Indexer.index(command);
      case "force_merge" -> Indexer.forceMergeExisting(command);
      case "check" -> check(Path.of((String) command.get("dir")));
      case "dump" -> Dump.run(command);
      case "compare_bytes" -> CompareBytes.run(command);
      case "query" -> RangeCount.run(command);
      case "foreign" -> Foreign.run(command);
      case "merge_plan" -> MergePlan.run(command);
      case "point_tree" -> PointTrees.run(command);
      case "foreign_updates" -> ForeignUpdates.run(command);
      case "modify" -> Modify.run(command);
      case "foreign_merge" -> ForeignMerges.run(command);
      case "iterate" -> Iterate.run(command);
      case "bench" -> Bench.run(command);
      default -> throw new IllegalArgumentException("unknown command [" + command.get("cmd") + "]");
    };
  }

  private static Map<String, Object> check(Path path) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Map<String, Object> answer = new LinkedHashMap<>();
    try (Directory directory = FSDirectory.open(path)) {
      if (!DirectoryReader.indexExists(directory)) {
        throw new IllegalArgumentException(path + " is not an index");
      }
      try (CheckIndex check = new CheckIndex(directory)) {
        check.setLevel(CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS);
        check.setInfoStream(new PrintStream(text, true, StandardCharsets.UTF_8), false);
        CheckIndex.Status status = check.checkIndex();
        answer.put("clean", status.clean);
        answer.put("segments", status.numSegments);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        answer.put("docs", reader.numDocs());
      } catch (IOException | RuntimeException e) {
        answer.put("clean", false);
        answer.put("open_error", e.toString());
      }
    }
    answer.put("output", text.toString(StandardCharsets.UTF_8));
    return answer;
  }

  static String text(Map<String, Object> command, String key, String otherwise) {
    Object value = command.get(key);
    return value == null ? otherwise : value.toString();
  }

  static int number(Map<String, Object> command, String key, int otherwise) {
    return command.get(key) instanceof Number value ? value.intValue() : otherwise;
  }
}
