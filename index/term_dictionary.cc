// SPDX-License-Identifier: Apache-2.0
#include "index/term_dictionary.h"

#include <algorithm>
#include <array>
#include <boost/endian/conversion.hpp>
#include <cstring>

namespace segsmith::index {
namespace {

constexpr size_t kFirstSlots = 64;

uint64_t load64(const std::byte* from) {
  uint64_t word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// Multiply and fold over 8-byte words; only for tables in memory, so its values may change.
uint32_t hash_of(std::span<const std::byte> term) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15ULL;
  uint64_t h = term.size() * kMultiplier;
  const auto mix = [&](uint64_t word) {
    const unsigned __int128 product = static_cast<unsigned __int128>(h ^ word) * (kMultiplier | 1);
    h = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  size_t at = 0;
  for (; at + 8 <= term.size(); at += 8) mix(load64(term.data() + at));
  if (at < term.size()) {
    uint64_t word = 0;
    std::memcpy(&word, term.data() + at, term.size() - at);
    mix(word);
  }
  return static_cast<uint32_t>(h ^ h >> 32);
}

/// The first eight bytes as a number that compares as they do.
uint64_t prefix_of(std::span<const std::byte> term) {
  uint64_t word = 0;
  if (!term.empty()) std::memcpy(&word, term.data(), std::min<size_t>(8, term.size()));
  return boost::endian::big_to_native(word);
}

bool equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

bool less(std::span<const std::byte> a, std::span<const std::byte> b) {
  const size_t n = std::min(a.size(), b.size());
  const int order = n == 0 ? 0 : std::memcmp(a.data(), b.data(), n);
  return order != 0 ? order < 0 : a.size() < b.size();
}

class SortedTerms final : public model::TermsSource {
 public:
  SortedTerms(const TermDictionary& dictionary, std::span<const int32_t> sorted)
      : dictionary_(dictionary), sorted_(sorted) {}
  int64_t size() const override { return static_cast<int64_t>(sorted_.size()); }
  void rewind() override { next_ = 0; }
  bool next(model::BytesBlock& block) override {
    constexpr size_t kBlock = 1024;
    const size_t n = std::min(kBlock, sorted_.size() - next_);
    if (n == 0) return false;
    block.offsets.assign(1, 0);
    block.storage.clear();
    for (const int32_t id : sorted_.subspan(next_, n)) {
      const auto term = dictionary_.term(id);
      block.storage.insert(block.storage.end(), term.begin(), term.end());
      block.offsets.push_back(block.storage.size());
    }
    block.bytes = block.storage;
    next_ += n;
    return true;
  }

 private:
  const TermDictionary& dictionary_;
  std::span<const int32_t> sorted_;
  size_t next_ = 0;
};

}  // namespace

TermDictionary::TermDictionary() : slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

int32_t TermDictionary::add(std::span<const std::byte> term) {
  // Neighbouring documents tend to agree.
  if (last_ < size() && equal(this->term(last_), term)) return last_;
  last_ = find_or_add(term);
  return last_;
}

int32_t TermDictionary::find_or_add(std::span<const std::byte> term) {
  const uint32_t hash = hash_of(term);
  size_t at = hash & mask_;
  for (; slots_[at].id >= 0; at = (at + 1) & mask_) {
    if (slots_[at].hash == hash && equal(this->term(slots_[at].id), term)) return slots_[at].id;
  }
  const int32_t id = size();
  slots_[at] = {hash, id};
  bytes_.insert(bytes_.end(), term.begin(), term.end());
  ends_.push_back(bytes_.size());
  if (static_cast<size_t>(id) + 1 > slots_.size() / 2) grow();
  return id;
}

void TermDictionary::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id < 0) continue;
    size_t at = slot.hash & mask_;
    while (slots_[at].id >= 0) at = (at + 1) & mask_;
    slots_[at] = slot;
  }
}

void TermDictionary::clear() {
  bytes_.clear();
  ends_.assign(1, 0);
  slots_.assign(kFirstSlots, Slot{});
  mask_ = kFirstSlots - 1;
  last_ = 0;
}

namespace {

/// A term's number with the eight bytes behind those that all terms share.
struct Key {
  uint64_t prefix;
  int32_t id;
};

/// Stable and ascending by prefix: a counting pass for each byte in which some prefixes differ.
void sort_by_prefix(std::vector<Key>& keys) {
  constexpr size_t kRadixWorthIt = 256;
  if (keys.size() < kRadixWorthIt) {
    std::ranges::sort(keys, {}, &Key::prefix);
    return;
  }
  uint64_t differing = 0;
  for (const Key& key : keys) differing |= key.prefix ^ keys[0].prefix;
  std::vector<Key> other(keys.size());
  for (int shift = 0; shift < 64; shift += 8) {
    if ((differing >> shift & 0xFF) == 0) continue;
    std::array<uint32_t, 257> places{};
    for (const Key& key : keys) ++places[(key.prefix >> shift & 0xFF) + 1];
    for (size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    for (const Key& key : keys) other[places[key.prefix >> shift & 0xFF]++] = key;
    keys.swap(other);
  }
}

}  // namespace

std::vector<int32_t> TermDictionary::sorted(const std::vector<bool>& used) const {
  size_t shared = size() == 0 ? 0 : term(0).size();
  for (int32_t id = 0; id < size(); ++id) {
    const auto other = term(id).first(std::min(shared, term(id).size()));
    shared = static_cast<size_t>(std::ranges::mismatch(other, term(0)).in1 - other.begin());
  }
  std::vector<Key> keys;
  keys.reserve(static_cast<size_t>(size()));
  for (int32_t id = 0; id < size(); ++id) {
    if (used.empty() || used[static_cast<size_t>(id)]) {
      keys.push_back({prefix_of(term(id).subspan(shared)), id});
    }
  }
  sort_by_prefix(keys);
  // Terms that agree in all eight bytes are compared whole.
  const auto term_less = [this](const Key& a, const Key& b) {
    return less(term(a.id), term(b.id));
  };
  for (auto at = keys.begin(); at != keys.end();) {
    const auto end =
        std::find_if(at, keys.end(), [&](const Key& k) { return k.prefix != at->prefix; });
    if (end - at > 1) std::sort(at, end, term_less);
    at = end;
  }
  std::vector<int32_t> out(keys.size());
  std::ranges::transform(keys, out.begin(), &Key::id);
  return out;
}

std::unique_ptr<model::TermsSource> terms_of(const TermDictionary& dictionary,
                                             std::span<const int32_t> sorted) {
  return std::make_unique<SortedTerms>(dictionary, sorted);
}

}  // namespace segsmith::index
