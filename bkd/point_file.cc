// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_file.h"

#include "bkd/bytes.h"
#include "store/codec_util.h"
#include "util/base36.h"
#include "util/error.h"

namespace segsmith::bkd {

std::string SpillFiles::next_name(std::string_view part) {
  for (;;) {
    std::string name = segment_ + "_bkd_" + std::string(part) + "_" + to_base36(next_++) + ".tmp";
    if (!directory_.exists(name)) return name;
  }
}

PointFile::PointFile(SpillFiles& files, std::string_view part, size_t packed_bytes)
    : files_(files),
      name_(files.next_name(part)),
      packed_(packed_bytes),
      out_(files.directory().create(name_)) {
  files_.opened();
}

PointFile::~PointFile() {
  files_.removed();
  try {
    files_.directory().remove(name_);
  } catch (const Error&) {
    // Nothing is lost but space; what the caller does or throws matters more.
  }
}

void PointFile::append(const std::byte* value, int32_t doc) {
  out_.bytes({value, packed_});
  out_.be_int(doc);
  ++count_;
}

void PointFile::append_record(const std::byte* record) {
  out_.bytes({record, record_bytes()});
  ++count_;
}

void PointFile::close() {
  store::write_footer(out_);
  out_.close();
}

store::Input PointFile::read() const {
  const store::Input file = files_.directory().open(name_);
  store::verify_checksum(file);
  return store::without_footer(file);
}

}  // namespace segsmith::bkd
