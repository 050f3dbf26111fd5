// SPDX-License-Identifier: Apache-2.0
#include "lab/dv_explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/table.h"
#include "packing/direct_format.h"

namespace segsmith::lab {
namespace {

std::string number(int64_t value) { return with_thousands(value); }
std::string natural(uint64_t value) {
  return value <= INT64_MAX ? with_thousands(static_cast<int64_t>(value))
                            : fmt::format("{}", value);
}

uint64_t distance(int64_t min, int64_t max) {
  return static_cast<uint64_t>(max) - static_cast<uint64_t>(min);
}

std::string why_docs_with_field(const model::Fact& fact) {
  if (fact.encoding == "none") return "no document has a value: nothing is stored";
  if (fact.encoding == "sentinel") return "ends the set: block 32,767 with one document";
  if (fact.encoding == "jump_table") {
    return "documents before it and offset of each block, 8 bytes each; left out for one block";
  }
  const std::string documents =
      natural(fact.count) + (fact.count == 1 ? " document" : " documents");
  if (fact.encoding == "sparse") {
    return documents + " of 65,536, up to 4,095: two bytes each";
  }
  if (fact.encoding == "dense") {
    return documents + " of 65,536, 4,096 and more: a bit for each document, and ranks";
  }
  return fact.file.empty() ? "every document has a value: nothing is stored"
                           : "all 65,536 documents: a header, nothing else";
}

std::string why_monotonic(const model::Fact& fact) {
  if (fact.encoding != "monotonic") return "";
  if (fact.bits == 0) return "all lie on a line, which the metadata holds: no bytes";
  return fmt::format("differences from a line take {} bits", fact.bits);
}

std::string why_terms(const model::Fact& fact) {
  if (fact.encoding == "raw") return "one term, whole: nothing to compress";
  return "the first term whole; the others by the prefix they share, compressed behind it";
}

std::string why_bytes(const model::Fact& fact) {
  if (fact.count == 0) return "no values";
  if (fact.encoding == "zstd") {
    return "values compressed together, up to a limit of bytes or documents";
  }
  if (fact.encoding == "fixed") {
    return "all of " + number(fact.min.value_or(0)) + " bytes, so no addresses";
  }
  return "lengths from " + number(fact.min.value_or(0)) + " to " + number(fact.max.value_or(0)) +
         ", so each value has an address";
}

}  // namespace

DvExplainer::DvExplainer(const model::DocValuesField& field) : field_(field) {
  if (!field.numbers) return;
  statistics_.emplace(field.terms != nullptr);
  const auto column = model::number_column(field);
  model::NumberBlock block;
  while (column->next(block)) statistics_->add(block.values);
  statistics_->finish();
}

std::string DvExplainer::why_no_table(int bits) {
  if (field_.terms) return "ordinals never take a table";
  codec::UniqueValues* uniques = statistics_->uniques();
  if (uniques == nullptr) return "more than 256 different values, so no table";
  const int table_bits =
      uniques->size() < 2 ? 0 : packing::direct_bits_required(uniques->size() - 1);
  return fmt::format("a table of {} values would take {} bits, {}", uniques->size(), table_bits,
                     table_bits == bits ? "no fewer" : "more");
}

std::string DvExplainer::why_no_blocks() const {
  if (statistics_->whole_bits() == 0) return "";
  const double share = 100.0 * static_cast<double>(statistics_->blocks_bits()) /
                       static_cast<double>(statistics_->whole_bits());
  return fmt::format(
      "; blocks of 16,384 with their own widths would take {}% of the bits, and must "
      "save 10%",
      figure(share));
}

std::string DvExplainer::why_one_width(const model::Fact& fact) {
  const packing::MinMax whole = statistics_->whole();
  const uint64_t range = distance(whole.min, whole.max);
  std::string text;
  if (fact.encoding == "gcd") {
    text = fmt::format("gcd {}, {} bits: range 0..{} of multiples", number(fact.gcd), fact.bits,
                       natural(range / static_cast<uint64_t>(fact.gcd)));
  } else if (fact.encoding == "delta") {
    text =
        fmt::format("{} bits: range 0..{} above {}", fact.bits, natural(range), number(whole.min));
  } else if (whole.min == 0) {
    text = fmt::format("{} bits: range 0..{}", fact.bits, natural(range));
  } else {
    text = fmt::format("{} bits: up to {}, and subtracting {} would save none", fact.bits,
                       number(whole.max), number(whole.min));
  }
  return text + "; " + why_no_table(fact.bits) + why_no_blocks();
}

std::string DvExplainer::why_block(const model::Fact& fact, int64_t min, int64_t max) const {
  if (fact.bits == 0) return "one value in the whole block: no packed bytes";
  const uint64_t range = distance(min, max);
  std::string text =
      fact.gcd > 1 ? fmt::format("gcd {}, {} bits: range 0..{} of multiples", number(fact.gcd),
                                 fact.bits, natural(range / static_cast<uint64_t>(fact.gcd)))
                   : fmt::format("{} bits: range 0..{}", fact.bits, natural(range));
  const double share = statistics_->whole_bits() == 0
                           ? 100.0
                           : 100.0 * static_cast<double>(statistics_->blocks_bits()) /
                                 static_cast<double>(statistics_->whole_bits());
  return text + fmt::format("; blocks take {}% of the bits of one width", figure(share));
}

/// Blocks and ranges of Elasticsearch's time-series formats; empty for other encodings.
std::string why_time_series(const model::Fact& fact, bool ordinals) {
  if (fact.encoding == "ordinal-ranges") {
    return "the documents are sorted by this field and have 512 or more to each ordinal: only the "
           "first document of each is kept";
  }
  if (fact.block < 0 || fact.encoding == "") return "";
  if (fact.encoding == "single-run") return "one ordinal in the whole block";
  if (fact.encoding == "two-runs") return "one ordinal, then another, to the end of the block";
  if (fact.encoding == "cycle") {
    return "the same ordinals over and over, at most a quarter of the block";
  }
  if (ordinals && fact.encoding == "bit-pack") {
    return "neither runs nor a cycle: every ordinal at the width of the largest";
  }
  if (fact.encoding == "constant") return "one value in the whole block: no packed bytes";
  if (fact.encoding.find("bit-pack") == fact.encoding.npos) return "";
  std::string text = fmt::format("{} bits a value are left", fact.bits);
  return fact.encoding == "bit-pack" ? text + "; no stage before pays" : text + " by these stages";
}

std::string DvExplainer::why_numbers(const model::Fact& fact, int64_t min, int64_t max) {
  if (fact.count == 0) return "no values";
  if (std::string text = why_time_series(fact, field_.terms != nullptr); !text.empty()) {
    return text;
  }
  if (fact.block >= 0) return why_block(fact, min, max);
  if (fact.encoding == "constant") return "one value only: no bytes";
  if (fact.encoding != "table") return why_one_width(fact);
  const packing::MinMax whole = statistics_->whole();
  const uint64_t gcd = std::max<uint64_t>(1, statistics_->gcd());
  return fmt::format(
      "{} different values take {} bits as places in a table; their range {}..{}"
      "{} would take {}",
      fact.table_size, fact.bits, number(whole.min), number(whole.max),
      gcd > 1 ? ", divided by " + natural(gcd) + "," : "",
      packing::direct_bits_required(distance(whole.min, whole.max) / gcd));
}

std::string DvExplainer::why(const model::Fact& fact, std::optional<int64_t> min,
                             std::optional<int64_t> max) {
  if (fact.structure == "metadata") return "what .dvm says of the field";
  if (fact.structure == "skip_index") return "its intervals: segsmith skip";
  if (fact.part == "docs_with_field") return why_docs_with_field(fact);
  if (fact.part == "block_table") return "the offset of each block, and of this table";
  if (fact.part == "block_index") return "where each block begins, as a line and what differs";
  if (fact.part == "chunk_addresses") return "where each compressed block begins";
  if (fact.part == "chunk_docs") return "the documents before each compressed block";
  if (fact.part == "prefix_partitions")
    return "the first documents of terms that share their first 18 bits";
  if (fact.part == "terms") return why_terms(fact);
  if (fact.part == "reverse_index")
    return "the shortest prefix that tells every 1,024th term from the one before it";
  if (fact.part != "values") return why_monotonic(fact);
  if (field_.binary) return why_bytes(fact);
  return why_numbers(fact, min.value_or(0), max.value_or(0));
}

}  // namespace segsmith::lab
