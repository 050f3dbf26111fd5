// SPDX-License-Identifier: Apache-2.0
#include "lab/corrupt.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "index/index_reader.h"
#include "lab/dice.h"
#include "store/codec_util.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::lab {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::array<std::pair<std::string_view, DamageKind>, 5> kKinds{
    {{"flip", DamageKind::flip},
     {"truncate", DamageKind::truncate},
     {"extend", DamageKind::extend},
     {"swap", DamageKind::swap},
     {"zero", DamageKind::zero}}};

/// A run of bytes of one file that damage may hit.
struct Target {
  std::string file;
  uint64_t offset = 0;
  uint64_t length = 0;
};

class Corrupter {
 public:
  Corrupter(std::shared_ptr<const store::Directory> from, const DamageOptions& options)
      : from_(std::move(from)),
        options_(options),
        reader_(index::IndexReader::open(from_)),
        dice_(options.seed) {
    reader_->visit([&](const model::Fact& fact) { facts_.push_back(fact); });
  }

  Damage run(store::Directory& to) {
    Damage damage;
    Bytes bytes;
    if (options_.at) {
      damage = at_place(*options_.at, bytes);
    } else {
      damage = at_random(bytes);
    }
    describe(damage);
    if (options_.fix_crc) fix(damage, bytes);
    write(to, damage.file, bytes);
    return damage;
  }

 private:
  Bytes load(const std::string& file) const {
    const store::Input input = from_->open(file);
    return {input.bytes().begin(), input.bytes().end()};
  }

  Damage at_place(const DamagePlace& place, Bytes& bytes) const {
    Damage damage;
    damage.kind = "at";
    uint64_t length = 0;
    damage.file = place.file;
    const bool of_commit = std::any_of(facts_.begin(), facts_.end(), [&](const model::Fact& fact) {
      return fact.file == place.file;
    });
    if (of_commit) {
      length = from_->length(place.file);
    } else {
      const Target inner = inner_file(place.file);
      damage.file = inner.file;
      damage.inner_file = place.file;
      damage.offset = inner.offset;
      length = inner.length;
    }
    if (place.offset >= length) {
      throw InvalidArgument("--at " + place.file + ":" + std::to_string(place.offset) +
                            ": the file has " + std::to_string(length) + " bytes");
    }
    damage.offset += place.offset;
    bytes = load(damage.file);
    std::byte& hit = bytes[damage.offset];
    damage.before = {hit};
    hit = place.byte ? static_cast<std::byte>(*place.byte) : hit ^ std::byte{1};
    damage.after = {hit};
    return damage;
  }

  /// Where a file inside a compound one stands.
  Target inner_file(const std::string& name) const {
    Target found;
    uint64_t end = 0;
    for (const model::Fact& fact : facts_) {
      if (fact.inner_file != name) continue;
      if (found.file.empty()) found = {fact.file, fact.offset, 0};
      found.offset = std::min(found.offset, fact.offset);
      end = std::max(end, fact.offset + fact.length);
    }
    if (found.file.empty()) {
      throw InvalidArgument("--at: the newest commit has no file '" + name + "'");
    }
    found.length = end - found.offset;
    return found;
  }

  std::vector<Target> targets() const {
    std::vector<Target> targets;
    if (!options_.structure && !options_.field) {
      std::map<std::string, uint64_t> files;
      for (const model::Fact& fact : facts_) {
        uint64_t& end = files[fact.file];
        end = std::max(end, fact.offset + fact.length);
      }
      for (const auto& [file, length] : files) targets.push_back({file, 0, length});
      return targets;
    }
    for (const model::Fact& fact : facts_) {
      if (options_.structure && fact.structure != *options_.structure) continue;
      if (options_.field && fact.field != *options_.field) continue;
      if (fact.length > 0) targets.push_back({fact.file, fact.offset, fact.length});
    }
    if (targets.empty()) {
      throw InvalidArgument("no byte of the index belongs to" +
                            (options_.structure ? " structure '" + *options_.structure + "'" : "") +
                            (options_.field ? " field '" + *options_.field + "'" : ""));
    }
    return targets;
  }

