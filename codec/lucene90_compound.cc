// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_compound.h"

#include <algorithm>
#include <cerrno>

#include "codec/file_names.h"
#include "store/codec_util.h"

namespace segsmith::codec {
namespace {

constexpr int32_t kVersion = 0;
constexpr uint64_t kCopyBlock = uint64_t{1} << 16;

struct SizedFile {
  const std::string* name;
  uint64_t length;
};

/// Lucene's binary heap (org.apache.lucene.util.PriorityQueue) over lengths: positions from 1,
/// strict comparisons. What it gives out among equal lengths is its own and reaches the bytes.
class SizedFileQueue {
 public:
  explicit SizedFileQueue(size_t capacity) : heap_(1) { heap_.reserve(capacity + 1); }

  bool empty() const { return heap_.size() == 1; }

  void add(SizedFile file) {
    heap_.push_back(file);
    size_t at = heap_.size() - 1;
    for (; at > 1 && file.length < heap_[at / 2].length; at /= 2) heap_[at] = heap_[at / 2];
    heap_[at] = file;
  }

  SizedFile pop() {
    const SizedFile top = heap_[1];
    const SizedFile moved = heap_.back();
    heap_.pop_back();
    if (!empty()) sink(moved);
    return top;
  }

 private:
  void sink(SizedFile file) {
    size_t at = 1;
    for (size_t child = smaller_child(at);
         child < heap_.size() && heap_[child].length < file.length; child = smaller_child(at)) {
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = file;
  }

  size_t smaller_child(size_t at) const {
    const size_t left = at * 2, right = left + 1;
    return right < heap_.size() && heap_[right].length < heap_[left].length ? right : left;
  }

  std::vector<SizedFile> heap_;
};

/// The header of a file to copy must carry the segment's id; its codec and suffix are its own.
void check_copied_header(const store::Input& file, const Id& id) {
  store::Cursor in(file);
  const uint32_t magic = in.be32();
  if (magic != store::kCodecMagic) file.corrupt(0, "a codec header", std::to_string(magic));
  in.string();
  in.be32();
  const uint64_t at = in.position();
  const auto found = in.bytes(id.size());
  if (!std::equal(found.begin(), found.end(), id.begin())) {
    file.corrupt(at, "id " + to_string(id), "another");
  }
}

/// Copies a file with its own footer, its checksum taken block by block on the way.
void copy_verified(const store::Input& file, const Id& id, store::Output& out) {
  check_copied_header(file, id);
  const uint32_t stored = store::check_footer(file);
  const auto bytes = file.bytes();
  const uint64_t covered = bytes.size() - 8;
  uint32_t actual = 0;
  for (uint64_t at = 0; at < covered;) {
    const auto block = bytes.subspan(at, std::min(kCopyBlock, covered - at));
    actual = store::crc32(actual, block);
    out.bytes(block);
    at += block.size();
  }
  if (actual != stored)
    file.corrupt(covered, "checksum " + std::to_string(actual), std::to_string(stored));
  out.bytes(bytes.subspan(covered));
}

[[noreturn]] void refuse_write() {
  throw InvalidArgument("the inside of a compound file is read-only");
}

}  // namespace

std::vector<std::string> write_compound(store::Directory& directory, std::string_view segment,
                                        const Id& id, std::span<const std::string> files,
                                        uint64_t alignment) {
  const std::vector<std::string> names{segment_file_name(segment, "", kCompoundDataExtension),
                                       segment_file_name(segment, "", kCompoundEntriesExtension)};
  SizedFileQueue queue(files.size());
  for (const std::string& file : files) queue.add({&file, directory.length(file)});
  store::Output data = directory.create(names[0]);
  store::Output entries = directory.create(names[1]);
  store::write_index_header(data, kCompoundDataCodec, kVersion, id, "");
  store::write_index_header(entries, kCompoundEntriesCodec, kVersion, id, "");
  entries.vint(static_cast<uint32_t>(files.size()));
  while (!queue.empty()) {
    const SizedFile file = queue.pop();
    const uint64_t start = data.align(alignment);
    copy_verified(directory.open(*file.name), id, data);
    entries.string(strip_segment_name(*file.name));
    entries.le64(start);
    entries.le64(data.position() - start);
  }
  store::write_footer(data);
  store::write_footer(entries);
  data.close();
  entries.close();
  return names;
}

CompoundDirectory::CompoundDirectory(const store::Directory& directory, std::string segment,
                                     const Id& id)
    : segment_(std::move(segment)),
      id_(id),
      data_(directory.open(segment_file_name(segment_, "", kCompoundDataExtension))),
      table_(directory.open(segment_file_name(segment_, "", kCompoundEntriesExtension))) {
  store::verify_checksum(table_);
  parse_entries();
  store::parse_checked(data_, [&] {
    store::Cursor in(data_);
    store::check_index_header(in, kCompoundDataCodec, kVersion, kVersion, id_, "");
    store::check_footer(data_);
    check_entries();
  });
}

void CompoundDirectory::parse_entries() {
  store::Cursor in(store::without_footer(table_));
  store::check_index_header(in, kCompoundEntriesCodec, kVersion, kVersion, id_, "");
  const uint32_t count = in.vint();
  constexpr uint64_t kSmallestEntry = 17;
  if (count > in.remaining() / kSmallestEntry) {
    in.corrupt("at most " + std::to_string(in.remaining() / kSmallestEntry) + " entries",
               std::to_string(count));
  }
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = in.position();
    Entry entry{segment_ + in.string(), in.le64(), in.le64()};
    if (find(entry.name) != nullptr) {
      table_.corrupt(at, "distinct names", "'" + entry.name.substr(0, 64) + "' twice");
    }
    if (entry.offset > data_.size() || entry.length > data_.size() - entry.offset) {
      table_.corrupt(
          at, "an entry inside the " + std::to_string(data_.size()) + " bytes of " + data_.file(),
          std::to_string(entry.offset) + " + " + std::to_string(entry.length));
    }
    entries_.push_back(std::move(entry));
  }
  if (in.remaining() != 0) {
    in.corrupt("the footer", std::to_string(in.remaining()) + " more bytes");
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.offset < b.offset; });
}

