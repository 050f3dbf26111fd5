// SPDX-License-Identifier: Apache-2.0
package segsmith.judge;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * ES87TSDB written by Elasticsearch 8.17.0's classes, which run over the newest Lucene as they are, and
 * read by 9.3.3's. Both releases name their classes alike, so the older ones have a loader of their own.
 */
final class Es87Writer extends DocValuesFormat {
  private static final String FORMAT = "org.elasticsearch.index.codec.tsdb.ES87TSDBDocValuesFormat";

  /** Prefers 8.17.0's codec classes; everything else, Lucene too, comes from the class path. */
  private static final class Classes extends URLClassLoader {
    Classes(URL jar) {
      super(new URL[] {jar}, Es87Writer.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith("org.elasticsearch.index.codec.")) {
          return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }

  private static final DocValuesFormat WRITER = load();

  Es87Writer() {
    super("ES87TSDB");
  }

  private static DocValuesFormat load() {
    String jar = System.getProperty("judge.elasticsearch.8.17.jar");
    if (jar == null) {
      throw new IllegalStateException("judge.elasticsearch.8.17.jar does not say where Elasticsearch 8.17.0's jar is");
    }
    try {
      return (DocValuesFormat) new Classes(Path.of(jar).toUri().toURL()).loadClass(FORMAT).getConstructor().newInstance();
    } catch (MalformedURLException | ReflectiveOperationException e) {
      throw new IllegalStateException("cannot load " + FORMAT + " from " + jar, e);
    }
  }

  @Override
  public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return WRITER.fieldsConsumer(state);
  }

  @Override
  public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
    return DocValuesFormat.forName("ES87TSDB").fieldsProducer(state);
  }
}