  Damage at_random(Bytes& bytes) {
    const std::vector<Target> all = targets();
    // A damage that would change nothing (zeros in zeros) is tried elsewhere.
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const Target& target = all[dice_.below(all.size())];
      Damage damage;
      damage.kind = name_of(options_.kind);
      damage.file = target.file;
      bytes = load(target.file);
      apply(target, bytes, damage);
      if (damage.before != damage.after && !undone_by_fix(damage)) return damage;
    }
    throw InvalidArgument("found no place where " + std::string(name_of(options_.kind)) +
                          " would change anything");
  }

  /// Whether the damage begins in a footer that is to be written anew.
  bool undone_by_fix(const Damage& damage) const {
    if (!options_.fix_crc) return false;
    if (options_.kind == DamageKind::truncate || options_.kind == DamageKind::extend) return false;
    const uint64_t end = damage.offset + damage.after.size();
    for (const model::Fact& fact : facts_) {
      if (fact.file == damage.file && fact.part == "footer" &&
          damage.offset < fact.offset + fact.length && end > fact.offset) {
        return true;
      }
    }
    return false;
  }

  void apply(const Target& target, Bytes& bytes, Damage& damage) {
    damage.offset = target.offset + dice_.below(target.length);
    const uint64_t left = target.offset + target.length - damage.offset;
    switch (options_.kind) {
      case DamageKind::flip: {
        replace(bytes, damage,
                {bytes[damage.offset] ^ static_cast<std::byte>(1u << dice_.below(8))});
        break;
      }
      case DamageKind::zero:
        replace(bytes, damage, Bytes(1 + dice_.below(std::min<uint64_t>(left, 16))));
        break;
      case DamageKind::swap: {
        const uint64_t run = std::min<uint64_t>(1 + dice_.below(16), left / 2);
        Bytes swapped(bytes.begin() + static_cast<ptrdiff_t>(damage.offset),
                      bytes.begin() + static_cast<ptrdiff_t>(damage.offset + 2 * run));
        std::rotate(swapped.begin(), swapped.begin() + static_cast<ptrdiff_t>(run), swapped.end());
        replace(bytes, damage, swapped);
        break;
      }
      case DamageKind::truncate:
        damage.before.assign(bytes.begin() + static_cast<ptrdiff_t>(damage.offset), bytes.end());
        bytes.resize(damage.offset);
        break;
      case DamageKind::extend:
        damage.offset = bytes.size();
        for (uint64_t n = 1 + dice_.below(64); n > 0; --n) {
          damage.after.push_back(static_cast<std::byte>(dice_.below(256)));
        }
        bytes.insert(bytes.end(), damage.after.begin(), damage.after.end());
        break;
    }
  }

  static void replace(Bytes& bytes, Damage& damage, const Bytes& with) {
    const auto at = bytes.begin() + static_cast<ptrdiff_t>(damage.offset);
    damage.before.assign(at, at + static_cast<ptrdiff_t>(with.size()));
    damage.after = with;
    std::copy(with.begin(), with.end(), at);
  }

  void describe(Damage& damage) const {
    for (const model::Fact& fact : facts_) {
      if (fact.file != damage.file || damage.offset < fact.offset ||
          damage.offset - fact.offset >= fact.length) {
        continue;
      }
      damage.structure = fact.structure;
      damage.part = fact.part;
      damage.field = fact.field;
      damage.inner_file = fact.inner_file;
      return;
    }
  }

  /// Writes the footer of [begin, end) anew over what stands before it.
  static void fix_footer(Bytes& bytes, uint64_t begin, uint64_t end) {
    const uint64_t at = end - store::kFooterLength;
    store::MemoryOutput footer;
    footer.out().bytes(std::span<const std::byte>(bytes).subspan(begin, at - begin));
    store::write_footer(footer.out());
    const Bytes whole = footer.take();
    std::copy(whole.end() - store::kFooterLength, whole.end(),
              bytes.begin() + static_cast<ptrdiff_t>(at));
  }

  void fix(Damage& damage, Bytes& bytes) const {
    if (options_.kind == DamageKind::truncate && !options_.at) {
      bytes.resize(bytes.size() + store::kFooterLength);  // The cut took the old one.
    }
    if (!damage.inner_file.empty() && bytes.size() == from_->length(damage.file)) {
      const Target inner = inner_file(damage.inner_file);
      if (inner.length >= store::kFooterLength) {
        fix_footer(bytes, inner.offset, inner.offset + inner.length);
        damage.fixed_checksums.push_back(damage.inner_file);
      }
    }
    if (bytes.size() >= store::kFooterLength) {
      fix_footer(bytes, 0, bytes.size());
      damage.fixed_checksums.push_back(damage.file);
    }
  }

  void write(store::Directory& to, const std::string& damaged, const Bytes& bytes) const {
    std::vector<std::string> files;
    for (const model::Fact& fact : facts_) files.push_back(fact.file);
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    for (const std::string& file : files) {
      store::Output out = to.create(file);
      if (file == damaged) {
        out.bytes(bytes);
      } else {
        out.bytes(from_->open(file).bytes());
      }
      out.close();
    }
  }

  std::shared_ptr<const store::Directory> from_;
  const DamageOptions& options_;
  std::shared_ptr<const index::IndexReader> reader_;
  Dice dice_;
  std::vector<model::Fact> facts_;
};

