// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;

/** A mapping file: its settings, its tree of fields, and the fields in number order. */
final class Mapping {
  /** A place in the documents: an object, a field, or both empty for a name that is not mapped. */
  static final class Node {
    final Map<String, Node> children = new LinkedHashMap<>();
    FieldMapper field;
  }

  private static final Set<String> COMMON = Set.of("type", "index", "doc_values", "store", "fields",
      "ignore_above", "null_value", "format", "coerce", "ignore_malformed", "scaling_factor",
      "time_series_dimension", "time_series_metric", "skip_index", "dims", "index_dims", "bytes", "meta",
      "norms", "analyzer", "value", "eager_global_ordinals", "split_queries_on_whitespace");

  final Settings settings;
  final Node root = new Node();
  /** Fields that have structures; a field's place here is its number. */
  final List<FieldMapper> fields = new ArrayList<>();
  /** Null where the mapping has only lucene.* types. */
  NumberMapper seqNo;
  NumberMapper primaryTerm;
  NumberMapper version;
  SourceMapper source;
  private boolean onlyLucene = true;

  static Mapping read(Path file) throws IOException {
    if (!(Json.parse(Files.readAllBytes(file)) instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException(file + " is not a JSON object");
    }
    return new Mapping(map);
  }

  Mapping(Map<?, ?> file) {
    for (Object key : file.keySet()) {
      if (!key.equals("settings") && !key.equals("mappings")) {
        throw new IllegalArgumentException("unknown key [" + key + "] in the mapping file");
      }
    }
    settings = new Settings(object(file.get("settings"), "settings"));
    Map<String, Object> properties =
        object(object(file.get("mappings"), "mappings").get("properties"), "properties");
    List<FieldMapper> mapped = new ArrayList<>();
    addProperties(properties, "", root, mapped);
    if (!onlyLucene || mapped.isEmpty()) {
      addMetadata();
    }
    mapped.stream().filter(FieldMapper::hasStructures).forEach(fields::add);
  }

  private void addMetadata() {
    boolean points = settings.seqNoPoints();
    seqNo = metadata("_seq_no", points ? 8 : 0, !points && settings.docValues().allowsSkipIndex("_seq_no"));
    primaryTerm = metadata("_primary_term", 0, false);
    version = metadata("_version", 0, false);
    if (settings.storedSource()) {
      source = new SourceMapper();
      fields.add(source);
    }
  }

  private NumberMapper metadata(String name, int pointBytes, boolean skipIndex) {
    NumberMapper field = new NumberMapper(name, "long",
        Converters.whole(Long.MIN_VALUE, Long.MAX_VALUE, true, "long"),
        SortField.Type.LONG, pointBytes, true, true, skipIndex, false);
    fields.add(field);
    Node node = new Node();
    node.field = field;
    root.children.put(name, node);
    return field;
  }

  private void addProperties(Map<String, Object> properties, String prefix, Node at, List<FieldMapper> out) {
    for (Map.Entry<String, Object> entry : properties.entrySet()) {
      String name = prefix + entry.getKey();
      Map<String, Object> parameters = object(entry.getValue(), name);
      Node node = at;
      for (String part : entry.getKey().split("\\.")) {
        node = node.children.computeIfAbsent(part, k -> new Node());
      }
      Object type = parameters.get("type");
      if (type == null || type.equals("object")) {
        addProperties(object(parameters.get("properties"), name), name + ".", node, out);
        continue;
      }
      node.field = addField(name, type.toString(), parameters, out);
    }
  }

  private FieldMapper addField(String name, String type, Map<String, Object> parameters, List<FieldMapper> out) {
    for (String key : parameters.keySet()) {
      if (!COMMON.contains(key)) {
        throw new IllegalArgumentException("unknown parameter [" + key + "] of field [" + name + "]");
      }
    }
    FieldMapper field = create(name, type, parameters);
    field.ignoreMalformed = FieldMapper.flag(parameters, "ignore_malformed", settings.ignoreMalformed());
    field.nullValue = parameters.get("null_value");
    onlyLucene &= type.startsWith("lucene.");
    out.add(field);
    object(parameters.get("fields"), name).forEach((sub, body) -> {
      Map<String, Object> subParameters = object(body, name + "." + sub);
      field.multiFields.add(addField(name + "." + sub, subParameters.get("type").toString(), subParameters, out));
    });
    return field;
  }

  private FieldMapper create(String name, String type, Map<String, Object> p) {
    boolean docValues = FieldMapper.flag(p, "doc_values", true);
    boolean index = FieldMapper.flag(p, "index", true);
    boolean store = FieldMapper.flag(p, "store", false);
    boolean coerce = FieldMapper.flag(p, "coerce", true);
    boolean skip = settings.useSkipper() && !index && docValues;
    if (settings.useSkipper() && settings.logsdb() && docValues && settings.sortFields().contains(name)
        && (name.equals("@timestamp") || name.equals("host.name"))) {
      skip = true;
      index = false;
    }
    skip &= settings.docValues().allowsSkipIndex(name);
    boolean points = index;
    boolean skipIndex = FieldMapper.flag(p, "skip_index", false);
    if (skipIndex && !settings.docValues().allowsSkipIndex(name)) {
      throw new IllegalArgumentException("field [" + name + "] cannot have a skip index: ES87TSDB has none");
    }
    return switch (type) {
      case "long" -> number(name, type, Converters.whole(Long.MIN_VALUE, Long.MAX_VALUE, coerce, type),
          SortField.Type.LONG, points ? 8 : 0, docValues, skip, store);
      case "integer" -> number(name, type, Converters.whole(Integer.MIN_VALUE, Integer.MAX_VALUE, coerce, type),
          SortField.Type.INT, points ? 4 : 0, docValues, skip, store);
      case "short" -> number(name, type, Converters.whole(Short.MIN_VALUE, Short.MAX_VALUE, coerce, type),
          SortField.Type.INT, points ? 4 : 0, docValues, skip, store);
      case "byte" -> number(name, type, Converters.whole(Byte.MIN_VALUE, Byte.MAX_VALUE, coerce, type),
          SortField.Type.INT, points ? 4 : 0, docValues, skip, store);
      case "double" -> number(name, type, Converters.doubles(coerce),
          SortField.Type.DOUBLE, points ? 8 : 0, docValues, skip, store);
      case "float" -> number(name, type, Converters.floats(coerce),
          SortField.Type.FLOAT, points ? 4 : 0, docValues, skip, store);
      case "half_float" -> number(name, type, Converters.halfFloats(coerce),
          null, points ? 2 : 0, docValues, skip, store);
      case "scaled_float" -> number(name, type, Converters.scaled(factor(name, p), coerce),
          SortField.Type.LONG, points ? 8 : 0, docValues, skip, store);
      case "unsigned_long" -> number(name, type, Converters.unsignedLong(coerce),
          SortField.Type.LONG, points ? 8 : 0, docValues, skip, store);
      case "date", "date_nanos" -> number(name, type,
          Dates.converter((String) p.get("format"), type.equals("date_nanos")),
          SortField.Type.LONG, points ? 8 : 0, docValues, skip, store);
      case "boolean" -> number(name, type, Converters::booleanOf, SortField.Type.LONG, 0, docValues, skip, store);
      case "keyword" -> new BytesMapper(name, type, BytesMapper.keyword(ignoreAbove(p)),
          docValues ? DocValuesType.SORTED_SET : DocValuesType.NONE, false, false, skip, store);
      case "ip" -> new BytesMapper(name, type, BytesMapper::ip,
          docValues ? DocValuesType.SORTED_SET : DocValuesType.NONE, false, points, skip, store);
      case "binary" -> new BytesMapper(name, type, BytesMapper::base64,
          docValues ? DocValuesType.BINARY : DocValuesType.NONE, true, false, false, store);
      case "geo_point" -> new GeoMapper(name, points, docValues, store);
      case "text", "match_only_text", "constant_keyword" -> new FieldMapper.Nothing(name, type);
      case "lucene.numeric", "lucene.sorted_numeric" -> new NumberMapper(name, type, Converters::exactInteger,
          SortField.Type.LONG, 0, true, type.equals("lucene.numeric"), skipIndex, false);
      case "lucene.sorted" -> raw(name, type, DocValuesType.SORTED, skipIndex);
      case "lucene.sorted_set" -> raw(name, type, DocValuesType.SORTED_SET, skipIndex);
      case "lucene.binary" -> raw(name, type, DocValuesType.BINARY, false);
      case "lucene.points" -> {
        int dims = whole(p, "dims", 1);
        yield new PointsMapper(name, dims, whole(p, "index_dims", dims), whole(p, "bytes", 8));
      }
      default -> throw new IllegalArgumentException("type [" + type + "] of field [" + name + "] is not supported");
    };
  }

  private static FieldMapper number(String name, String type, NumberMapper.Converter converter,
      SortField.Type sort, int pointBytes, boolean docValues, boolean skip, boolean store) {
    return new NumberMapper(name, type, converter, sort, pointBytes, docValues, false, skip, store);
  }

  private static FieldMapper raw(String name, String type, DocValuesType docValues, boolean skipIndex) {
    return new BytesMapper(name, type, BytesMapper::raw, docValues, false, false, skipIndex, false);
  }

  private static double factor(String name, Map<String, Object> p) {
    if (!(p.get("scaling_factor") instanceof Number factor)) {
      throw new IllegalArgumentException("field [" + name + "] misses its scaling_factor");
    }
    return factor.doubleValue();
  }

  private static int ignoreAbove(Map<String, Object> p) {
    return whole(p, "ignore_above", Integer.MAX_VALUE);
  }

  private static int whole(Map<String, Object> p, String key, int otherwise) {
    return p.get(key) == null ? otherwise : Integer.parseInt(p.get(key).toString());
  }

  /** The index sort, or null. */
  Sort sort() {
    List<String> names = settings.sortFields();
    if (names.isEmpty()) {
      return null;
    }
    SortField[] keys = new SortField[names.size()];
    for (int i = 0; i < keys.length; i++) {
      String name = names.get(i);
      FieldMapper field = fields.stream().filter(f -> f.name.equals(name)).findFirst()
          .orElseThrow(() -> new IllegalArgumentException("sort field [" + name + "] is not mapped"));
      boolean desc = settings.sortOption("order", i, "asc").equals("desc");
      boolean first = settings.sortOption("missing", i, "_last").equals("_first");
      boolean max = settings.sortOption("mode", i, desc ? "max" : "min").equals("max");
      keys[i] = field.sortField(desc, first, max);
    }
    return new Sort(keys);
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value, String what) {
    if (value == null) {
      return Map.of();
    }
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new IllegalArgumentException("[" + what + "] is not a JSON object");
  }
}
