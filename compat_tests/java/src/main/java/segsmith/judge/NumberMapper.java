// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.util.NumericUtils;

/** Every type whose doc values are 64-bit numbers and whose point is their sortable bytes. */
final class NumberMapper extends FieldMapper {
  /** Converts JSON values to the stored 64-bit number of one type. */
  interface Converter {
    /** Returns the doc value; throws {@link NoValue} if the text stands for none. */
    long convert(JsonParser p) throws IOException;
  }

  /** An empty string where coercion makes it the null value. */
  static final class NoValue extends IOException {
    static final NoValue INSTANCE = new NoValue();

    private NoValue() {
      super("empty", null);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private final Converter converter;
  private final SortField.Type sortType;
  private final int pointBytes;
  private final boolean single;
  private final FieldType valueType;
  private final boolean hasValueField;
  private final boolean store;
  private final List<ValueField> pool = new ArrayList<>();
  private long[] values = new long[4];
  private Object[] storedForms;
  private int count;

  /** {@code single}: NUMERIC in place of SORTED_NUMERIC. {@code pointBytes} 0: no points. */
  NumberMapper(String name, String typeName, Converter converter, SortField.Type sortType,
      int pointBytes, boolean docValues, boolean single, boolean skipIndex, boolean store) {
    super(name, typeName);
    this.converter = converter;
    this.sortType = sortType;
    this.pointBytes = pointBytes;
    this.single = single;
    this.store = store;
    hasValueField = docValues || pointBytes > 0;
    valueType = new FieldType();
    if (docValues) {
      valueType.setDocValuesType(single ? DocValuesType.NUMERIC : DocValuesType.SORTED_NUMERIC);
      if (skipIndex) {
        valueType.setDocValuesSkipIndexType(org.apache.lucene.index.DocValuesSkipIndexType.RANGE);
      }
    }
    if (pointBytes > 0) {
      valueType.setDimensions(1, pointBytes);
    }
    valueType.freeze();
    storedForms = store ? new Object[4] : null;
  }

  @Override
  boolean hasStructures() {
    return hasValueField || store;
  }

  @Override
  FieldType schema() {
    return valueType;
  }

  @Override
  protected void parse(JsonParser p) throws IOException {
    try {
      add(converter.convert(p));
      if (store) {
        storedForms[count - 1] = storedForm(p, values[count - 1]);
      }
    } catch (NoValue e) {
      if (nullValue != null) {
        try (JsonParser replacement = Json.FACTORY.createParser(Json.write(nullValue))) {
          replacement.nextToken();
          parse(replacement);
        }
      }
    }
  }

  /** Adds a value that does not come from JSON, such as a generated sequence number. */
  void add(long value) throws Malformed {
    if (single && count > 0) {
      throw new Malformed("a NUMERIC field takes one value a document");
    }
    if (count == values.length) {
      values = java.util.Arrays.copyOf(values, count * 2);
      if (store) {
        storedForms = java.util.Arrays.copyOf(storedForms, count * 2);
      }
    }
    values[count++] = value;
  }

  int count() {
    return count;
  }

  @Override
  void clear() {
    count = 0;
  }

  @Override
  void addTo(List<IndexableField> document) {
    for (int i = 0; hasValueField && i < count; i++) {
      if (i == pool.size()) {
        pool.add(new ValueField(name, valueType));
      }
      ValueField field = pool.get(i);
      field.setNumber(values[i]);
      switch (pointBytes) {
        case 8 -> NumericUtils.longToSortableBytes(values[i], field.pointBytes(), 0);
        case 4 -> NumericUtils.intToSortableBytes((int) values[i], field.pointBytes(), 0);
        case 2 -> Converters.shortToSortableBytes((short) values[i], field.pointBytes());
        default -> {}
      }
      document.add(field);
    }
    for (int i = 0; store && i < count; i++) {
      document.add(storedField(storedForms[i]));
    }
    count = 0;
  }

  private Object storedForm(JsonParser p, long value) throws IOException {
    return switch (typeName) {
      case "integer", "short", "byte" -> (int) value;
      case "float" -> NumericUtils.sortableIntToFloat((int) value);
      case "half_float" -> Converters.floatOf(p, true);
      case "double" -> NumericUtils.sortableLongToDouble(value);
      case "boolean" -> value == 1 ? "T" : "F";
      case "unsigned_long" -> Long.toUnsignedString(value ^ Long.MIN_VALUE);
      default -> value;
    };
  }

  private StoredField storedField(Object form) {
    return switch (form) {
      case Integer v -> new StoredField(name, v);
      case Long v -> new StoredField(name, v);
      case Float v -> new StoredField(name, v);
      case Double v -> new StoredField(name, v);
      default -> new StoredField(name, (String) form);
    };
  }

  @Override
  SortField sortField(boolean reverse, boolean missingFirst, boolean max) {
    if (sortType == null || valueType.docValuesType() == DocValuesType.NONE) {
      return super.sortField(reverse, missingFirst, max);
    }
    SortField field = single
        ? new SortField(name, sortType, reverse)
        : new SortedNumericSortField(name, sortType, reverse,
            max ? SortedNumericSelector.Type.MAX : SortedNumericSelector.Type.MIN);
    boolean lowest = missingFirst != reverse;
    field.setMissingValue(switch (sortType) {
      case INT -> lowest ? (Object) Integer.MIN_VALUE : (Object) Integer.MAX_VALUE;
      case FLOAT -> lowest ? (Object) Float.NEGATIVE_INFINITY : (Object) Float.POSITIVE_INFINITY;
      case DOUBLE -> lowest ? (Object) Double.NEGATIVE_INFINITY : (Object) Double.POSITIVE_INFINITY;
      default -> lowest ? (Object) Long.MIN_VALUE : (Object) Long.MAX_VALUE;
    });
    return field;
  }
}
