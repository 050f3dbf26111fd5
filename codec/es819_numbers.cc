// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_numbers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "codec/doc_values_files.h"
#include "codec/es819_block_numbers.h"
#include "codec/es819_range_numbers.h"
#include "codec/lucene90_numbers.h"

namespace segsmith::codec::es819 {
namespace {

store::Input slice_of_numbers(const store::Input& data, const char* what, const std::string& field,
                              int64_t offset, int64_t length) {
  return data.slice(std::string(what) + " of field '" + field + "'", static_cast<uint64_t>(offset),
                    static_cast<uint64_t>(length));
}

store::Input values_of(const NumbersMeta& meta, const store::Input& data,
                       const std::string& field) {
  return slice_of_numbers(data, "values", field, meta.values_offset, meta.values_length);
}

BlockIndex index_of(const NumbersMeta& meta, const store::Input& data, const std::string& field) {
  return {{meta.index,
           slice_of_numbers(data, "index of blocks", field, meta.index_offset, meta.index_length)},
          values_of(meta, data, field)};
}

std::shared_ptr<const model::Numbers> constant(uint64_t size, const store::Input& data,
                                               const std::string& field) {
  lucene90::NumericEncoding zeros;
  zeros.num_values = static_cast<int64_t>(size);
  return lucene90::open_numbers(zeros, data, field);
}

template <class Coding>
std::shared_ptr<const model::Numbers> in_blocks(const NumbersMeta& meta, const store::Input& data,
                                                const std::string& field, Coding coding) {
  return std::make_shared<BlockNumbers<Coding>>(static_cast<uint64_t>(meta.num_values),
                                                meta.block_shift, index_of(meta, data, field),
                                                std::move(coding));
}

void check_terms(const NumbersMeta& meta, const store::Input& data, int64_t terms) {
  const int64_t wanted = meta.kind == NumbersMeta::Kind::one_ordinal ? 1
                         : meta.kind == NumbersMeta::Kind::ranges    ? meta.range_ordinals
                                                                     : std::max<int64_t>(terms, 1);
  if (terms != wanted) {
    data.corrupt(static_cast<uint64_t>(meta.values_offset),
                 "ordinals of " + std::to_string(wanted) + " terms",
                 "a dictionary of " + std::to_string(terms));
  }
}

/// What the blocks of a field are told with.
struct BlockFacts {
  const NumbersMeta& meta;
  const NumbersContext& context;
  store::Input values;

  void describe(uint64_t begin, uint64_t end, model::Fact& fact) const {
    const size_t block_size = size_t{1} << meta.block_shift;
    if (context.terms >= 0) {
      describe_ordinals(packing::es819::describe_ordinals(
                            values, begin, end, bits_per_ordinal(context.terms), block_size),
                        fact);
    } else if (meta.pipeline) {
      const auto shape = packing::es95::describe(*meta.pipeline, values, begin, end);
      fact.encoding = shape.stages();
      fact.bits = shape.bits;
      fact.gcd = static_cast<int64_t>(shape.gcd);
      fact.details = details(shape);
    } else {
      const auto shape = packing::es819::describe_numbers(values, begin, end, block_size);
      fact.encoding = shape.stages();
      fact.bits = shape.bits;
      fact.gcd = static_cast<int64_t>(shape.gcd);
      fact.details = details(shape);
    }
  }

