// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/table.h"
#include "store/directory.h"

namespace segsmith::lab {

/// Kinds of damage, by the names of the command line.
enum class DamageKind : uint8_t {
  flip,      ///< One bit of one byte.
  truncate,  ///< The end of a file cut off.
  extend,    ///< Bytes after the end of a file.
  swap,      ///< Two neighbouring runs of bytes exchanged.
  zero,      ///< A run of bytes set to 0.
};

std::optional<DamageKind> parse_damage_kind(std::string_view name);
std::string_view name_of(DamageKind kind);

/// A place that the user named: a byte of a file, or of a file inside a compound one.
struct DamagePlace {
  std::string file;
  uint64_t offset = 0;
  std::optional<uint8_t> byte;  ///< What to put there; nothing: the lowest bit is flipped.
};

/// "_0.cfs:100", "_0.dvm:7:0xff". InvalidArgument names what is wrong.
DamagePlace parse_damage_place(std::string_view text);

struct DamageOptions {
  DamageKind kind = DamageKind::flip;
  uint64_t seed = 1;                          ///< Decides file, place and bytes.
  std::optional<DamagePlace> at = {};         ///< Instead of a random place.
  std::optional<std::string> structure = {};  ///< Only inside its parts (doc_values, points, ...).
  std::optional<std::string> field = {};      ///< Only inside parts of this field.
  /// Makes checksums right again, so that decoders see the damage and not only the checksum.
  bool fix_crc = false;
};

/// What was done: enough to undo it.
struct Damage {
  std::string kind;
  std::string file;
  std::string inner_file;  ///< Inside the compound file `file`; else empty.
  uint64_t offset = 0;     ///< In `file`.
  std::vector<std::byte> before = {},
                         after = {};  ///< At `offset`; of other lengths when the file's changed.
  std::string structure = {}, part = {},
              field = {};                         ///< Of the part that was hit, where one is known.
  std::vector<std::string> fixed_checksums = {};  ///< Files whose footers were made right.
};

/// Copies the newest commit of `from` into the empty directory `to` and damages the copy once.
/// Deterministic for one index and seed. InvalidArgument when no byte is as the options want.
Damage corrupt_index(std::shared_ptr<const store::Directory> from, store::Directory& to,
                     const DamageOptions& options);

/// The manifest: one row.
Table damage_table(const Damage& damage);

}  // namespace segsmith::lab
