// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

/** IPv4 and IPv6 text to 16 bytes, IPv4 as ::ffff:a.b.c.d; no names, zones or prefixes. */
final class Ips {
  private Ips() {}

  /** Returns null if the text is no address. */
  static byte[] parse(String text) {
    byte[] out = new byte[16];
    if (text.indexOf(':') < 0) {
      out[10] = out[11] = (byte) 0xff;
      return v4(text, out, 12) ? out : null;
    }
    return v6(text, out) ? out : null;
  }

  private static boolean v4(String text, byte[] out, int at) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 4) {
      return false;
    }
    for (int i = 0; i < 4; i++) {
      int value = number(parts[i], 10, 3);
      if (value < 0 || value > 255 || parts[i].length() > 1 && parts[i].startsWith("0")) {
        return false;
      }
      out[at + i] = (byte) value;
    }
    return true;
  }

  private static boolean v6(String text, byte[] out) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return false;
    }
    if (gap < 0) {
      return groups(text, out, 0) == 16;
    }
    byte[] head = new byte[16];
    byte[] tail = new byte[16];
    int headLength = gap == 0 ? 0 : groups(text.substring(0, gap), head, 0);
    int tailLength = gap + 2 == text.length() ? 0 : groups(text.substring(gap + 2), tail, 0);
    if (headLength < 0 || tailLength < 0 || headLength + tailLength > 14) {
      return false;
    }
    System.arraycopy(head, 0, out, 0, headLength);
    System.arraycopy(tail, 0, out, 16 - tailLength, tailLength);
    return true;
  }

  /** Colon-separated groups, the last perhaps dotted; returns the bytes written, or -1. */
  private static int groups(String text, byte[] out, int at) {
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        return at + 4 <= 16 && v4(parts[i], out, at) ? at + 4 : -1;
      }
      int value = number(parts[i], 16, 4);
      if (value < 0 || at + 2 > 16) {
        return -1;
      }
      out[at++] = (byte) (value >> 8);
      out[at++] = (byte) value;
    }
    return at;
  }

  private static int number(String text, int radix, int most) {
    if (text.isEmpty() || text.length() > most) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) < 128 ? Character.digit(text.charAt(i), radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
    }
    return value;
  }
}
