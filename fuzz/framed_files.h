// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "fuzz/fuzz_target.h"
#include "packing/testdata/guarded_directory.h"
#include "store/codec_util.h"

/// Files whose headers and footers are right whatever the input says, so that what is tried are the
/// decoders between them. Headers and footers have an entry of their own (envelope_fuzz.cc).
namespace segsmith::fuzz {

inline constexpr Id kId{};

/// How a file of an entry is called and what its header says.
struct FileKind {
  std::string_view name;
  std::string_view codec;
  std::string_view suffix = {};
};

/// `body` between an index header and a footer.
inline Bytes framed(const FileKind& kind, int32_t version, std::span<const std::byte> body) {
  store::MemoryOutput memory;
  store::write_index_header(memory.out(), kind.codec, version, kId, kind.suffix);
  memory.out().bytes(body);
  store::write_footer(memory.out());
  return memory.take();
}

/// The body of a file that a writer made, for seeds.
inline Bytes body_of(const store::Directory& directory, const FileKind& kind) {
  const store::Input file = directory.open(std::string(kind.name));
  const auto body = store::without_footer(file).bytes().subspan(
      store::index_header_length(kind.codec, kind.suffix));
  return {body.begin(), body.end()};
}

/// A file of `directory` with `body` between header and footer.
inline void put_framed(GuardedDirectory& directory, const FileKind& kind, int32_t version,
                       std::span<const std::byte> body) {
  directory.put(std::string(kind.name), framed(kind, version, body));
}

/// The bytes that `write` puts into an Output.
template <class Write>
Bytes written_by(Write&& write) {
  store::MemoryOutput memory;
  write(memory.out());
  return memory.take();
}

}  // namespace segsmith::fuzz