/// Entries follow one another behind the header, and the footer follows the last.
void CompoundDirectory::check_entries() const {
  uint64_t end = store::index_header_length(kCompoundDataCodec, "");
  for (const Entry& entry : entries_) {
    if (entry.offset < end) {
      data_.corrupt(entry.offset, entry.name + " at or after " + std::to_string(end),
                    std::to_string(entry.offset));
    }
    end = entry.offset + entry.length;
  }
  if (data_.size() != end + store::kFooterLength) {
    data_.corrupt(std::min(end, data_.size()),
                  "a length of " + std::to_string(end + store::kFooterLength),
                  std::to_string(data_.size()));
  }
}

const CompoundDirectory::Entry* CompoundDirectory::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> CompoundDirectory::list() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  return names;
}

bool CompoundDirectory::exists(const std::string& name) const { return find(name) != nullptr; }

uint64_t CompoundDirectory::length(const std::string& name) const { return open(name).size(); }

store::Input CompoundDirectory::open(const std::string& name) const {
  const Entry* entry = find(name);
  if (entry == nullptr) throw IoError(data_.file() + ":" + name, "open", ENOENT);
  return data_.as_file(name, entry->offset, entry->length);
}

store::Output CompoundDirectory::create(const std::string&) { refuse_write(); }
void CompoundDirectory::remove(const std::string&) { refuse_write(); }
void CompoundDirectory::rename(const std::string&, const std::string&) { refuse_write(); }
void CompoundDirectory::sync(std::span<const std::string>) { refuse_write(); }
void CompoundDirectory::sync_metadata() { refuse_write(); }

void CompoundDirectory::check_integrity() const {
  store::verify_checksum(table_);
  store::verify_checksum(data_);
}

void CompoundDirectory::visit(const model::FactVisitor& visitor) const {
  uint64_t end = store::index_header_length(kCompoundDataCodec, "");
  visitor({{}, "metadata", "header", data_.file(), 0, end});
  for (const Entry& entry : entries_) {
    if (entry.offset > end) {
      visitor({{}, "metadata", "padding", data_.file(), end, entry.offset - end});
    }
    end = entry.offset + entry.length;
  }
  visitor({{}, "metadata", "footer", data_.file(), end, store::kFooterLength});

  const uint64_t header = store::index_header_length(kCompoundEntriesCodec, "");
  const uint64_t table_end = table_.size() - store::kFooterLength;
  visitor({{}, "metadata", "header", table_.file(), 0, header});
  visitor({.field = {},
           .structure = "metadata",
           .part = "entries",
           .file = table_.file(),
           .offset = header,
           .length = table_end - header,
           .count = entries_.size()});
  visitor({{}, "metadata", "footer", table_.file(), table_end, store::kFooterLength});
}

}  // namespace segsmith::codec
