// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "store/input.h"
#include "store/output.h"
#include "util/id.h"

/// The envelope of every Lucene file: header, index header, footer (CodecUtil).
/// docs/format/envelope.md
namespace segsmith::store {

inline constexpr uint32_t kCodecMagic = 0x3FD76C17;
inline constexpr uint32_t kFooterMagic = ~kCodecMagic;
inline constexpr uint64_t kFooterLength = 16;

/// Bytes of a plain header: magic, codec name, version.
constexpr uint64_t header_length(std::string_view codec) { return 9 + codec.size(); }
/// Bytes of an index header: a header, the id, the suffix.
constexpr uint64_t index_header_length(std::string_view codec, std::string_view suffix) {
  return header_length(codec) + 16 + 1 + suffix.size();
}

/// The codec name is ASCII of fewer than 128 bytes.
void write_header(Output& out, std::string_view codec, int32_t version);
/// The suffix is ASCII of fewer than 256 bytes.
void write_index_header(Output& out, std::string_view codec, int32_t version, const Id& id,
                        std::string_view suffix);
/// Footer magic, algorithm 0, CRC-32 of everything before the checksum itself.
void write_footer(Output& out);

/// Reads a header and returns its version. CorruptIndex for another magic or codec name,
/// UnsupportedVersion outside [min_version, max_version].
int32_t check_header(Cursor& in, std::string_view codec, int32_t min_version, int32_t max_version);
/// check_header, then the id and the suffix, which must be as given.
int32_t check_index_header(Cursor& in, std::string_view codec, int32_t min_version,
                           int32_t max_version, const Id& id, std::string_view suffix);

/// Checks that `file` ends in a well-formed footer (magic, algorithm, a 32-bit checksum) without
/// reading the rest; returns the stored checksum. A footer followed by more bytes is "extended".
uint32_t check_footer(const Input& file);
/// check_footer, then compares the checksum with the CRC-32 of the bytes before it.
void verify_checksum(const Input& file);
/// The bytes of `file` before its footer, after check_footer.
Input without_footer(const Input& file);

/// Runs `parse` over `file`; when it throws CorruptIndex, the file's checksum is verified and, if
/// that is wrong as well, the checksum's error is thrown instead: damage is the primary finding.
template <class Parse>
auto parse_checked(const Input& file, Parse&& parse) {
  try {
    return parse();
  } catch (const CorruptIndex&) {
    verify_checksum(file);
    throw;
  }
}

}  // namespace segsmith::store
