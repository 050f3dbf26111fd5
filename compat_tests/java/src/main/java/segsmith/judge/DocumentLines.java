// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The documents of one file, a line each: NDJSON or bulk lines, plain, .gz or .zst. */
final class DocumentLines implements Closeable {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private boolean first = true;
  private boolean bulk;

  byte[] line = new byte[1 << 12];
  int length;
  long number;

  DocumentLines(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (name.endsWith(".zst")) {
      in = new ProcessBuilder("zstd", "-dcq", file.toString())
          .redirectError(ProcessBuilder.Redirect.INHERIT).start().getInputStream();
    } else if (name.endsWith(".gz")) {
      in = new GZIPInputStream(Files.newInputStream(file), 1 << 16);
    } else {
      in = Files.newInputStream(file);
    }
  }

  /** Moves to the next document; false at the end. */
  boolean next() throws IOException {
    if (!nextLine()) {
      return false;
    }
    if (first) {
      first = false;
      bulk = isAction();
      return !bulk || document();
    }
    if (bulk) {
      if (!isAction()) {
        throw new IOException("line " + number + " is not an index or create action");
      }
      return document();
    }
    return true;
  }

  private boolean document() throws IOException {
    if (!nextLine()) {
      throw new IOException("the action of line " + number + " has no document");
    }
    return true;
  }

  private boolean isAction() throws IOException {
    if (length > 4096) {
      return false;
    }
    try {
      return Json.parse(new String(line, 0, length, StandardCharsets.UTF_8)) instanceof Map<?, ?> map
          && map.size() == 1 && (map.containsKey("index") || map.containsKey("create"))
          && map.values().iterator().next() instanceof Map;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean nextLine() throws IOException {
    while (readLine()) {
      number++;
      if (length > 0 && line[length - 1] == '\r') {
        length--;
      }
      for (int i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t') {
          return true;
        }
      }
    }
    return false;
  }

  private boolean readLine() throws IOException {
    length = 0;
    boolean any = false;
    while (true) {
      if (position == limit) {
        limit = Math.max(0, in.read(buffer));
        position = 0;
        if (limit == 0) {
          return any;
        }
      }
      any = true;
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      int n = end - position;
      if (length + n > line.length) {
        line = Arrays.copyOf(line, Math.max(line.length * 2, length + n));
      }
      System.arraycopy(buffer, position, line, length, n);
      length += n;
      position = end;
      if (end < limit) {
        position++;
        return true;
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
