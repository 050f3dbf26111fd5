#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Google Benchmark suites, then the run against Java (arguments go to side_by_side.py).
set -euo pipefail
cd "$(dirname "$0")/.."
build/bench/segsmith_bench --benchmark_min_time=0.05
exec python3 bench/side_by_side.py "$@"
