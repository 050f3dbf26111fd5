// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import java.util.List;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/** The document's own line, stored as bytes. */
final class SourceMapper extends FieldMapper {
  private final StoredField field = new StoredField("_source", new BytesRef());

  SourceMapper() {
    super("_source", "_source");
  }

  void set(byte[] line, int length) {
    field.setBytesValue(new BytesRef(line, 0, length));
  }

  @Override
  boolean hasStructures() {
    return true;
  }

  @Override
  FieldType schema() {
    return new FieldType();
  }

  @Override
  protected void parse(JsonParser p) {}

  @Override
  void addTo(List<IndexableField> document) {
    document.add(field);
  }

  @Override
  void clear() {}
}
