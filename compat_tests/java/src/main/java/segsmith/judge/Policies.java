// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.TieredMergePolicy;

/** Merge policies with Elasticsearch's settings, and when a merged segment is compound. */
final class Policies {
  private Policies() {}

  /** The policy named {@code policy} with Lucene's defaults, changed by the map {@code set}. */
  static MergePolicy create(Map<String, Object> state) {
    MergePolicy policy =
        switch ((String) state.get("policy")) {
          case "tiered" -> new TieredMergePolicy();
          case "log_byte_size" -> new LogByteSizeMergePolicy();
          case "log_doc" -> new LogDocMergePolicy();
          default -> throw new IllegalArgumentException("unknown policy " + state.get("policy"));
        };
    if (state.get("set") instanceof Map<?, ?> settings) {
      for (Map.Entry<?, ?> setting : settings.entrySet()) {
        set(policy, (String) setting.getKey(), setting.getValue());
      }
    }
    return policy;
  }

  /** Calls the setter whose name in snake case is the key. */
  private static void set(MergePolicy policy, String key, Object value) {
    for (Method method : policy.getClass().getMethods()) {
      if (!method.getName().startsWith("set") || method.getParameterCount() != 1) {
        continue;
      }
      String name =
          method
              .getName()
              .substring(3)
              .replaceAll("([a-z])([A-Z])", "$1_$2")
              .replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
              .toLowerCase(Locale.ROOT);
      if (!name.equals(key)) {
        continue;
      }
      Class<?> type = method.getParameterTypes()[0];
      Object argument =
          type == boolean.class
              ? value
              : type == int.class
                  ? (Object) ((Number) value).intValue()
                  : (Object) ((Number) value).doubleValue();
      try {
        method.invoke(policy, argument);
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(key + ": " + e.getCause(), e);
      }
      return;
    }
    throw new IllegalArgumentException("no setter for " + key);
  }

  static MergePolicy create(String name, String compound, String compoundFormat) {
    MergePolicy policy = switch (name) {
      case "log_byte_size", "time_based" -> {
        LogByteSizeMergePolicy log = new LogByteSizeMergePolicy();
        log.setMergeFactor(32);
        log.setMinMergeMB(2);
        log.setMaxMergeMB(100 * 1024);
        yield log;
      }
      case "log_doc" -> new LogDocMergePolicy();
      case "tiered" -> {
        TieredMergePolicy tiered = new TieredMergePolicy();
        tiered.setSegmentsPerTier(10);
        tiered.setMaxMergedSegmentMB(5 * 1024);
        tiered.setFloorSegmentMB(2);
        tiered.setDeletesPctAllowed(20);
        tiered.setForceMergeDeletesPctAllowed(10);
        tiered.setMaxMergeAtOnce(10);
        yield tiered;
      }
      default -> throw new IllegalArgumentException("unknown merge policy [" + name + "]");
    };
    return withCompound(policy, compound, compoundFormat);
  }

  static MergePolicy withCompound(MergePolicy policy, String compound, String compoundFormat) {
    switch (compound) {
      case "always" -> compound(policy, 1, Double.POSITIVE_INFINITY);
      case "never" -> compound(policy, 0, Double.POSITIVE_INFINITY);
      default -> fromSetting(policy, compoundFormat.toLowerCase(Locale.ROOT));
    }
    return policy;
  }

  private static void compound(MergePolicy policy, double ratio, double maxMegabytes) {
    policy.setNoCFSRatio(ratio);
    policy.setMaxCFSSegmentSizeMB(maxMegabytes);
  }

  /** true, false, a ratio of the whole index, or a size. */
  private static void fromSetting(MergePolicy policy, String setting) {
    if (setting.equals("true") || setting.equals("false")) {
      compound(policy, setting.equals("true") ? 1 : 0, Double.POSITIVE_INFINITY);
    } else if (setting.endsWith("b")) {
      compound(policy, 1, megabytes(setting));
    } else {
      compound(policy, Double.parseDouble(setting), Double.POSITIVE_INFINITY);
    }
  }

  private static double megabytes(String size) {
    int digits = 0;
    while (digits < size.length() && (Character.isDigit(size.charAt(digits)) || size.charAt(digits) == '.')) {
      digits++;
    }
    double number = Double.parseDouble(size.substring(0, digits));
    return switch (size.substring(digits)) {
      case "b" -> number / (1 << 20);
      case "kb" -> number / 1024;
      case "mb" -> number;
      case "gb" -> number * 1024;
      default -> throw new IllegalArgumentException("unknown size [" + size + "]");
    };
  }
}
