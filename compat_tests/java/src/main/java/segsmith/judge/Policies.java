// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.util.Locale;
import org.apache.lucene.index.LogByteSizeMergePolicy;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.TieredMergePolicy;

/** Merge policies with Elasticsearch's settings, and when a merged segment is compound. */
final class Policies {
  private Policies() {}

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
