#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The main job on the recorded samples: the same documents with points (baseline) and with skippers in
# place of points (contender) for _seq_no and @timestamp, indexed in logsdb mode, flushed into many
# segments, merged, queried, compared. Writes JSON, CSV and a page beside the tables.
# usage: lab/demo.sh [OUTPUT_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."

program=build/segsmith
out=${1:-demo-output}
mkdir -p "$out"

# race NAME SCALE FLUSH_DOCS: one sample enlarged and raced.
race() {
  local name=$1 scale=$2 flush_docs=$3
  printf '== %s: samples/%s.ndjson.zst x %s\n' "$name" "$name" "$scale"
  "$program" race --mapping "samples/$name.mapping.json" "samples/$name.ndjson.zst" \
    --scale "$scale" --flush-docs "$flush_docs" --arms points,skipper \
    --json "$out/$name.json" --csv "$out/$name.csv" --html "$out/$name.html"
  printf '\nwritten: %s/%s.json, .csv, .html\n\n' "$out" "$name"
}

# At least 2,000,000 documents of metrics in at least 20 segments, then the log.
race metrics 4 80000
race log 10 15000