/// At most this many bytes of a cut-off end are shown.
constexpr size_t kMostShown = 64;

std::string shown(const Bytes& bytes) {
  const auto head = std::span<const std::byte>(bytes).first(std::min(bytes.size(), kMostShown));
  return to_hex(head) + (bytes.size() > kMostShown ? "..." : "");
}

uint64_t number(std::string_view text, std::string_view what, uint64_t most) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || value > most) {
    throw InvalidArgument("--at: expected " + std::string(what) + ", found '" + std::string(text) +
                          "'");
  }
  return value;
}

}  // namespace

std::optional<DamageKind> parse_damage_kind(std::string_view name) {
  for (const auto& [known, kind] : kKinds) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::string_view name_of(DamageKind kind) {
  for (const auto& [name, known] : kKinds) {
    if (known == kind) return name;
  }
  return "unknown";
}

DamagePlace parse_damage_place(std::string_view text) {
  const size_t first = text.find(':');
  if (first == std::string_view::npos || first == 0) {
    throw InvalidArgument("--at: expected FILE:OFFSET[:BYTE], found '" + std::string(text) + "'");
  }
  const size_t second = text.find(':', first + 1);
  DamagePlace place;
  place.file = text.substr(0, first);
  place.offset = number(text.substr(first + 1, second - first - 1), "an offset", UINT64_MAX);
  if (second != std::string_view::npos) {
    place.byte = static_cast<uint8_t>(number(text.substr(second + 1), "a byte (0 to 255)", 255));
  }
  return place;
}

Damage corrupt_index(std::shared_ptr<const store::Directory> from, store::Directory& to,
                     const DamageOptions& options) {
  if (!to.list().empty()) {
    throw InvalidArgument("'" + to.describe() + "' is not empty: nothing is overwritten");
  }
  return Corrupter(std::move(from), options).run(to);
}

Table damage_table(const Damage& damage) {
  Table table;
  table.schema = "segsmith.corrupt/1";
  table.columns = {{"kind", "Kind"},
                   {"file", "File"},
                   {"inner_file", "Inner file"},
                   {"offset", "Offset"},
                   {"before", "Before"},
                   {"after", "After"},
                   {"structure", "Structure"},
                   {"part", "Part"},
                   {"field", "Field"},
                   {"fixed_checksums", "Fixed checksums"}};
  std::string fixed;
  for (const std::string& file : damage.fixed_checksums) fixed += (fixed.empty() ? "" : " ") + file;
  table.add({damage.kind, damage.file, damage.inner_file, damage.offset, shown(damage.before),
             shown(damage.after), damage.structure, damage.part, damage.field, fixed});
  return table;
}

}  // namespace segsmith::lab
