// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Date formats: a list of parsers, tried in order, from text to epoch milliseconds or nanoseconds. */
final class Dates {
  private static final Map<String, String> NAMED =
      Map.ofEntries(
          Map.entry("basic_date", "uuuuMMdd"),
          Map.entry("basic_date_time", "uuuuMMdd'T'HHmmss.SSSXX"),
          Map.entry("basic_date_time_no_millis", "uuuuMMdd'T'HHmmssXX"),
          Map.entry("date", "uuuu-MM-dd"),
          Map.entry("strict_date", "uuuu-MM-dd"),
          Map.entry("strict_year_month_day", "uuuu-MM-dd"),
          Map.entry("strict_year_month", "uuuu-MM"),
          Map.entry("strict_year", "uuuu"),
          Map.entry("strict_date_hour_minute_second", "uuuu-MM-dd'T'HH:mm:ss"),
          Map.entry("date_hour_minute_second", "uuuu-MM-dd'T'HH:mm:ss"),
          Map.entry("strict_date_time_no_millis", "uuuu-MM-dd'T'HH:mm:ssXXX"),
          Map.entry("date_time_no_millis", "uuuu-MM-dd'T'HH:mm:ssXXX"));

  /** One format: text to seconds and nanoseconds of the second, or false. */
  private interface Parser {
    boolean parse(String text, long[] secondsAndNanos);
  }

  private Dates() {}

  static NumberMapper.Converter converter(String format, boolean nanos) {
    String formats = format == null ? "strict_date_optional_time||epoch_millis" : format;
    List<Parser> parsers = new ArrayList<>();
    for (String part : formats.split("\\|\\|")) {
      parsers.add(parser(part.trim()));
    }
    long[] result = new long[2];
    return p -> {
      String text = text(p);
      for (Parser parser : parsers) {
        if (parser.parse(text, result)) {
          return nanos
              ? nanosOf(text, result)
              : Math.addExact(Math.multiplyExact(result[0], 1000L), result[1] / 1_000_000);
        }
      }
      throw new FieldMapper.Malformed("[" + text + "] is not a date of format " + formats);
    };
  }

  private static String text(JsonParser p) throws IOException {
    return switch (p.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> p.getText();
      default -> throw Converters.notA("date", p);
    };
  }

  private static long nanosOf(String text, long[] time) throws FieldMapper.Malformed {
    long last = Long.MAX_VALUE / 1_000_000_000L;
    if (time[0] < 0 || time[0] > last
        || time[0] == last && time[1] > Long.MAX_VALUE % 1_000_000_000L) {
      throw new FieldMapper.Malformed("date [" + text + "] is outside 1970 to 2262");
    }
    return time[0] * 1_000_000_000L + time[1];
  }

  private static Parser parser(String format) {
    return switch (format) {
      case "strict_date_optional_time", "strict_date_optional_time_nanos" -> new Iso(true)::parse;
      case "date_optional_time" -> new Iso(false)::parse;
      case "epoch_millis" -> (text, out) -> epoch(text, 3, out);
      case "epoch_second" -> (text, out) -> epoch(text, 0, out);
      default -> pattern(NAMED.getOrDefault(format, format));
    };
  }

  /** Digits, perhaps a sign and a fraction; {@code digits} decimal digits make a second. */
  private static boolean epoch(String text, int digits, long[] out) {
    int at = text.startsWith("-") ? 1 : 0;
    int dot = text.indexOf('.');
    int end = dot < 0 ? text.length() : dot;
    if (end == at || end - at > 18 || !allDigits(text, at, end)
        || dot >= 0 && (dot + 1 == text.length() || text.length() - dot - 1 > 9 - digits
            || !allDigits(text, dot + 1, text.length()))) {
      return false;
    }
    long whole = Long.parseLong(text.substring(at, end));
    long unit = digits == 3 ? 1000 : 1;
    long nanos = (whole % unit) * 1_000_000L;
    if (dot >= 0) {
      String fraction = (text.substring(dot + 1) + "000000000").substring(0, 9 - digits);
      nanos += Long.parseLong(fraction);
    }
    long seconds = whole / unit;
    if (at == 1) {
      seconds = -seconds;
      if (nanos > 0) {
        seconds--;
        nanos = 1_000_000_000L - nanos;
      }
    }
    out[0] = seconds;
    out[1] = nanos;
    return true;
  }

