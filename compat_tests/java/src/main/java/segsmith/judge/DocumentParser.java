// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexableField;

/** Parses one JSON document into the fields of a mapping, in field-number order. */
final class DocumentParser {
  private final Mapping mapping;
  private final boolean dropUnmapped;
  private final List<IndexableField> document = new ArrayList<>();
  private long documents;
  long unmapped;

  DocumentParser(Mapping mapping, boolean dropUnmapped) {
    this.mapping = mapping;
    this.dropUnmapped = dropUnmapped || mapping.source != null;
  }

  /** The list is reused: it holds until the next call. */
  List<IndexableField> parse(byte[] line, int length) throws IOException {
    try (JsonParser p = Json.FACTORY.createParser(line, 0, length)) {
      if (p.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("the document is not a JSON object");
      }
      object(p, mapping.root, "");
      if (p.nextToken() != null) {
        throw new IOException("text after the document");
      }
    } catch (IOException e) {
      mapping.fields.forEach(FieldMapper::clear);
      throw e;
    }
    return finish(line, length);
  }

  private List<IndexableField> finish(byte[] line, int length) throws IOException {
    if (mapping.seqNo != null) {
      fill(mapping.seqNo, documents);
      fill(mapping.primaryTerm, 1);
      fill(mapping.version, 1);
    }
    if (mapping.source != null) {
      mapping.source.set(line, length);
    }
    documents++;
    document.clear();
    for (FieldMapper field : mapping.fields) {
      field.addTo(document);
    }
    return document;
  }

  private static void fill(NumberMapper field, long value) throws IOException {
    if (field.count() == 0) {
      field.add(value);
    }
  }

  private void object(JsonParser p, Mapping.Node at, String path) throws IOException {
    while (p.nextToken() != JsonToken.END_OBJECT) {
      String name = p.currentName();
      Mapping.Node node = at.children.get(name);
      if (node == null && name.indexOf('.') >= 0) {
        node = descend(at, name);
      }
      p.nextToken();
      if (node == null) {
        unmapped(p, path + name);
      } else if (node.field != null) {
        node.field.accept(p);
      } else {
        objects(p, node, path + name);
      }
    }
  }

  private static Mapping.Node descend(Mapping.Node at, String dotted) {
    for (String part : dotted.split("\\.")) {
      at = at.children.get(part);
      if (at == null) {
        return null;
      }
    }
    return at;
  }

  private void objects(JsonParser p, Mapping.Node node, String name) throws IOException {
    switch (p.currentToken()) {
      case START_OBJECT -> object(p, node, name + ".");
      case START_ARRAY -> {
        while (p.nextToken() != JsonToken.END_ARRAY) {
          objects(p, node, name);
        }
      }
      case VALUE_NULL -> {}
      default -> throw new IOException("[" + name + "] is an object in the mapping, not a value");
    }
  }

  private void unmapped(JsonParser p, String name) throws IOException {
    if (!dropUnmapped) {
      throw new IOException("field [" + name + "] is not in the mapping");
    }
    unmapped++;
    p.skipChildren();
  }
}
