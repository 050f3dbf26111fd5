// SPDX-License-Identifier: Apache-2.0
#include "bench/generated_documents.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>

#include "util/error.h"

namespace segsmith::bench {
namespace {

using index::SegmentBuffer;

constexpr std::array<int64_t, 16> kCodes = {200, 201, 204, 206, 301, 302, 304, 400,
                                            401, 403, 404, 409, 429, 500, 502, 503};

/// splitmix64's finisher.
uint64_t mix(uint64_t z) {
  z += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

int64_t below(uint64_t random, uint64_t bound) {
  return static_cast<int64_t>((random >> 1) % bound);
}

std::vector<std::string> numbered_terms(const char* format, int count) {
  std::vector<std::string> terms;
  for (int i = 0; i < count; ++i) {
    char text[32];
    std::snprintf(text, sizeof text, format, i);
    terms.emplace_back(text);
  }
  return terms;
}

void add_timestamp(const GeneratedColumn& c, SegmentBuffer& to, uint64_t doc, uint64_t random) {
  to.add_number(c.field, 1'700'000'000'000 + static_cast<int64_t>(doc) * 10 + below(random, 10));
}

void add_gauge(const GeneratedColumn& c, SegmentBuffer& to, uint64_t, uint64_t random) {
  to.add_number(c.field, below(random, 1'000'000));
}

void add_counter(const GeneratedColumn& c, SegmentBuffer& to, uint64_t doc, uint64_t random) {
  const auto rising = static_cast<int64_t>(doc % 100 * 1'000'000'000 + doc / 100 * 7);
  to.add_number(c.field, rising + below(random, 7));
}

void add_code(const GeneratedColumn& c, SegmentBuffer& to, uint64_t, uint64_t random) {
  to.add_number(c.field, kCodes[static_cast<size_t>(below(random, kCodes.size()))]);
}

void add_sparse(const GeneratedColumn& c, SegmentBuffer& to, uint64_t, uint64_t random) {
  if (below(random, 10) == 0) to.add_number(c.field, below(mix(random), 1'000'000));
}

void add_multi(const GeneratedColumn& c, SegmentBuffer& to, uint64_t, uint64_t random) {
  const auto count = static_cast<uint64_t>(1 + below(random, 3));
  for (uint64_t v = 0; v < count; ++v) to.add_number(c.field, below(mix(random + v), 100'000));
}

void add_term(const GeneratedColumn& c, SegmentBuffer& to, uint64_t, uint64_t random) {
  const std::string& term = c.terms[static_cast<size_t>(below(random, c.terms.size()))];
  to.add_term(c.field, std::as_bytes(std::span(term.data(), term.size())));
}

struct Generator {
  std::string_view kind;
  decltype(GeneratedColumn::add) add;
  const char* term_format = nullptr;
  int terms = 0;
};
constexpr Generator kGenerators[] = {
    {"timestamp", add_timestamp},
    {"gauge", add_gauge},
    {"counter", add_counter},
    {"code", add_code},
    {"sparse", add_sparse},
    {"multi", add_multi},
    {"host", add_term, "host-%03d", 100},
    {"pod", add_term, "pod-%05d", 10'000},
};

}  // namespace

GeneratedDocuments::GeneratedDocuments(const index::Mapping& mapping) {
  for (size_t i = 0; i < mapping.fields().size(); ++i) {
    const std::string& name = mapping.fields()[i].name;
    const auto kind = name.substr(0, name.find('_'));
    const auto* generator = std::ranges::find(kGenerators, kind, &Generator::kind);
    if (generator == std::end(kGenerators)) {
      throw InvalidArgument("no generator for field '" + name + "'");
    }
    columns_.push_back({static_cast<int32_t>(i), generator->add,
                        numbered_terms(generator->term_format, generator->terms)});
  }
}

void GeneratedDocuments::add(SegmentBuffer& buffer, uint64_t doc) const {
  for (const GeneratedColumn& c : columns_) {
    c.add(c, buffer, doc, mix(doc * 256 + static_cast<uint64_t>(c.field)));
  }
}

}  // namespace segsmith::bench
