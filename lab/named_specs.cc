// SPDX-License-Identifier: Apache-2.0
// The ready fixtures of `segsmith gen`.
#include "lab/fixture_spec.h"

namespace segsmith::lab {
namespace {

constexpr NamedSpec kSpecs[] = {
    {"numeric_encodings", "each encoding of Lucene90 numbers: constant, table, gcd, plain, blocks",
     R"({
  "documents": 40000,
  "mapping": {"mappings": {"properties": {
    "constant": {"type": "lucene.numeric"}, "table": {"type": "lucene.numeric"}, "gcd": {"type": "lucene.numeric"},
    "plain": {"type": "lucene.numeric"}, "full": {"type": "lucene.numeric"}, "blocks": {"type": "lucene.numeric"}}}},
  "fields": {
    "constant": {"kind": "constant", "value": 42}, "table": {"kind": "set", "values": [7, -12345678901, 99, 1000003]},
    "gcd": {"kind": "timestamp", "step": 60000, "as": "millis"}, "plain": {"kind": "uniform", "min": -500, "max": 3500},
    "full": {"kind": "uniform", "min": -9223372036854775808, "max": 9223372036854775807},
    "blocks": {"kind": "counter", "step": [2, 5]}}})"},
    {"sparse", "documents with a field: none, few, many, all but some, all", R"({
  "documents": 200000, "flush_docs": 140000,
  "mapping": {"mappings": {"properties": {
    "none": {"type": "lucene.numeric"}, "few": {"type": "lucene.numeric"}, "many": {"type": "lucene.numeric"},
    "most": {"type": "lucene.numeric"}, "all": {"type": "lucene.numeric"}}}},
  "fields": {
    "none": {"kind": "constant", "value": 1, "missing": 1}, "few": {"kind": "uniform", "missing": 0.995},
    "many": {"kind": "uniform", "missing": 0.5}, "most": {"kind": "uniform", "missing": 0.001}, "all": {"kind": "uniform"}}})"},
    {"multi_valued", "several values a document, numbers and terms, duplicates among them", R"({
  "documents": 20000, "flush_docs": 9000,
  "mapping": {"mappings": {"properties": {
    "numbers": {"type": "lucene.sorted_numeric"}, "terms": {"type": "lucene.sorted_set"}, "long": {"type": "long"}}}},
  "fields": {
    "numbers": {"kind": "zipf", "values_per_doc": [0, 6]}, "terms": {"kind": "zipf", "prefix": "t", "values_per_doc": [0, 5]},
    "long": {"kind": "uniform", "values_per_doc": [1, 3], "missing": 0.1}}})"},
    {"terms_small", "dictionaries of 0, 1, 2, 63, 64 and 65 terms", R"({
  "documents": 5000,
  "mapping": {"mappings": {"properties": {
    "t0": {"type": "lucene.sorted"}, "t1": {"type": "lucene.sorted"}, "t2": {"type": "lucene.sorted"},
    "t63": {"type": "lucene.sorted"}, "t64": {"type": "lucene.sorted"}, "t65": {"type": "lucene.sorted"}}}},
  "fields": {
    "t0": {"kind": "constant", "value": "x", "missing": 1}, "t1": {"kind": "constant", "value": ""},
    "t2": {"kind": "cycle", "cardinality": 2, "prefix": "a"}, "t63": {"kind": "cycle", "cardinality": 63, "prefix": "b", "width": 2},
    "t64": {"kind": "cycle", "cardinality": 64, "prefix": "c", "width": 2},
    "t65": {"kind": "cycle", "cardinality": 65, "prefix": "d", "width": 2}}})"},
    {"terms_large", "a dictionary of many terms with long common prefixes", R"({
  "documents": 60000, "flush_docs": 40000,
  "mapping": {"mappings": {"properties": {"path": {"type": "keyword"}, "id": {"type": "keyword"}}}},
  "fields": {
    "path": {"kind": "zipf", "cardinality": 20000, "prefix": "/var/lib/service/data/shard-", "width": 8},
    "id": {"kind": "uniform", "min": 0, "max": 999999999, "prefix": "id-", "width": 12}}})"},
    {"skip_levels",
     "skip indexes of several levels over ordered, random, sparse and constant values", R"({
  "documents": 300000,
  "mapping": {"settings": {"segsmith.skip_index_interval_size": 128}, "mappings": {"properties": {
    "ordered": {"type": "lucene.numeric", "skip_index": true}, "random": {"type": "lucene.numeric", "skip_index": true},
    "sparse": {"type": "lucene.sorted_numeric", "skip_index": true}, "runs": {"type": "lucene.sorted", "skip_index": true}}}},
  "fields": {
    "ordered": {"kind": "counter", "step": [0, 3]}, "random": {"kind": "uniform"},
    "sparse": {"kind": "uniform", "missing": 0.9, "values_per_doc": [1, 2]},
    "runs": {"kind": "runs", "cardinality": 40, "prefix": "r", "length": [100, 9000]}}})"},
    {"points_1d", "one-dimensional points of 4, 8 and 16 bytes", R"({
  "documents": 30000, "flush_docs": 12000,
  "mapping": {"mappings": {"properties": {
    "integer": {"type": "integer"}, "long": {"type": "long"}, "double": {"type": "double"}, "ip": {"type": "ip"}}}},
  "fields": {
    "integer": {"kind": "normal", "stddev": 5000}, "long": {"kind": "counter", "step": [0, 1000]},
    "double": {"kind": "gauge", "decimals": 3}, "ip": {"kind": "set", "values": ["10.0.0.1", "10.0.0.2", "192.168.7.9", "2001:db8::1"]}}})"},
    {"index_sort", "an index sorted by a term and a time, with missing values", R"({
  "documents": 30000, "flush_docs": 10000,
  "mapping": {"settings": {"index": {"sort": {"field": ["host", "@timestamp"], "order": ["asc", "desc"]}}},
    "mappings": {"properties": {"host": {"type": "keyword"}, "@timestamp": {"type": "date"}, "load": {"type": "long"}}}},
  "fields": {
    "host": {"kind": "set", "cardinality": 25, "prefix": "host-", "missing": 0.02}, "@timestamp": {"kind": "timestamp", "jitter": 5000},
    "load": {"kind": "gauge"}}})"},
    {"logs", "a log index in logsdb mode without points", R"({
  "documents": 20000, "flush_docs": 8000,
  "mapping": {"settings": {"index.mode": "logsdb", "segsmith.doc_values_format": "Lucene90"},
    "mappings": {"properties": {"@timestamp": {"type": "date"}, "host": {"properties": {"name": {"type": "keyword"}}},
      "status": {"type": "integer"}, "path": {"type": "keyword"}}}},
  "fields": {
    "@timestamp": {"kind": "timestamp", "step": 250, "jitter": 2000}, "host.name": {"kind": "zipf", "cardinality": 12, "prefix": "web-"},
    "status": {"kind": "set", "values": [200, 200, 200, 304, 404, 500]}, "path": {"kind": "zipf", "cardinality": 300, "prefix": "/page/"}}})"},
    {"metrics", "gauges and counters of many series, points against skip indexes", R"({
  "documents": 50000, "flush_docs": 25000,
  "mapping": {"mappings": {"properties": {
    "@timestamp": {"type": "date"}, "series": {"type": "keyword"}, "gauge": {"type": "double"}, "counter": {"type": "long"}}}},
  "fields": {
    "@timestamp": {"kind": "timestamp", "step": 10}, "series": {"kind": "cycle", "cardinality": 200, "prefix": "s-", "width": 3},
    "gauge": {"kind": "gauge", "decimals": 2}, "counter": {"kind": "counter", "step": [0, 500], "reset": 0.001}}})"},
    {"binary", "binary values of one length, of many lengths, and missing ones", R"({
  "documents": 10000,
  "mapping": {"mappings": {"properties": {
    "fixed": {"type": "lucene.binary"}, "variable": {"type": "lucene.binary"}, "text": {"type": "lucene.binary"}}}},
  "fields": {
    "fixed": {"kind": "uniform", "prefix": "", "width": 10, "min": 0, "max": 999999999},
    "variable": {"kind": "uniform", "prefix": "v", "missing": 0.3}, "text": {"kind": "words"}}})"},
    {"stored", "stored documents, small and large, for the stored-fields formats", R"({
  "documents": 8000, "flush_docs": 3000,
  "mapping": {"mappings": {"properties": {"message": {"type": "keyword", "ignore_above": 64}, "size": {"type": "integer", "store": true}}}},
  "fields": {
    "message": {"kind": "words", "count": [0, 400], "vocabulary": 2000}, "size": {"kind": "zipf", "cardinality": 5000}}})"},
    {"dates_and_flags", "dates, booleans and scaled numbers of time-ordered events", R"({
  "documents": 15000, "flush_docs": 6000,
  "mapping": {"mappings": {"properties": {
    "@timestamp": {"type": "date_nanos"}, "ok": {"type": "boolean"}, "price": {"type": "scaled_float", "scaling_factor": 100},
    "half": {"type": "half_float"}, "unsigned": {"type": "unsigned_long"}}}},
  "fields": {
    "@timestamp": {"kind": "timestamp", "step": 37}, "ok": {"kind": "set", "values": [true, true, false]},
    "price": {"kind": "normal", "mean": 9000, "stddev": 700, "decimals": 2}, "half": {"kind": "gauge", "max": 6000, "decimals": 1},
    "unsigned": {"kind": "uniform", "min": 0, "max": 9223372036854775807}}})"},
};

}  // namespace

std::span<const NamedSpec> named_specs() { return kSpecs; }

}  // namespace segsmith::lab