  private static boolean allDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static Parser pattern(String pattern) {
    DateTimeFormatter formatter =
        new DateTimeFormatterBuilder().appendPattern(pattern).toFormatter(Locale.ROOT);
    return (text, out) -> {
      try {
        TemporalAccessor parsed = formatter.parse(text);
        if (parsed.isSupported(ChronoField.INSTANT_SECONDS)) {
          out[0] = parsed.getLong(ChronoField.INSTANT_SECONDS);
        } else {
          LocalDate date = parsed.isSupported(ChronoField.EPOCH_DAY)
              ? LocalDate.ofEpochDay(parsed.getLong(ChronoField.EPOCH_DAY))
              : LocalDate.of(or(parsed, ChronoField.YEAR, or(parsed, ChronoField.YEAR_OF_ERA, 1970)),
                  or(parsed, ChronoField.MONTH_OF_YEAR, 1), or(parsed, ChronoField.DAY_OF_MONTH, 1));
          out[0] = date.toEpochDay() * 86_400L + or(parsed, ChronoField.SECOND_OF_DAY,
              or(parsed, ChronoField.HOUR_OF_DAY, 0) * 3600)
              - or(parsed, ChronoField.OFFSET_SECONDS, ZoneOffset.UTC.getTotalSeconds());
        }
        out[1] = or(parsed, ChronoField.NANO_OF_SECOND, 0);
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    };
  }

  private static int or(TemporalAccessor parsed, ChronoField field, int otherwise) {
    return parsed.isSupported(field) ? parsed.get(field) : otherwise;
  }

  /** yyyy[-MM[-dd]][T[HH[:mm[:ss[.fraction]]][offset]]], with shorter numbers where not strict. */
  private static final class Iso {
    private final boolean strict;
    private String text;
    private int at;

    Iso(boolean strict) {
      this.strict = strict;
    }

    boolean parse(String input, long[] out) {
      text = input;
      at = 0;
      int year = number(4, strict ? 4 : 1);
      int month = 1;
      int day = 1;
      if (year < 0) {
        return false;
      }
      if (take('-')) {
        month = number(2, strict ? 2 : 1);
        if (month < 1 || month > 12) {
          return false;
        }
        if (take('-')) {
          day = number(2, strict ? 2 : 1);
        }
      }
      int[] time = new int[5];
      if (take('T') && at < text.length() && !time(time)) {
        return false;
      }
      if (at != text.length() || day < 1 || day > LocalDate.of(year, month, 1).lengthOfMonth()) {
        return false;
      }
      out[0] = LocalDate.of(year, month, day).toEpochDay() * 86_400L
          + time[0] * 3600L + time[1] * 60L + time[2] - time[4];
      out[1] = time[3];
      return true;
    }

    /** Hour, minute, second, nanosecond, offset in seconds. */
    private boolean time(int[] out) {
      out[0] = number(2, strict ? 2 : 1);
      boolean ok = out[0] >= 0 && out[0] < 24;
      if (ok && take(':')) {
        out[1] = number(2, strict ? 2 : 1);
        ok = out[1] >= 0 && out[1] < 60;
        if (ok && take(':')) {
          out[2] = number(2, strict ? 2 : 1);
          ok = out[2] >= 0 && out[2] < 60;
          if (ok && (take('.') || take(','))) {
            int from = at;
            out[3] = number(9, 1);
            ok = out[3] >= 0;
            for (int i = at - from; i < 9 && ok; i++) {
              out[3] *= 10;
            }
          }
        }
      }
      return ok && (at == text.length() || offset(out));
    }

    private boolean offset(int[] out) {
      if (take('Z')) {
        return true;
      }
      int sign = take('+') ? 1 : take('-') ? -1 : 0;
      int hours = sign == 0 ? -1 : number(2, 2);
      int minutes = 0;
      if (hours >= 0 && at < text.length()) {
        take(':');
        minutes = number(2, 2);
      }
      out[4] = sign * (hours * 3600 + minutes * 60);
      return hours >= 0 && hours <= 18 && minutes >= 0 && minutes < 60;
    }

    private boolean take(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private int number(int most, int least) {
      int from = at;
      int value = 0;
      while (at < text.length() && at - from < most && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        value = value * 10 + text.charAt(at++) - '0';
      }
      return at - from < least ? -1 : value;
    }
  }
}
