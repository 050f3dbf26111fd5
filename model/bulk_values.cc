// SPDX-License-Identifier: Apache-2.0
#include "model/bulk_values.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "util/error.h"

namespace segsmith::model {
namespace {

constexpr size_t kChunk = 512;  ///< Documents whose positions are held at once.

[[noreturn]] void refuse_type(const DocValuesField& field, const char* wanted) {
  throw InvalidArgument(std::string(wanted) + " asked of " + std::string(name_of(field.type)) +
                        " doc values");
}

void check_docs(const DocValuesField& field, std::span<const int32_t> docs) {
  if (docs.empty()) return;
  const int32_t max_doc = field.presence->max_doc();
  const bool ascend =
      std::adjacent_find(docs.begin(), docs.end(), std::greater_equal<>()) == docs.end();
  if (!ascend || docs.front() < 0 || docs.back() >= max_doc) {
    throw InvalidArgument("documents must ascend from 0 to " + std::to_string(max_doc - 1));
  }
}

bool is_run(std::span<const int32_t> docs) {
  return static_cast<size_t>(docs.back() - docs.front()) == docs.size() - 1;
}

/// Up to kChunk documents: the positions of those that have a value, and which ones they are.
struct Positions {
  std::array<int64_t, kChunk> of_doc;    ///< -1: none.
  std::array<uint64_t, kChunk> present;  ///< Positions of those with a value, ascending.
  size_t count = 0;

