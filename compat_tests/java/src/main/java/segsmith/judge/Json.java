// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON trees (maps in order, lists, strings, longs, big integers, doubles, booleans, null) and text. */
final class Json {
  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private Json() {}

  static Object parse(String text) throws IOException {
    try (JsonParser p = FACTORY.createParser(text)) {
      return whole(p);
    }
  }

  static Object parse(byte[] text) throws IOException {
    try (JsonParser p = FACTORY.createParser(text)) {
      return whole(p);
    }
  }

  private static Object whole(JsonParser p) throws IOException {
    p.nextToken();
    Object value = read(p);
    if (p.nextToken() != null) {
      throw new IOException("text after the JSON value at " + p.currentLocation());
    }
    return value;
  }

  /** Reads the value at the parser's current token, and leaves the parser on its last token. */
  static Object read(JsonParser p) throws IOException {
    JsonToken token = p.currentToken();
    if (token == null) {
      throw new IOException("no JSON value");
    }
    switch (token) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (p.nextToken() != JsonToken.END_OBJECT) {
          String name = p.currentName();
          p.nextToken();
          map.put(name, read(p));
        }
        return map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (p.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(p));
        }
        return list;
      }
      case VALUE_STRING -> {
        return p.getText();
      }
      case VALUE_NUMBER_INT -> {
        return p.getNumberType() == JsonParser.NumberType.BIG_INTEGER
            ? p.getBigIntegerValue()
            : (Object) p.getLongValue();
      }
      case VALUE_NUMBER_FLOAT -> {
        return p.getDoubleValue();
      }
      case VALUE_TRUE -> {
        return true;
      }
      case VALUE_FALSE -> {
        return false;
      }
      case VALUE_NULL -> {
        return null;
      }
      default -> throw new IOException("unexpected JSON token " + token);
    }
  }

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    write(out, value);
    return out.toString();
  }

  static void write(StringBuilder out, Object value) {
    switch (value) {
      case null -> out.append("null");
      case String s -> quote(out, s);
      case Map<?, ?> map -> {
        char separator = '{';
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          out.append(separator);
          quote(out, entry.getKey().toString());
          out.append(':');
          write(out, entry.getValue());
          separator = ',';
        }
        out.append(separator == '{' ? "{}" : "}");
      }
      case Iterable<?> list -> {
        char separator = '[';
        for (Object item : list) {
          out.append(separator);
          write(out, item);
          separator = ',';
        }
        out.append(separator == '[' ? "[]" : "]");
      }
      case long[] longs -> {
        out.append('[');
        for (int i = 0; i < longs.length; i++) {
          out.append(i == 0 ? "" : ",").append(longs[i]);
        }
        out.append(']');
      }
      default -> out.append(value);
    }
  }

  /** Escapes only what JSON must: the quote, the backslash and control characters. */
  static void quote(StringBuilder out, String s) {
    out.append('"');
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
