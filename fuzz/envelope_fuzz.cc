// SPDX-License-Identifier: Apache-2.0
// Header, footer and the primitive reads of a cursor. Input: u8 script length, the script (one read
// a byte), then the file.
#include "fuzz/fuzz_target.h"
#include "store/codec_util.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

constexpr char kCodec[] = "Lucene90DocValuesData";
constexpr char kSuffix[] = "Lucene90_0";

Id some_id() {
  Id id;
  for (size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::byte>(i * 17);
  return id;
}

void read(store::Cursor& in, unsigned what) {
  switch (what % 12) {
    case 0:
      in.u8();
      break;
    case 1:
      in.le16();
      break;
    case 2:
      in.be32();
      break;
    case 3:
      in.le64();
      break;
    case 4:
      in.vint();
      break;
    case 5:
      in.vlong();
      break;
    case 6:
      in.zlong();
      break;
    case 7:
      in.zint();
      break;
    case 8: {
      const uint64_t before = in.remaining();
      expect(in.string().size() < before, "a string is shorter than what held it");
      break;
    }
    case 9:
      in.bytes(what);
      break;
    case 10:
      in.skip(what);
      break;
    default:
      in.seek(in.position() / 2);
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto script = parameters.take(parameters.u8());
  const store::Input file = guarded_input(parameters.rest());
  store::parse_checked(file, [&] {
    store::Cursor in(file);
    const int32_t version = store::check_index_header(in, kCodec, 0, 3, some_id(), kSuffix);
    expect(version >= 0 && version <= 3, "an accepted version lies in the range");
    for (const std::byte what : script) read(in, static_cast<unsigned>(what));
  });
  store::verify_checksum(file);
  expect(store::without_footer(file).size() + store::kFooterLength == file.size(),
         "body and footer make the file");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (int32_t version = 0; version < 4; ++version) {
    store::MemoryOutput memory;
    store::Output& out = memory.out();
    store::write_index_header(out, kCodec, version, some_id(), kSuffix);
    out.vint(300);
    out.zlong(-5);
    out.string("text");
    out.le64(77);
    store::write_footer(out);
    Bytes seed = {std::byte{4}, std::byte{4}, std::byte{6}, std::byte{8}, std::byte{3}};
    append(seed, memory.take());
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
