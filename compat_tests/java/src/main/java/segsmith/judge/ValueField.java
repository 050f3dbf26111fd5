// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.util.BytesRef;

/** One value of a field, with points and doc values together; reused from document to document. */
final class ValueField extends Field {
  private final BytesRef point;

  ValueField(String name, FieldType type) {
    super(name, type);
    point = type.pointNumBytes() == 0
        ? null
        : new BytesRef(new byte[type.pointDimensionCount() * type.pointNumBytes()]);
  }

  /** The bytes that the point takes; to be filled before the document is added. */
  byte[] pointBytes() {
    return point.bytes;
  }

  void setNumber(long value) {
    fieldsData = value;
  }

  void setBytes(BytesRef value) {
    fieldsData = value;
  }

  @Override
  public Number numericValue() {
    return fieldsData instanceof Long value ? value : null;
  }

  @Override
  public BytesRef binaryValue() {
    if (point != null) {
      return point;
    }
    return fieldsData instanceof BytesRef bytes ? bytes : null;
  }
}
