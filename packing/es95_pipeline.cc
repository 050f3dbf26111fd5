// SPDX-License-Identifier: Apache-2.0
#include "packing/es95_pipeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "packing/block_parser.h"
#include "packing/es95_stages.h"
#include "packing/tsdb_for.h"
#include "util/error.h"

namespace segsmith::packing::es95 {
namespace {

constexpr uint32_t kDescriptorVersion = 1;

struct StageRow {
  StageId id;
  const char* name;
  bool (*encode)(std::span<int64_t> values, FieldState& state, BlockBytes& meta);
  void (*decode)(BlockValues& values, BlockParser& in, Shape* shape);
};

template <class Stage>
constexpr StageRow row() {
  return {Stage::kId, Stage::kName, Stage::encode, Stage::decode};
}

/// All stages but the payload's.
constexpr std::array kStages = {row<Delta>(), row<Offset>(), row<Gcd>(), row<SplitDelta>(),
                                row<AlpDouble>()};

const StageRow* find_stage(StageId id) {
  const auto found = std::ranges::find(kStages, id, &StageRow::id);
  return found == kStages.end() ? nullptr : &*found;
}

/// What is wrong with a descriptor; empty when nothing is.
std::string fault_of(const Descriptor& d) {
  if (d.block_shift < kMinBlockShift || d.block_shift > kMaxBlockShift) {
    return "a block shift of " + std::to_string(d.block_shift);
  }
  const auto stages = d.stages();
  if (stages.empty() || stages.back() != StageId::bit_pack)
    return "a last stage that packs nothing";
  for (const StageId id : stages.first(stages.size() - 1)) {
    if (find_stage(id) == nullptr) {
      return "stage " + std::to_string(static_cast<int>(id)) + " before the last";
    }
  }
  return {};
}

std::string joined(std::span<const StageId> stages) {
  std::string text;
  for (const StageId id : stages) {
    if (!text.empty()) text += " > ";
    text += stage_name(id);
  }
  return text;
}

/// Up to eight stages take one byte of the bitmap.
size_t bitmap_bytes(const Descriptor& d) { return d.stage_count <= 8 ? 1 : 2; }

void decode_block(const Descriptor& descriptor, const store::Input& data, uint64_t begin,
                  uint64_t end, std::span<int64_t> out, Shape* shape) {
  if (out.size() != descriptor.block_size() || out.size() > kMaxBlock) {
    throw InvalidArgument("room for " + std::to_string(out.size()) + " values of a block of " +
                          std::to_string(descriptor.block_size()));
  }
  BlockParser in(data, begin, end);
  uint32_t bitmap = in.u8();
  if (bitmap_bytes(descriptor) == 2) bitmap |= static_cast<uint32_t>(in.u8()) << 8;
  const auto stages = descriptor.stages();
  const size_t last = stages.size() - 1;
  if (bitmap >> last != 1) {
    in.corrupt_before(bitmap_bytes(descriptor),
                      "bits of " + std::to_string(stages.size()) + " stages, the last one set",
                      std::to_string(bitmap));
  }
  const uint32_t bits = in.vint();
  if (bits > 64 || for_rounded_bits(static_cast<int>(bits)) != static_cast<int>(bits)) {
    in.corrupt_before(1, "0 to 24, 32, 40, 48, 56 or 64 bits a value", std::to_string(bits));
  }
  const auto packed = in.bytes(for_packed_bytes(out.size(), static_cast<int>(bits)));
  BlockValues values(packed, static_cast<int>(bits), out);
  for (size_t i = last; i-- > 0;) {
    if (bitmap >> i & 1) find_stage(stages[i])->decode(values, in, shape);
  }
  in.end();
  values.get();
  if (shape == nullptr) return;
  shape->bits = static_cast<int>(bits);
  for (size_t i = 0; i <= last; ++i) {
    if (bitmap >> i & 1) shape->applied.push_back(stages[i]);
  }
}

}  // namespace

const char* stage_name(StageId id) {
  if (id == StageId::bit_pack) return "bit-pack";
  const StageRow* stage = find_stage(id);
  return stage == nullptr ? "unknown" : stage->name;
}

std::string Descriptor::text() const { return joined(stages()); }
std::string Shape::stages() const { return joined(applied); }

Descriptor Descriptor::of(Role role, int block_shift) {
  Descriptor d;
  d.block_shift = block_shift;
  const auto add = [&](StageId id) { d.ids[d.stage_count++] = id; };
  if (role == Role::double_gauge || role == Role::double_counter) {
    d.type = DataType::double_float;
    add(StageId::alp_double);
  }
  if (role == Role::long_counter || role == Role::double_counter) add(StageId::split_delta);
  for (const StageId id : {StageId::delta, StageId::offset, StageId::gcd, StageId::bit_pack}) {
    add(id);
  }
  return d;
}

int max_splits(Role role, int block_shift) {
  if (role == Role::long_counter) return 16;
  if (role == Role::double_counter) return std::clamp((1 << block_shift) / 32, 4, 64);
  return 0;
}

Descriptor Descriptor::read(store::Cursor& in) {
  const store::Input& input = in.input();
  const uint64_t start = in.position();
  const uint32_t version = in.vint();
  if (version != kDescriptorVersion) {
    throw UnsupportedVersion(input.where(start), "ES95TSDB stage descriptor",
                             std::to_string(version), std::to_string(kDescriptorVersion));
  }
  const uint64_t counted = in.position();
  const uint32_t count = in.vint();
  if (count == 0 || count > kMaxStages) {
    input.corrupt(counted, "1 to " + std::to_string(kMaxStages) + " stages", std::to_string(count));
  }
  Descriptor d;
  d.stage_count = count;
  const uint64_t sized = in.position();
  d.block_shift = in.u8();
  const uint8_t type = in.u8();
  if (type > static_cast<uint8_t>(DataType::single_float)) {
    input.corrupt(sized + 1, "a data type of 0 to 2", std::to_string(type));
  }
  d.type = static_cast<DataType>(type);
  const uint64_t listed = in.position();
  for (size_t i = 0; i < count; ++i) {
    d.ids[i] = static_cast<StageId>(in.u8());
    if (d.ids[i] == StageId::bit_pack || find_stage(d.ids[i]) != nullptr) continue;
    throw UnsupportedVersion(input.where(listed + i), "ES95TSDB stage",
                             std::to_string(static_cast<int>(d.ids[i])), "1 to 5 and 161");
  }
  if (const std::string fault = fault_of(d); !fault.empty()) {
    input.corrupt(sized, "a descriptor of blocks of 128 to 2048 values, bit packing last", fault);
  }
  return d;
}

void Descriptor::write(store::Output& out) const {
  out.vint(kDescriptorVersion);
  out.vint(static_cast<uint32_t>(stage_count));
  out.u8(static_cast<uint8_t>(block_shift));
  out.u8(static_cast<uint8_t>(type));
  for (const StageId id : stages()) out.u8(static_cast<uint8_t>(id));
}

struct Encoder::State {
  Descriptor descriptor;
  FieldState field;
  std::vector<int64_t> values;
  std::vector<int64_t> scratch;
  std::vector<int64_t> more;
  std::vector<std::byte> meta;   ///< Of the stages, in the order of encoding.
  std::vector<std::byte> block;  ///< As it is written.
};

Encoder::Encoder(const Descriptor& descriptor, int max_splits) : state_(std::make_unique<State>()) {
  if (const std::string fault = fault_of(descriptor); !fault.empty()) {
    throw InvalidArgument("a stage descriptor with " + fault);
  }
  const size_t size = descriptor.block_size();
  if (max_splits < 0 || static_cast<size_t>(max_splits) > size / 2) {
    throw InvalidArgument(std::to_string(max_splits) + " splits of a block of " +
                          std::to_string(size));
  }
  state_->descriptor = descriptor;
  state_->values.resize(size);
  state_->scratch.resize(size);
  state_->more.resize(size);
  state_->meta.resize(descriptor.stage_count * kMaxStageBytes);
  state_->block.resize(2 + 1 + size * 8 + state_->meta.size());
  state_->field.max_splits = max_splits;
  state_->field.scratch = state_->scratch;
  state_->field.more = state_->more;
}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

void Encoder::encode(std::span<const int64_t> block, store::Output& out) {
  State& s = *state_;
  if (block.size() != s.values.size()) {
    throw InvalidArgument("a block of " + std::to_string(block.size()) + " values instead of " +
                          std::to_string(s.values.size()));
  }
  std::ranges::copy(block, s.values.begin());
  const auto stages = s.descriptor.stages();
  const size_t last = stages.size() - 1;
  uint32_t bitmap = uint32_t{1} << last;
  BlockBytes meta(s.meta.data());
  std::array<std::span<const std::byte>, Descriptor::kMaxStages> parts;
  for (size_t i = 0; i < last; ++i) {
    const std::byte* const begin = meta.at();
    if (!find_stage(stages[i])->encode(s.values, s.field, meta)) continue;
    bitmap |= uint32_t{1} << i;
    parts[i] = {begin, meta.at()};
  }
  uint64_t all = 0;
  for (const int64_t v : s.values) all |= static_cast<uint64_t>(v);
  const int bits = for_rounded_bits(std::bit_width(all));
  BlockBytes bytes(s.block.data());
  bytes.u8(static_cast<uint8_t>(bitmap));
  if (bitmap_bytes(s.descriptor) == 2) bytes.u8(static_cast<uint8_t>(bitmap >> 8));
  bytes.vlong(static_cast<uint64_t>(bits));
  if (bits > 0) bytes.skip(for_pack(s.values, bits, {bytes.at(), s.values.size() * 8}));
  for (size_t i = last; i-- > 0;) bytes.append(parts[i]);
  out.bytes(std::span<const std::byte>(s.block.data(), bytes.at()));
}

void decode(const Descriptor& descriptor, const store::Input& data, uint64_t begin, uint64_t end,
            std::span<int64_t> out) {
  decode_block(descriptor, data, begin, end, out, nullptr);
}

Shape describe(const Descriptor& descriptor, const store::Input& data, uint64_t begin,
               uint64_t end) {
  std::vector<int64_t> values(descriptor.block_size());
  Shape shape;
  decode_block(descriptor, data, begin, end, values, &shape);
  return shape;
}

}  // namespace segsmith::packing::es95