  void find(const Presence& presence, std::span<const int32_t> docs) {
    presence.positions(docs, std::span(of_doc).first(docs.size()));
    count = 0;
    for (size_t i = 0; i < docs.size(); ++i) {
      present[count] = static_cast<uint64_t>(of_doc[i]);
      count += of_doc[i] >= 0;
    }
  }
};

/// Documents from the i-th on, up to `docs`, whose positions follow one another.
size_t run_of(const Positions& positions, size_t i, size_t docs) {
  size_t run = 1;
  while (i + run < docs &&
         positions.of_doc[i + run] == positions.of_doc[i] + static_cast<int64_t>(run)) {
    ++run;
  }
  return run;
}

void long_values_of_chunk(const DocValuesField& field, std::span<const int32_t> docs,
                          int64_t default_value, std::span<int64_t> out) {
  Positions positions;
  positions.find(*field.presence, docs);
  std::array<int64_t, kChunk> values;
  const size_t n = positions.count;
  if (n == 0) {
    std::fill(out.begin(), out.end(), default_value);
    return;
  }
  const auto found = n == docs.size() ? out : std::span(values).first(n);
  if (positions.present[n - 1] - positions.present[0] == n - 1) {
    field.numbers->values(positions.present[0], found);
  } else {
    field.numbers->gather(std::span(positions.present).first(n), found);
  }
  if (n == docs.size()) return;
  for (size_t i = 0, next = 0; i < docs.size(); ++i) {
    out[i] = positions.of_doc[i] >= 0 ? values[next++] : default_value;
  }
}

}  // namespace

void long_values(const DocValuesField& field, std::span<const int32_t> docs, int64_t default_value,
                 std::span<int64_t> out) {
  if (!field.numbers || !field.single_valued()) refuse_type(field, "single values");
  check_docs(field, docs);
  if (docs.size() != out.size()) throw InvalidArgument("as many values as documents are needed");
  if (!docs.empty() && is_run(docs)) return long_values(field, docs.front(), default_value, out);
  for (size_t done = 0; done < docs.size(); done += kChunk) {
    const size_t n = std::min(kChunk, docs.size() - done);
    long_values_of_chunk(field, docs.subspan(done, n), default_value, out.subspan(done, n));
  }
}

void long_values(const DocValuesField& field, int32_t first, int64_t default_value,
                 std::span<int64_t> out) {
  if (!field.numbers || !field.single_valued()) refuse_type(field, "single values");
  const Presence& presence = *field.presence;
  const int32_t max_doc = presence.max_doc();
  if (first < 0 || first > max_doc || out.size() > static_cast<size_t>(max_doc - first)) {
    throw InvalidArgument("documents must ascend from 0 to " + std::to_string(max_doc - 1));
  }
  if (presence.kind() == Presence::Kind::all) {
    if (!out.empty()) field.numbers->values(static_cast<uint64_t>(first), out);
    return;
  }
  std::fill(out.begin(), out.end(), default_value);
  std::array<int32_t, kChunk> docs;
  std::array<int64_t, kChunk> values;
  const int32_t end = first + static_cast<int32_t>(out.size());
  auto position = static_cast<uint64_t>(presence.rank(first));
  for (int32_t from = first; from < end;) {
    const size_t n = presence.docs(from, docs);
    const size_t inside = static_cast<size_t>(
        std::lower_bound(docs.begin(), docs.begin() + static_cast<ptrdiff_t>(n), end) -
        docs.begin());
    if (inside == 0) return;
    field.numbers->values(position, std::span(values).first(inside));
    for (size_t i = 0; i < inside; ++i) out[static_cast<size_t>(docs[i] - first)] = values[i];
    position += inside;
    from = docs[inside - 1] + 1;
  }
}

namespace {

/// Appends the numbers of the documents of a chunk.
void all_values_of_chunk(const DocValuesField& field, const Positions& positions, size_t docs,
                         MultiValues& out) {
  std::array<int64_t, kChunk + 1> starts;
  for (size_t i = 0; i < docs;) {
    if (positions.of_doc[i] < 0) {
      out.starts.push_back(out.values.size());
      ++i;
      continue;
    }
    // Documents whose values follow one another come in one piece.
    const auto rank = static_cast<uint64_t>(positions.of_doc[i]);
    const size_t run = run_of(positions, i, docs);
    uint64_t first = rank, count = run;
    if (field.addresses) {
      field.addresses->values(rank, std::span(starts).first(run + 1));
      first = static_cast<uint64_t>(starts[0]);
      count = static_cast<uint64_t>(starts[run]) - first;
    }
    const size_t at = out.values.size();
    out.values.resize(at + count);
    field.numbers->values(first, std::span(out.values).subspan(at));
    for (size_t j = 1; j <= run; ++j) {
      out.starts.push_back(at + (field.addresses ? static_cast<uint64_t>(starts[j]) - first : j));
    }
    i += run;
  }
}

/// Appends copies of the byte strings of the documents of a chunk.
void binary_values_of_chunk(const BinaryValues& values, const Positions& positions, size_t docs,
                            BytesBlock& out) {
  BytesBlock run_values;
  for (size_t i = 0; i < docs;) {
    if (positions.of_doc[i] < 0) {
      out.offsets.push_back(out.storage.size());
      ++i;
      continue;
    }
    const size_t run = run_of(positions, i, docs);
    values.values(static_cast<uint64_t>(positions.of_doc[i]), run, run_values);
    for (size_t j = 0; j < run; ++j) {
      out.storage.insert(out.storage.end(), run_values[j].begin(), run_values[j].end());
      out.offsets.push_back(out.storage.size());
    }
    i += run;
  }
}

}  // namespace

void all_values(const DocValuesField& field, std::span<const int32_t> docs, MultiValues& out) {
  if (!field.numbers) refuse_type(field, "numbers");
  check_docs(field, docs);
  out.starts.assign(1, 0);
  out.starts.reserve(docs.size() + 1);
  out.values.clear();
  Positions positions;
  for (size_t done = 0; done < docs.size(); done += kChunk) {
    const auto chunk = docs.subspan(done, std::min(kChunk, docs.size() - done));
    positions.find(*field.presence, chunk);
    all_values_of_chunk(field, positions, chunk.size(), out);
  }
}

void binary_values(const DocValuesField& field, std::span<const int32_t> docs, BytesBlock& out,
                   std::span<uint8_t> has_value) {
  if (!field.binary) refuse_type(field, "byte strings");
  check_docs(field, docs);
  if (docs.size() != has_value.size()) throw InvalidArgument("a mark for each document is needed");
  if (field.presence->kind() == Presence::Kind::all && !docs.empty() && is_run(docs)) {
    std::fill(has_value.begin(), has_value.end(), uint8_t{1});
    field.binary->values(static_cast<uint64_t>(docs.front()), docs.size(), out);
    return;
  }
  out.storage.clear();
  out.offsets.assign(1, 0);
  Positions positions;
  for (size_t done = 0; done < docs.size(); done += kChunk) {
    const size_t n = std::min(kChunk, docs.size() - done);
    positions.find(*field.presence, docs.subspan(done, n));
    for (size_t i = 0; i < n; ++i) has_value[done + i] = positions.of_doc[i] >= 0;
    binary_values_of_chunk(*field.binary, positions, n, out);
  }
  out.bytes = out.storage;
}

}  // namespace segsmith::model
