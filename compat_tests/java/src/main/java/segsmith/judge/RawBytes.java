// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cursor over the bytes of an index file, read without Lucene's own readers. */
final class RawBytes {
  private static final int HEADER_MAGIC = 0x3FD76C17;
  private static final int ID_LENGTH = 16;
  private static final int FOOTER_LENGTH = 16;

  final byte[] bytes;
  int at;

  RawBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  int u8() {
    return bytes[at++] & 0xff;
  }

  int beInt() {
    return u8() << 24 | u8() << 16 | u8() << 8 | u8();
  }

  long beLong() {
    return (long) beInt() << 32 | beInt() & 0xffffffffL;
  }

  int leInt() {
    return Integer.reverseBytes(beInt());
  }

  long leLong() {
    return Long.reverseBytes(beLong());
  }

  int vInt() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = u8();
      value |= (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }

  long vLong() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
  }

  String string() {
    int length = vInt();
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  List<String> sortedSet() {
    List<String> set = new ArrayList<>();
    for (int n = vInt(); n > 0; n--) {
      set.add(string());
    }
    set.sort(null);
    return set;
  }

  Map<String, String> map() {
    Map<String, String> map = new LinkedHashMap<>();
    for (int n = vInt(); n > 0; n--) {
      map.put(string(), string());
    }
    return map;
  }

  /** Reads an index header; returns "name version suffix" and leaves out the id. */
  String header() {
    if (beInt() != HEADER_MAGIC) {
      throw new IllegalArgumentException("no header magic");
    }
    String name = string();
    int version = beInt();
    at += ID_LENGTH;
    int length = u8();
    at += length;
    return name + " v" + version + " suffix [" + new String(bytes, at - length, length, StandardCharsets.UTF_8) + "]";
  }

  /** Zeroes the header's id and the footer's checksum of the file that stands in [from, to). */
  static void mask(byte[] bytes, int from, int to) {
    RawBytes in = new RawBytes(bytes);
    in.at = from;
    if (to - from < FOOTER_LENGTH || in.beInt() != HEADER_MAGIC) {
      return;
    }
    in.string();
    in.at += 4;
    if (in.at + ID_LENGTH <= to - FOOTER_LENGTH) {
      Arrays.fill(bytes, in.at, in.at + ID_LENGTH, (byte) 0);
    }
    Arrays.fill(bytes, to - 8, to, (byte) 0);
  }

  /** One file of a compound file. */
  record Entry(String name, long offset, long length) {}

  /** The entries of a .cfe, in its order. */
  static List<Entry> entries(byte[] cfe) {
    RawBytes in = new RawBytes(cfe);
    in.header();
    List<Entry> entries = new ArrayList<>();
    for (int n = in.vInt(); n > 0; n--) {
      entries.add(new Entry(in.string(), in.leLong(), in.leLong()));
    }
    return entries;
  }

  /** A .si by content: name and value pairs; files sorted, no id, no diagnostics. */
  static Map<String, Object> segmentInfo(byte[] bytes) {
    RawBytes in = new RawBytes(bytes);
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("header", in.header());
    out.put("version", in.leInt() + "." + in.leInt() + "." + in.leInt());
    out.put("min version", in.u8() == 1 ? in.leInt() + "." + in.leInt() + "." + in.leInt() : "none");
    out.put("max doc", in.leInt());
    out.put("compound", in.u8());
    out.put("has blocks", in.u8());
    in.map();
    out.put("files", in.sortedSet());
    out.put("attributes", in.map());
    int keys = in.vInt();
    out.put("sort keys", keys);
    // The rest, up to the footer, are the sort keys in their own bytes.
    out.put("sort", java.util.HexFormat.of().formatHex(bytes, in.at, bytes.length - FOOTER_LENGTH));
    return out;
  }

  /** A segments_N by content: no ids, no change counter. */
  static Map<String, Object> commit(byte[] bytes) {
    RawBytes in = new RawBytes(bytes);
    Map<String, Object> out = new LinkedHashMap<>();
    String header = in.header();
    out.put("header", header);
    out.put("version", in.vInt() + "." + in.vInt() + "." + in.vInt());
    out.put("created major", in.vInt());
    in.beLong();
    out.put("name counter", in.vLong());
    int segments = in.beInt();
    out.put("segments", segments);
    if (segments > 0) {
      out.put("min version", in.vInt() + "." + in.vInt() + "." + in.vInt());
    }
    boolean overlays = header.contains(" v11 ");
    for (int s = 0; s < segments; s++) {
      out.put("segment " + s, in.segment(overlays));
    }
    out.put("user data", new java.util.TreeMap<>(in.map()));
    out.put("bytes to the footer", bytes.length - FOOTER_LENGTH - in.at);
    return out;
  }

  private Map<String, Object> segment(boolean overlays) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("name", string());
    at += ID_LENGTH;
    out.put("codec", string());
    out.put("delGen", beLong());
    out.put("delCount", beInt());
    out.put("fieldInfosGen", beLong());
    out.put("docValuesGen", beLong());
    out.put("softDelCount", beInt());
    int hasId = u8();
    out.put("has commit id", hasId);
    at += hasId == 1 ? ID_LENGTH : 0;
    out.put("field infos files", sortedSet());
    Map<Object, Object> updates = new java.util.TreeMap<>();
    for (int n = beInt(); n > 0; n--) {
      updates.put(beInt(), sortedSet());
    }
    out.put("doc values updates", updates);
    for (int n = overlays ? beInt() : 0; n > 0; n--) {
      List<Long> generations = new ArrayList<>();
      int field = beInt();
      generations.add(beLong());
      for (int g = beInt(); g > 0; g--) {
        generations.add(beLong());
      }
      out.put("overlay of field " + field, generations);
    }
    return out;
  }
}
