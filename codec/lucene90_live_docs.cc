// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_live_docs.h"

#include "codec/file_names.h"
#include "store/codec_util.h"
#include "util/base36.h"

namespace segsmith::codec {
namespace {

constexpr int32_t kVersion = 0;

uint64_t words_of(uint64_t bits) { return bits / 64 + (bits % 64 != 0); }

BitSet parse_live_docs(const store::Input& file, const Id& id, const std::string& suffix,
                       int32_t max_doc) {
  store::Cursor in(store::without_footer(file));
  store::check_index_header(in, kLiveDocsCodec, kVersion, kVersion, id, suffix);
  const uint64_t words = words_of(static_cast<uint64_t>(max_doc));
  if (in.remaining() != words * 8) {
    in.corrupt(std::to_string(words * 8) + " bytes of live documents for max_doc " +
                   std::to_string(max_doc),
               std::to_string(in.remaining()));
  }
  BitSet live(static_cast<uint64_t>(max_doc));
  for (uint64_t& word : live.words()) word = in.le64();
  if (max_doc % 64 != 0 && live.words().back() >> (max_doc % 64) != 0) {
    file.corrupt(in.position() - 8, "zero bits past max_doc " + std::to_string(max_doc),
                 "bits that are set");
  }
  return live;
}

}  // namespace

std::string write_live_docs(store::Directory& directory, std::string_view segment, const Id& id,
                            int64_t generation, const BitSet& live) {
  if (generation < 1) throw InvalidArgument("live docs need a generation of at least 1");
  const auto gen = static_cast<uint64_t>(generation);
  const std::string name = generation_file_name(segment, kLiveDocsExtension, gen);
  store::Output out = directory.create(name);
  store::write_index_header(out, kLiveDocsCodec, kVersion, id, to_base36(gen));
  for (const uint64_t word : live.words()) out.le64(word);
  store::write_footer(out);
  out.close();
  return name;
}

BitSet read_live_docs(const store::Directory& directory, std::string_view segment, const Id& id,
                      int64_t generation, int32_t max_doc, int32_t deleted) {
  const auto gen = static_cast<uint64_t>(generation);
  const store::Input file = directory.open(generation_file_name(segment, kLiveDocsExtension, gen));
  store::verify_checksum(file);
  BitSet live = parse_live_docs(file, id, to_base36(gen), max_doc);
  const uint64_t found = static_cast<uint64_t>(max_doc) - live.count();
  if (found != static_cast<uint64_t>(deleted)) {
    file.corrupt(store::index_header_length(kLiveDocsCodec, to_base36(gen)),
                 std::to_string(deleted) + " deleted documents, as the commit says",
                 std::to_string(found));
  }
  return live;
}

void visit_live_docs(const store::Input& file, std::string_view suffix,
                     const model::FactVisitor& visitor) {
  const uint64_t header = store::index_header_length(kLiveDocsCodec, suffix);
  const uint64_t end = file.size() - store::kFooterLength;
  visitor({{}, "metadata", "header", file.file(), 0, header});
  visitor({.field = {},
           .structure = "live_docs",
           .part = "bits",
           .file = file.file(),
           .offset = header,
           .length = end - header,
           .bits = 1,
           .count = (end - header) * 8});
  visitor({{}, "metadata", "footer", file.file(), end, store::kFooterLength});
}

}  // namespace segsmith::codec
