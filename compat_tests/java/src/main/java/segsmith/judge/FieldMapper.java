// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.SortField;

/**
 * Turns JSON values into one Lucene field. Values of a document gather here in JSON order and are
 * handed over by {@link #addTo}, so documents get their fields in field-number order.
 */
abstract class FieldMapper {
  /** A value that does not fit the field. */
  static final class Malformed extends IOException {
    Malformed(String message) {
      super(message);
    }
  }

  final String name;
  final String typeName;
  boolean ignoreMalformed;

  /** What the value says when JSON says null; null leaves the value out. */
  Object nullValue;

  /** Fields that take the same values, named below this one. */
  final List<FieldMapper> multiFields = new ArrayList<>();

  FieldMapper(String name, String typeName) {
    this.name = name;
    this.typeName = typeName;
  }

  /** True if the field has doc values, points or stored values, and so a number. */
  abstract boolean hasStructures();

  /** The schema that all documents of the index share. */
  abstract FieldType schema();

  /** Takes one value, never null; the parser stays on its last token. */
  protected abstract void parse(JsonParser p) throws IOException;

  /** Adds the gathered values to a document and forgets them. */
  abstract void addTo(List<IndexableField> document) throws IOException;

  /** Forgets the gathered values (a document that failed half way). */
  abstract void clear();

  /** True if an array is one value of this field and not several. */
  boolean takesArrays() {
    return false;
  }

  SortField sortField(boolean reverse, boolean missingFirst, boolean max) {
    throw new IllegalArgumentException("index sort is not possible on [" + name + "] of type " + typeName);
  }

  /** Takes the value at the parser's current token. */
  final void accept(JsonParser p) throws IOException {
    if (p.currentToken() == JsonToken.START_ARRAY && !takesArrays()) {
      while (p.nextToken() != JsonToken.END_ARRAY) {
        accept(p);
      }
      return;
    }
    acceptOne(p);
    for (FieldMapper sub : multiFields) {
      sub.acceptOne(p);
    }
  }

  private void acceptOne(JsonParser p) throws IOException {
    if (p.currentToken() == JsonToken.VALUE_NULL) {
      if (nullValue != null) {
        try (JsonParser replacement = Json.FACTORY.createParser(Json.write(nullValue))) {
          replacement.nextToken();
          parse(replacement);
        }
      }
      return;
    }
    try {
      parse(p);
    } catch (Malformed e) {
      if (!ignoreMalformed) {
        throw new Malformed("field [" + name + "] of type " + typeName + ": " + e.getMessage());
      }
      if (p.currentToken() == JsonToken.START_OBJECT) {
        p.skipChildren();
      }
    }
  }

  static FieldType docValuesType(DocValuesType type, boolean skipIndex) {
    FieldType result = new FieldType();
    result.setDocValuesType(type);
    if (skipIndex) {
      result.setDocValuesSkipIndexType(DocValuesSkipIndexType.RANGE);
    }
    result.setOmitNorms(true);
    return result;
  }

  static boolean flag(Map<String, Object> parameters, String key, boolean otherwise) {
    Object value = parameters.get(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Boolean b) {
      return b;
    }
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true");
    }
    throw new IllegalArgumentException("parameter [" + key + "] must be true or false, not " + value);
  }

  /** A type without any structure here, such as text; its multi-fields still count. */
  static final class Nothing extends FieldMapper {
    Nothing(String name, String typeName) {
      super(name, typeName);
    }

    @Override
    boolean hasStructures() {
      return false;
    }

    @Override
    FieldType schema() {
      return new FieldType();
    }

    @Override
    protected void parse(JsonParser p) throws IOException {
      p.skipChildren();
    }

    @Override
    void addTo(List<IndexableField> document) {}

    @Override
    void clear() {}
  }
}
