// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares two index directories byte by byte, outside the ids in headers and the footers'
 * checksums. {@code .si} and segments_N are compared by content, since they hold diagnostics, ids
 * and a change counter.
 */
final class CompareBytes {
  private final Path a;
  private final Path b;
  private final List<Map<String, Object>> differences = new ArrayList<>();
  private final Map<String, long[]> byExtension = new TreeMap<>();
  private long bytesCompared;

  private CompareBytes(Path a, Path b) {
    this.a = a;
    this.b = b;
  }

  static Map<String, Object> run(Map<String, Object> command) throws IOException {
    CompareBytes compare = new CompareBytes(Path.of((String) command.get("a")), Path.of((String) command.get("b")));
    int files = compare.directories();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("equal", compare.differences.isEmpty());
    answer.put("files", files);
    answer.put("bytes", compare.bytesCompared);
    answer.put("by_extension", compare.byExtension);
    answer.put("differences", compare.differences);
    return answer;
  }

  private int directories() throws IOException {
    TreeSet<String> inA = list(a);
    TreeSet<String> inB = list(b);
    TreeSet<String> all = new TreeSet<>(inA);
    all.addAll(inB);
    for (String file : all) {
      if (!inA.contains(file)) {
        differ(file, -1, null, "only in b");
      } else if (!inB.contains(file)) {
        differ(file, -1, null, "only in a");
      } else {
        file(file, Files.readAllBytes(a.resolve(file)), Files.readAllBytes(b.resolve(file)));
      }
    }
    return all.size();
  }

  private static TreeSet<String> list(Path directory) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.map(f -> f.getFileName().toString()).filter(f -> !f.equals("write.lock")).forEach(names::add);
    }
    return names;
  }

  private void differ(String file, long offset, String inner, String what) {
    Map<String, Object> difference = new LinkedHashMap<>();
    difference.put("file", file);
    difference.put("offset", offset);
    difference.put("inner_file", inner);
    difference.put("what", what);
    differences.add(difference);
  }

  /** Counts a file, also one inside a compound file, by its extension: files, bytes. */
  private void tally(String name, long length) {
    String extension = name.startsWith("segments_") ? "segments_N" : name.substring(name.lastIndexOf('.') + 1);
    long[] sums = byExtension.computeIfAbsent(extension, k -> new long[2]);
    sums[0]++;
    sums[1] += length;
  }

  private void file(String name, byte[] inA, byte[] inB) throws IOException {
    bytesCompared += inA.length;
    tally(name, inA.length);
    if (name.startsWith("segments_") || name.endsWith(".si")) {
      content(name, inA, inB);
    } else if (name.endsWith(".cfs")) {
      compound(name, inA, inB);
    } else {
      RawBytes.mask(inA, 0, inA.length);
      RawBytes.mask(inB, 0, inB.length);
      bytes(name, null, inA, 0, inA.length, inB, 0, inB.length);
    }
  }

  private void content(String name, byte[] inA, byte[] inB) {
    Map<String, Object> contentA;
    Map<String, Object> contentB;
    try {
      contentA = name.endsWith(".si") ? RawBytes.segmentInfo(inA) : RawBytes.commit(inA);
      contentB = name.endsWith(".si") ? RawBytes.segmentInfo(inB) : RawBytes.commit(inB);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      differ(name, -1, null, "cannot be parsed: " + e.getMessage());
      return;
    }
    TreeSet<String> keys = new TreeSet<>(contentA.keySet());
    keys.addAll(contentB.keySet());
    for (String key : keys) {
      String textA = String.valueOf(contentA.get(key));
      String textB = String.valueOf(contentB.get(key));
      if (!textA.equals(textB)) {
        differ(name, -1, null, key + ": " + textA + " in a, " + textB + " in b");
        return;
      }
    }
  }

  private void compound(String name, byte[] inA, byte[] inB) throws IOException {
    String table = name.substring(0, name.length() - 1) + "e";
    Map<String, RawBytes.Entry> entriesB = new HashMap<>();
    List<RawBytes.Entry> entriesA;
    try {
      entriesA = entries(a.resolve(table), inA);
      entries(b.resolve(table), inB).forEach(e -> entriesB.put(e.name(), e));
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IOException e) {
      differ(name, -1, null, "its " + table + " cannot be parsed: " + e.getMessage());
      return;
    }
    int before = differences.size();
    for (RawBytes.Entry inner : entriesA) {
      tally(inner.name(), inner.length());
      RawBytes.Entry other = entriesB.remove(inner.name());
      if (other == null) {
        differ(name, inner.offset(), inner.name(), "inner file only in a");
      } else {
        bytes(name, inner.name(), inA, (int) inner.offset(), (int) inner.length(),
            inB, (int) other.offset(), (int) other.length());
      }
    }
    entriesB.values().forEach(e -> differ(name, e.offset(), e.name(), "inner file only in b"));
    if (differences.size() == before) {
      // Same inner files: what is left are the order, the padding and the envelope.
      bytes(name, null, inA, 0, inA.length, inB, 0, inB.length);
    }
  }

  private static List<RawBytes.Entry> entries(Path table, byte[] data) throws IOException {
    List<RawBytes.Entry> entries = RawBytes.entries(Files.readAllBytes(table));
    for (RawBytes.Entry e : entries) {
      if (e.offset() < 0 || e.length() < 0 || e.length() > data.length - e.offset()) {
        throw new IllegalArgumentException(e + " is outside the data");
      }
      RawBytes.mask(data, (int) e.offset(), (int) (e.offset() + e.length()));
    }
    RawBytes.mask(data, 0, data.length);
    return entries;
  }

  private void bytes(String file, String inner, byte[] inA, int fromA, int lengthA,
      byte[] inB, int fromB, int lengthB) {
    int at = Arrays.mismatch(inA, fromA, fromA + lengthA, inB, fromB, fromB + lengthB);
    if (at >= 0) {
      differ(file, at, inner, "a: " + around(inA, fromA, at, lengthA) + ", b: " + around(inB, fromB, at, lengthB)
          + ", lengths " + lengthA + " and " + lengthB);
    }
  }

  private static String around(byte[] bytes, int from, int at, int length) {
    return at >= length ? "(end)"
        : java.util.HexFormat.of().formatHex(bytes, from + at, from + Math.min(length, at + 12));
  }
}
