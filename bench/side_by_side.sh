#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The run against Java (arguments go to side_by_side.py), or with --suites the Google Benchmark suites
# (arguments go to them).
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1:-}" = --suites ]; then
  shift
  exec build/bench/segsmith_bench --benchmark_min_time=0.05 "$@"
fi
exec env PYTHONDONTWRITEBYTECODE=1 python3 bench/side_by_side.py "$@"
