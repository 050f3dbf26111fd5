// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.LatLonDocValuesField;
import org.apache.lucene.document.LatLonPoint;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexableField;

/** geo_point: an object, "lat,lon", [lon, lat], "POINT (lon lat)", or an array of them. */
final class GeoMapper extends FieldMapper {
  private final boolean points;
  private final boolean docValues;
  private final boolean store;
  private final List<double[]> values = new ArrayList<>();

  GeoMapper(String name, boolean points, boolean docValues, boolean store) {
    super(name, "geo_point");
    this.points = points;
    this.docValues = docValues;
    this.store = store;
  }

  @Override
  boolean hasStructures() {
    return points || docValues || store;
  }

  @Override
  FieldType schema() {
    FieldType type = docValuesType(docValues ? DocValuesType.SORTED_NUMERIC : DocValuesType.NONE, false);
    if (points) {
      type.setDimensions(2, 4);
    }
    return type;
  }

  @Override
  boolean takesArrays() {
    return true;
  }

  @Override
  protected void parse(JsonParser p) throws IOException {
    take(Json.read(p));
  }

  private void take(Object value) throws IOException {
    switch (value) {
      case null -> {}
      case String text -> point(text);
      case List<?> list when list.size() >= 2 && list.get(0) instanceof Number ->
          add(number(list.get(1)), number(list.get(0)));
      case List<?> list -> {
        for (Object item : list) {
          take(item);
        }
      }
      case Map<?, ?> map when map.get("coordinates") instanceof List<?> c && c.size() == 2 ->
          add(number(c.get(1)), number(c.get(0)));
      case Map<?, ?> map -> add(number(map.get("lat")), number(map.get("lon")));
      default -> throw new Malformed(Json.write(value) + " is not a point");
    }
  }

  private void point(String text) throws IOException {
    if (text.toUpperCase(java.util.Locale.ROOT).startsWith("POINT")) {
      String inner = text.substring(5).trim();
      String[] parts = inner.replaceAll("[()]", "").trim().split("\\s+");
      if (parts.length != 2) {
        throw new Malformed("[" + text + "] is not a point");
      }
      add(number(parts[1]), number(parts[0]));
      return;
    }
    String[] parts = text.split(",");
    if (parts.length != 2) {
      throw new Malformed("[" + text + "] is not \"lat,lon\"");
    }
    add(number(parts[0].trim()), number(parts[1].trim()));
  }

  private static double number(Object value) throws IOException {
    if (value instanceof Number n) {
      return n.doubleValue();
    }
    try {
      return Double.parseDouble(String.valueOf(value));
    } catch (NumberFormatException e) {
      throw new Malformed("[" + value + "] is not a coordinate");
    }
  }

  private void add(double lat, double lon) throws IOException {
    if (!(lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180)) {
      throw new Malformed("[" + lat + ", " + lon + "] is outside the globe");
    }
    values.add(new double[] {lat, lon});
  }

  @Override
  void clear() {
    values.clear();
  }

  @Override
  void addTo(List<IndexableField> document) {
    for (double[] value : values) {
      if (points) {
        document.add(new LatLonPoint(name, value[0], value[1]));
      }
      if (docValues) {
        document.add(new LatLonDocValuesField(name, value[0], value[1]));
      }
      if (store) {
        document.add(new StoredField(name, value[0] + ", " + value[1]));
      }
    }
    values.clear();
  }
}
