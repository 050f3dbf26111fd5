// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedSetSelector;
import org.apache.lucene.search.SortedSetSortField;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.BytesRef;

/** keyword, ip, binary, and the fixtures' sorted, sorted_set and binary types. */
final class BytesMapper extends FieldMapper {
  private static final int MAX_TERM = 32_766;

  /** From a JSON value to bytes; null leaves the value out. */
  interface Converter {
    BytesRef convert(JsonParser p) throws IOException;
  }

  private final Converter converter;
  private final DocValuesType docValues;
  private final boolean counted;
  private final boolean points;
  private final boolean store;
  private final FieldType valueType;
  private final List<ValueField> pool = new ArrayList<>();
  private final List<BytesRef> values = new ArrayList<>();

  /** {@code counted}: all values of a document in one binary value, Elasticsearch's encoding. */
  BytesMapper(String name, String typeName, Converter converter, DocValuesType docValues,
      boolean counted, boolean points, boolean skipIndex, boolean store) {
    super(name, typeName);
    this.converter = converter;
    this.docValues = docValues;
    this.counted = counted;
    this.points = points;
    this.store = store;
    valueType = docValuesType(docValues, skipIndex && docValues != DocValuesType.NONE);
    if (points) {
      valueType.setDimensions(1, 16);
    }
    valueType.freeze();
  }

  @Override
  boolean hasStructures() {
    return docValues != DocValuesType.NONE || points || store;
  }

  @Override
  FieldType schema() {
    return valueType;
  }

  @Override
  protected void parse(JsonParser p) throws IOException {
    BytesRef value = converter.convert(p);
    if (value == null) {
      return;
    }
    boolean terms = docValues == DocValuesType.SORTED || docValues == DocValuesType.SORTED_SET;
    if (terms && value.length > MAX_TERM) {
      throw new Malformed("a term of " + value.length + " bytes is longer than " + MAX_TERM);
    }
    if (!values.isEmpty() && !counted && (docValues == DocValuesType.SORTED || docValues == DocValuesType.BINARY)) {
      throw new Malformed("a " + docValues + " field takes one value a document");
    }
    values.add(value);
  }

  @Override
  void clear() {
    values.clear();
  }

  @Override
  void addTo(List<IndexableField> document) throws IOException {
    if (values.isEmpty()) {
      return;
    }
    if (counted && docValues != DocValuesType.NONE) {
      next(document, 0).setBytes(count(values));
    } else if (docValues != DocValuesType.NONE || points) {
      for (int i = 0; i < values.size(); i++) {
        BytesRef value = values.get(i);
        ValueField field = next(document, i);
        field.setBytes(value);
        if (points) {
          System.arraycopy(value.bytes, value.offset, field.pointBytes(), 0, 16);
        }
      }
    }
    for (int i = 0; store && i < values.size(); i++) {
      document.add(new StoredField(name, values.get(i)));
    }
    values.clear();
  }

  private ValueField next(List<IndexableField> document, int i) {
    if (i == pool.size()) {
      pool.add(new ValueField(name, valueType));
    }
    document.add(pool.get(i));
    return pool.get(i);
  }

  private static BytesRef count(List<BytesRef> values) throws IOException {
    TreeSet<BytesRef> distinct = new TreeSet<>(values);
    int size = 5;
    for (BytesRef value : distinct) {
      size += 5 + value.length;
    }
    byte[] bytes = new byte[size];
    ByteArrayDataOutput out = new ByteArrayDataOutput(bytes);
    out.writeVInt(distinct.size());
    for (BytesRef value : distinct) {
      out.writeVInt(value.length);
      out.writeBytes(value.bytes, value.offset, value.length);
    }
    return new BytesRef(bytes, 0, out.getPosition());
  }

  @Override
  SortField sortField(boolean reverse, boolean missingFirst, boolean max) {
    SortField field = switch (docValues) {
      case SORTED -> new SortField(name, SortField.Type.STRING, reverse);
      case SORTED_SET -> new SortedSetSortField(name, reverse,
          max ? SortedSetSelector.Type.MAX : SortedSetSelector.Type.MIN);
      default -> super.sortField(reverse, missingFirst, max);
    };
    // Lucene turns the whole order around when it is reversed, the missing ones with it.
    field.setMissingValue(missingFirst != reverse ? SortField.STRING_FIRST : SortField.STRING_LAST);
    return field;
  }

  static Converter keyword(int ignoreAbove) {
    return p -> {
      switch (p.currentToken()) {
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {}
        default -> throw Converters.notA("keyword", p);
      }
      String text = p.getText();
      return text.length() > ignoreAbove ? null : new BytesRef(text);
    };
  }

  static BytesRef ip(JsonParser p) throws IOException {
    byte[] address = p.currentToken().isScalarValue() ? Ips.parse(p.getText()) : null;
    if (address == null) {
      throw Converters.notA("ip address", p);
    }
    return new BytesRef(address);
  }

  static BytesRef base64(JsonParser p) throws IOException {
    if (p.currentToken() != JsonToken.VALUE_STRING) {
      throw Converters.notA("base64 string", p);
    }
    try {
      return new BytesRef(Base64.getDecoder().decode(p.getText()));
    } catch (IllegalArgumentException e) {
      throw Converters.notA("base64 string", p);
    }
  }

  /** A string, or {"hex": "00ff"}. */
  static BytesRef raw(JsonParser p) throws IOException {
    return switch (p.currentToken()) {
      case VALUE_STRING -> new BytesRef(p.getText());
      case START_OBJECT -> hex(Json.read(p));
      default -> throw Converters.notA("string or {\"hex\"}", p);
    };
  }

  static BytesRef hex(Object value) throws IOException {
    if (value instanceof java.util.Map<?, ?> map && map.size() == 1 && map.get("hex") instanceof String text) {
      try {
        return new BytesRef(java.util.HexFormat.of().parseHex(text));
      } catch (IllegalArgumentException e) {
        throw new Malformed("[" + text + "] is not hex");
      }
    }
    throw new Malformed(Json.write(value) + " is not {\"hex\": ...}");
  }
}
