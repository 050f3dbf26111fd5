// SPDX-License-Identifier: Apache-2.0
#include "bkd/file_split.h"

namespace segsmith::bkd {

PointSlice into_memory(PointSlice slice) {
  const size_t packed = slice.file->record_bytes() - sizeof(int32_t);
  auto memory = std::make_shared<PointBuffer>(packed);
  memory->reserve(slice.count);
  const store::Input records = slice.file->read();
  for (size_t at = 0; at < records.size(); at += slice.file->record_bytes()) {
    const std::byte* record = records.bytes().data() + at;
    memory->add(static_cast<int32_t>(load_be<uint32_t>(record + packed)), {record, packed});
  }
  return {std::move(memory), nullptr, 0, slice.count};
}

PointSink::PointSink(SpillFiles& files, std::string_view part, size_t packed, uint64_t count,
                     uint64_t limit)
    : packed_(packed), size_(count) {
  if (count <= limit) {
    memory_ = std::make_shared<PointBuffer>(packed);
    memory_->reserve(count);
  } else {
    file_ = std::make_unique<PointFile>(files, part, packed);
  }
}

void PointSink::append_record(const std::byte* record) {
  if (file_) return file_->append_record(record);
  memory_->add(static_cast<int32_t>(load_be<uint32_t>(record + packed_)), {record, packed_});
}

void PointSink::append(const std::byte* value, int32_t doc) {
  if (file_) return file_->append(value, doc);
  memory_->add(doc, {value, packed_});
}

PointSlice PointSink::finish() {
  if (file_) file_->close();
  const uint64_t count = file_ ? file_->count() : memory_->size();
  return {std::move(memory_), std::move(file_), 0, count};
}

}  // namespace segsmith::bkd