 private:
  static void append(std::string& text, const std::string& more) {
    text += (text.empty() ? "" : ", ") + more;
  }
  static std::string details(const packing::es819::NumberShape& shape) {
    std::string text;
    if (shape.delta) append(text, "first " + std::to_string(shape.first));
    if (shape.offset) append(text, "min " + std::to_string(shape.min));
    if (shape.divided) append(text, "gcd " + std::to_string(shape.gcd));
    return text;
  }
  static std::string details(const packing::es95::Shape& shape) {
    std::string text;
    for (const auto id : shape.applied) {
      using packing::es95::StageId;
      if (id == StageId::delta) append(text, "first " + std::to_string(shape.first));
      if (id == StageId::offset) append(text, "min " + std::to_string(shape.min));
      if (id == StageId::gcd) append(text, "gcd " + std::to_string(shape.gcd));
      if (id == StageId::split_delta) {
        std::string splits;
        for (const uint32_t split : shape.splits) splits += " " + std::to_string(split);
        append(text, "splits at" + splits);
      }
      if (id == StageId::alp_double) {
        append(text, "e " + std::to_string(shape.alp_e) + ", f " + std::to_string(shape.alp_f) +
                         ", " + std::to_string(shape.exceptions) + " exceptions");
      }
    }
    return text;
  }
  static void describe_ordinals(const packing::es819::OrdinalShape& shape, model::Fact& fact) {
    using Coding = packing::es819::OrdinalShape::Coding;
    fact.encoding = shape.name();
    if (shape.coding == Coding::packed) {
      fact.bits = shape.bits;
      return;
    }
    std::string text;
    const bool cycle = shape.coding == Coding::cycle;
    if (cycle) append(text, "length " + std::to_string(shape.values.size()));
    for (size_t i = 0; i < shape.values.size(); ++i) {
      const std::string value = std::to_string(shape.values[i]);
      if (cycle) {
        text += (i == 0 ? ": " : " ") + value;
      } else {
        append(text, std::to_string(shape.run_lengths[i]) + " of " + value);
      }
    }
    fact.details = text;
  }
};

void visit_blocks(const NumbersMeta& meta, const store::Input& data, const NumbersContext& context,
                  const model::Fact& base, const model::FactVisitor& visitor) {
  const BlockIndex index = index_of(meta, data, context.field);
  const BlockFacts facts{meta, context, values_of(meta, data, context.field)};
  const uint64_t block_size = uint64_t{1} << meta.block_shift;
  for (uint64_t b = 0; b < index.block_count(); ++b) {
    std::array<int64_t, 2> ends;
    index.ends(b, ends);
    model::Fact fact = base;
    fact.block = static_cast<int64_t>(b);
    fact.first = b * block_size;
    fact.count = std::min(block_size, static_cast<uint64_t>(meta.num_values) - fact.first);
    fact.offset = static_cast<uint64_t>(meta.values_offset + ends[0]);
    fact.length = static_cast<uint64_t>(ends[1] - ends[0]);
    facts.describe(static_cast<uint64_t>(ends[0]), static_cast<uint64_t>(ends[1]), fact);
    visitor(fact);
  }
}

}  // namespace

std::shared_ptr<const model::Numbers> open_numbers(const NumbersMeta& meta,
                                                   const store::Input& data,
                                                   const NumbersContext& context) {
  if (meta.kind == NumbersMeta::Kind::empty) return constant(0, data, context.field);
  const bool ordinals = context.terms >= 0;
  if (ordinals) check_terms(meta, data, context.terms);
  switch (meta.kind) {
    case NumbersMeta::Kind::one_ordinal:
      return constant(static_cast<uint64_t>(meta.num_values), data, context.field);
    case NumbersMeta::Kind::ranges: {
      store::Input starts =
          slice_of_numbers(data, "ranges", context.field, meta.values_offset, meta.values_length);
      return std::make_shared<RangeNumbers>(packing::DirectMonotonicReader(meta.index, starts),
                                            starts, context.presence);
    }
    default:
      break;
  }
  if (ordinals) {
    return in_blocks(meta, data, context.field, OrdinalCoding{bits_per_ordinal(context.terms)});
  }
  if (meta.pipeline) return in_blocks(meta, data, context.field, PipelineCoding{*meta.pipeline});
  return in_blocks(meta, data, context.field, PlainCoding{});
}

void visit_numbers(const NumbersMeta& meta, const store::Input& data, const NumbersContext& context,
                   bool blocks, const model::Fact& base, const model::FactVisitor& visitor) {
  if (meta.kind == NumbersMeta::Kind::empty) return;
  model::Fact values = base;
  values.offset = static_cast<uint64_t>(meta.values_offset);
  values.length = static_cast<uint64_t>(meta.values_length);
  values.count = static_cast<uint64_t>(meta.num_values);
  if (meta.kind == NumbersMeta::Kind::one_ordinal) {
    values.encoding = "constant";
    values.bits = 0;
    values.min = values.max = 0;
    if (blocks) visitor(values);
    return;
  }
  if (meta.kind == NumbersMeta::Kind::ranges) {
    values.encoding = "ordinal-ranges";
    values.min = 0;
    values.max = meta.range_ordinals - 1;
    visitor(values);
    return;
  }
  if (blocks) {
    visit_blocks(meta, data, context, base, visitor);
  } else {
    values.encoding = meta.pipeline ? meta.pipeline->text() : "blocks";
    visitor(values);
  }
  model::Fact index = base;
  index.part = "block_index";
  index.offset = static_cast<uint64_t>(meta.index_offset);
  index.length = static_cast<uint64_t>(meta.index_length);
  index.count = meta.block_count();
  visit_monotonic(meta.index, blocks ? FactDetail::blocks : FactDetail::parts, index, visitor);
}

}  // namespace segsmith::codec::es819
