#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the judge when its sources changed, then starts it: one JSON command a line on standard
# input, one JSON answer a line on standard output; with an argument, that one command only.
# `--find-jdk` prints the JDK's folder and ends, with code 3 when there is none.
# JUDGE_LUCENE_VERSION runs it upon another release than the one it is compiled with (commands that need
# newer calls than that release has answer an error); JUDGE_JAVA_OPTS adds JVM options; JUDGE_BUILD_DIR
# moves the build out of the source tree. JUDGE_ELASTICSEARCH=1 adds Elasticsearch's doc-values formats
# (its jars are then fetched; a C compiler and libzstd are needed).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
base=${JUDGE_BUILD_DIR:-$here/target}

release_of() { sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null || true; }

find_jdk() {
  local home version
  for home in "${JAVA_HOME:-}" /usr/lib/jvm/temurin-25* /usr/lib/jvm/java-25* /usr/lib/jvm/*; do
    [ -n "$home" ] && [ -x "$home/bin/javac" ] || continue
    version=$(release_of "$home")
    [ -n "$version" ] && [ "$version" -ge 25 ] && { echo "$home"; return 0; }
  done
  return 1
}

JAVA_HOME=$(find_jdk) || { echo "judge: no JDK 25 or later (set JAVA_HOME or install temurin-25-jdk)" >&2; exit 3; }
export JAVA_HOME
[ "${1:-}" = --find-jdk ] && { echo "$JAVA_HOME"; exit 0; }
command -v mvn >/dev/null || { echo "judge: Maven (mvn) is not installed" >&2; exit 3; }

# One folder for each state of the sources, so a rebuild leaves running judges their classes.
state=$(cd "$here" && { cat pom.xml; find src -type f | LC_ALL=C sort | xargs cat; } | sha256sum | cut -c1-16)
lib=$base/lib
profile=()
elasticsearch=${JUDGE_ELASTICSEARCH:-}
[ "$elasticsearch" = 0 ] && elasticsearch=
if [ -n "$elasticsearch" ]; then
  [ -z "${JUDGE_LUCENE_VERSION:-}" ] ||
    { echo "judge: JUDGE_ELASTICSEARCH goes with no JUDGE_LUCENE_VERSION" >&2; exit 3; }
  state=$state-elasticsearch
  lib=$base/lib-elasticsearch
  profile=(-Pelasticsearch)
fi
build=$base/$state
mkdir -p "$build"
exec 9>"$base/judge.lock"
flock 9
if [ ! -e "$build/done" ]; then
  (cd "$here" && mvn -q -B "${profile[@]}" "-Djudge.build=$build" "-Djudge.lib=$lib" package) >"$build/build.log" 2>&1 ||
    { echo "judge: the Maven build failed, see $build/build.log" >&2; grep ERROR "$build/build.log" | head -20 >&2; exit 3; }
  touch "$build/done"
fi
if [ -n "${JUDGE_LUCENE_VERSION:-}" ]; then
  lib=$base/lib-$JUDGE_LUCENE_VERSION
  if [ ! -e "$lib/done" ]; then
    (cd "$here" && mvn -q -B "-Dlucene.version=$JUDGE_LUCENE_VERSION" dependency:copy-dependencies -DincludeScope=runtime \
      "-DoutputDirectory=$lib") >"$build/lib.log" 2>&1 ||
      { echo "judge: Maven has no Lucene $JUDGE_LUCENE_VERSION, see $build/lib.log" >&2; exit 3; }
    touch "$lib/done"
  fi
fi
options=()
classes=()
if [ -n "$elasticsearch" ]; then
  # Elasticsearch's classes unpacked with one of its Lucene services only: its codecs want another Lucene.
  classes=("$lib/classes")
  if [ ! -e "$lib/classes/done" ]; then
    mkdir -p "$lib/classes"
    (cd "$lib/classes" && "$JAVA_HOME/bin/jar" xf ../servers/elasticsearch-9.3.3.jar org \
      META-INF/services/org.apache.lucene.codecs.DocValuesFormat)
    touch "$lib/classes/done"
  fi
  # The native provider wants two libraries in one folder; of libvec it only asks what the processor can do.
  if [ ! -e "$lib/native/libvec.so" ]; then
    mkdir -p "$lib/native"
    zstd=$(ldconfig -p | sed -n 's/.*libzstd\.so\.1 .*=> //p' | head -1)
    [ -n "$zstd" ] || { echo "judge: libzstd is not installed" >&2; exit 3; }
    cp -L "$zstd" "$lib/native/libzstd.so"
    echo 'int vec_caps(void) { return 0; }' | cc -shared -fPIC -x c - -o "$lib/native/libvec.so" ||
      { echo "judge: no C compiler for a stub of libvec" >&2; exit 3; }
  fi
  options=("-Des.nativelibs.path=$lib/native" "-Djudge.elasticsearch.8.17.jar=$lib/servers/elasticsearch-8.17.0.jar")
fi
exec 9>&-

exec "$JAVA_HOME/bin/java" -Xmx${JUDGE_HEAP:-4g} -XX:+UseParallelGC --add-modules jdk.incubator.vector \
  --enable-native-access=ALL-UNNAMED ${JUDGE_JAVA_OPTS:-} "${options[@]}" \
  -cp "$build/judge-1.jar${classes:+:$classes}:$lib/*" segsmith.judge.Judge "$@"
