// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/** lucene.points: any dimensions, as interface.md section 3.15 writes them in JSON. */
final class PointsMapper extends FieldMapper {
  private final int dims;
  private final int bytes;
  private final FieldType type = new FieldType();
  private final List<byte[]> values = new ArrayList<>();
  private final List<ValueField> pool = new ArrayList<>();

  PointsMapper(String name, int dims, int indexDims, int bytes) {
    super(name, "lucene.points");
    this.dims = dims;
    this.bytes = bytes;
    type.setDimensions(dims, indexDims, bytes);
    type.freeze();
  }

  @Override
  boolean hasStructures() {
    return true;
  }

  @Override
  FieldType schema() {
    return type;
  }

  @Override
  boolean takesArrays() {
    return true;
  }

  @Override
  protected void parse(JsonParser p) throws IOException {
    Object value = Json.read(p);
    if (value instanceof List<?> list && !list.isEmpty() && !(list.get(0) instanceof Number)) {
      for (Object item : list) {
        values.add(point(item));
      }
    } else {
      values.add(point(value));
    }
  }

  private byte[] point(Object value) throws IOException {
    byte[] packed = new byte[dims * bytes];
    switch (value) {
      case Map<?, ?> map -> {
        BytesRef hex = BytesMapper.hex(map);
        if (hex.length != packed.length) {
          throw new Malformed("a point of " + hex.length + " bytes, not " + packed.length);
        }
        return hex.bytes;
      }
      case Number number -> pack(List.of(number), packed);
      case List<?> list -> pack(list, packed);
      case null, default -> throw new Malformed(Json.write(value) + " is not a point");
    }
    return packed;
  }

  private void pack(List<?> numbers, byte[] packed) throws IOException {
    if (numbers.size() != dims) {
      throw new Malformed(numbers.size() + " numbers for " + dims + " dimensions");
    }
    for (int d = 0; d < dims; d++) {
      if (!(numbers.get(d) instanceof Long value)) {
        throw new Malformed(numbers.get(d) + " is not a 64-bit integer");
      }
      if (bytes == 8) {
        NumericUtils.longToSortableBytes(value, packed, d * 8);
      } else if (bytes == 4 && value == value.intValue()) {
        NumericUtils.intToSortableBytes(value.intValue(), packed, d * 4);
      } else {
        throw new Malformed(value + " does not fit " + bytes + " bytes; use {\"hex\"}");
      }
    }
  }

  @Override
  void clear() {
    values.clear();
  }

  @Override
  void addTo(List<IndexableField> document) {
    for (int i = 0; i < values.size(); i++) {
      if (i == pool.size()) {
        pool.add(new ValueField(name, type));
      }
      System.arraycopy(values.get(i), 0, pool.get(i).pointBytes(), 0, dims * bytes);
      document.add(pool.get(i));
    }
    values.clear();
  }
}
