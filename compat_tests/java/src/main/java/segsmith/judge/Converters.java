// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.lucene.util.NumericUtils;

/** From a JSON value to the 64-bit number that doc values hold, by Elasticsearch's type names. */
final class Converters {
  private static final BigInteger MAX_UNSIGNED = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private Converters() {}

  static NumberMapper.Converter whole(long min, long max, boolean coerce, String type) {
    return p -> {
      long value = longOf(p, coerce);
      if (value < min || value > max) {
        throw new FieldMapper.Malformed("value [" + p.getText() + "] is out of range for " + type);
      }
      return value;
    };
  }

  private static long longOf(JsonParser p, boolean coerce) throws IOException {
    switch (p.currentToken()) {
      case VALUE_NUMBER_INT -> {
        if (p.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
          throw new FieldMapper.Malformed("value [" + p.getText() + "] is out of range for long");
        }
        return p.getLongValue();
      }
      case VALUE_NUMBER_FLOAT -> {
        double value = p.getDoubleValue();
        if (!(value >= -0x1p63 && value < 0x1p63)) {
          throw new FieldMapper.Malformed("value [" + p.getText() + "] is out of range for long");
        }
        if (!coerce && value != Math.rint(value)) {
          throw new FieldMapper.Malformed("value [" + p.getText() + "] has a decimal part");
        }
        return (long) value;
      }
      case VALUE_STRING -> {
        return exactLong(numberText(p, coerce), coerce);
      }
      default -> throw notA("number", p);
    }
  }

  private static long exactLong(String text, boolean coerce) throws IOException {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      BigDecimal value = decimal(text);
      BigInteger whole = value.toBigInteger();
      if (!coerce && new BigDecimal(whole).compareTo(value) != 0) {
        throw new FieldMapper.Malformed("value [" + text + "] has a decimal part");
      }
      if (whole.bitLength() > 63) {
        throw new FieldMapper.Malformed("value [" + text + "] is out of range for long");
      }
      return whole.longValue();
    }
  }

  private static BigDecimal decimal(String text) throws IOException {
    try {
      BigDecimal value = new BigDecimal(text);
      if (Math.abs((long) value.precision() - value.scale()) > 400) {
        throw new FieldMapper.Malformed("value [" + text + "] is out of range");
      }
      return value;
    } catch (NumberFormatException e) {
      throw new FieldMapper.Malformed("value [" + text + "] is not a number");
    }
  }

  private static String numberText(JsonParser p, boolean coerce) throws IOException {
    String text = p.getText();
    if (!coerce) {
      throw new FieldMapper.Malformed("a string [" + text + "] where coerce is false");
    }
    if (text.isEmpty()) {
      throw NumberMapper.NoValue.INSTANCE;
    }
    return text;
  }

  static NumberMapper.Converter unsignedLong(boolean coerce) {
    return p -> {
      BigInteger value = switch (p.currentToken()) {
        case VALUE_NUMBER_INT -> p.getBigIntegerValue();
        case VALUE_NUMBER_FLOAT -> decimal(p.getText()).toBigInteger();
        case VALUE_STRING -> decimal(numberText(p, coerce)).toBigInteger();
        default -> throw notA("number", p);
      };
      if (value.signum() < 0 || value.compareTo(MAX_UNSIGNED) > 0) {
        throw new FieldMapper.Malformed("value [" + p.getText() + "] is out of range for unsigned_long");
      }
      return value.longValue() ^ Long.MIN_VALUE;
    };
  }

  static double doubleOf(JsonParser p, boolean coerce) throws IOException {
    double value = switch (p.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> p.getDoubleValue();
      case VALUE_STRING -> {
        String text = numberText(p, coerce);
        try {
          yield Double.parseDouble(text);
        } catch (NumberFormatException e) {
          throw new FieldMapper.Malformed("value [" + text + "] is not a number");
        }
      }
      default -> throw notA("number", p);
    };
    if (!Double.isFinite(value)) {
      throw new FieldMapper.Malformed("only finite values are supported, got [" + p.getText() + "]");
    }
    return value;
  }

  static float floatOf(JsonParser p, boolean coerce) throws IOException {
    float value = switch (p.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> p.getFloatValue();
      case VALUE_STRING -> {
        String text = numberText(p, coerce);
        try {
          yield Float.parseFloat(text);
        } catch (NumberFormatException e) {
          throw new FieldMapper.Malformed("value [" + text + "] is not a number");
        }
      }
      default -> throw notA("number", p);
    };
    if (!Float.isFinite(value)) {
      throw new FieldMapper.Malformed("only finite values are supported, got [" + p.getText() + "]");
    }
    return value;
  }

  static NumberMapper.Converter doubles(boolean coerce) {
    return p -> NumericUtils.doubleToSortableLong(doubleOf(p, coerce));
  }

  static NumberMapper.Converter floats(boolean coerce) {
    return p -> NumericUtils.floatToSortableInt(floatOf(p, coerce));
  }

  static NumberMapper.Converter halfFloats(boolean coerce) {
    return p -> {
      short bits = Float.floatToFloat16(floatOf(p, coerce));
      if (!Float.isFinite(Float.float16ToFloat(bits))) {
        throw new FieldMapper.Malformed("only finite values are supported, got [" + p.getText() + "]");
      }
      return (short) (bits ^ (bits >> 15) & 0x7fff);
    };
  }

  static NumberMapper.Converter scaled(double factor, boolean coerce) {
    return p -> Math.round(doubleOf(p, coerce) * factor);
  }

  static long booleanOf(JsonParser p) throws IOException {
    return switch (p.currentToken()) {
      case VALUE_TRUE -> 1;
      case VALUE_FALSE -> 0;
      case VALUE_STRING -> switch (p.getText()) {
        case "true" -> 1;
        case "false", "" -> 0;
        default -> throw new FieldMapper.Malformed("[" + p.getText() + "] is not a boolean");
      };
      default -> throw notA("boolean", p);
    };
  }

  /** Integers of the fixtures' types: no strings, no fractions. */
  static long exactInteger(JsonParser p) throws IOException {
    if (p.currentToken() != JsonToken.VALUE_NUMBER_INT
        || p.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw notA("64-bit integer", p);
    }
    return p.getLongValue();
  }

  static void shortToSortableBytes(short value, byte[] out) {
    int flipped = value ^ 0x8000;
    out[0] = (byte) (flipped >> 8);
    out[1] = (byte) flipped;
  }

  static FieldMapper.Malformed notA(String what, JsonParser p) throws IOException {
    return new FieldMapper.Malformed("[" + p.getText() + "] is not a " + what);
  }
}
