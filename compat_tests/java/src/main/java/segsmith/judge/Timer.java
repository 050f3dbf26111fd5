// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up wall time by the name of the stage that ends. */
final class Timer {
  private final Map<String, long[]> nanos = new LinkedHashMap<>();
  private long since;

  Timer() {
    for (String name : new String[] {"parse_ms", "index_ms", "flush_ms", "merge_ms", "commit_ms"}) {
      nanos.put(name, new long[1]);
    }
  }

  void start() {
    since = System.nanoTime();
  }

  void stop(String stage) {
    nanos.get(stage)[0] += System.nanoTime() - since;
  }

  /** Ends a stage and starts the next at the same instant. */
  void next(String stage) {
    long now = System.nanoTime();
    nanos.get(stage)[0] += now - since;
    since = now;
  }

  Map<String, Object> milliseconds() {
    Map<String, Object> result = new LinkedHashMap<>();
    nanos.forEach((name, n) -> result.put(name, Math.round(n[0] / 1e3) / 1e3));
    return result;
  }
}
