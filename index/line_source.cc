// SPDX-License-Identifier: Apache-2.0
#include "index/line_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/iostreams/device/file_descriptor.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <boost/iostreams/read.hpp>
#include <cerrno>
#include <cstring>

#include "index/zstd_filter.h"
#include "util/error.h"

namespace segsmith::index {

namespace io = boost::iostreams;

namespace {

constexpr size_t kFirstCapacity = size_t{1} << 20;
constexpr size_t kLongestLine = size_t{1} << 30;
constexpr std::streamsize kReadBuffer = 1 << 18;

int open_input(const std::string& path) {
  if (path == "-") return STDIN_FILENO;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open", errno);
  struct stat info {};
  if (::fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
    ::close(fd);
    throw IoError(path, "open", EISDIR);
  }
  return fd;
}

}  // namespace

/// Bytes of the file after decompression.
class LineSource::Stream {
 public:
  explicit Stream(const std::string& path) : path_(path) {
    const io::file_descriptor_source file(open_input(path),
                                          path == "-" ? io::never_close_handle : io::close_handle);
    if (path.ends_with(".gz"))
      in_.push(io::gzip_decompressor(io::zlib::default_window_bits, kReadBuffer));
    if (path.ends_with(".zst")) in_.push(ZstdFilter(), kReadBuffer);
    in_.push(file, kReadBuffer);
  }

  /// Bytes read, 0 at the end.
  size_t read(char* to, size_t most) {
    try {
      const std::streamsize n = io::read(in_, to, static_cast<std::streamsize>(most));
      return n < 0 ? 0 : static_cast<size_t>(n);
    } catch (const io::gzip_error&) {
      throw IoError(path_, "is damaged or cut off: its gzip data cannot be read");
    } catch (const io::zstd_error&) {
      throw IoError(path_, "is damaged or cut off: its zstd data cannot be read");
    } catch (const std::ios_base::failure& e) {
      throw IoError(path_, std::string("cannot be read: ") + e.what());
    }
  }

 private:
  std::string path_;
  io::filtering_streambuf<io::input> in_;
};

LineSource::LineSource(const std::string& path)
    : name_(path == "-" ? "standard input" : path), stream_(std::make_unique<Stream>(path)) {}

LineSource::~LineSource() = default;

/// Moves what is left to the front and reads behind it.
bool LineSource::fill() {
  if (at_end_) return false;
  const size_t left = end_ - start_;
  if (left > kLongestLine) {
    throw InvalidArgument(name_ + ":" + std::to_string(line_number_ + 1) + ": a line past 1 GB");
  }
  if (buffer_ == nullptr || left > capacity_ / 2) {
    const size_t capacity = buffer_ == nullptr ? kFirstCapacity : capacity_ * 2;
    auto larger = std::make_unique<char[]>(capacity + kPadding);
    if (left != 0) std::memcpy(larger.get(), buffer_.get() + start_, left);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  } else if (left != 0) {
    std::memmove(buffer_.get(), buffer_.get() + start_, left);
  }
  searched_ -= start_;
  start_ = 0;
  end_ = left;
  const size_t n = stream_->read(buffer_.get() + end_, capacity_ - end_);
  at_end_ = n == 0;
  end_ += n;
  return n != 0;
}

bool LineSource::next(std::string_view& line) {
  for (;;) {
    const char* from = buffer_.get() + searched_;
    const void* found = searched_ == end_ ? nullptr : std::memchr(from, '\n', end_ - searched_);
    if (found != nullptr || at_end_) {
      if (found == nullptr && start_ == end_) return false;
      const auto stop = found == nullptr
                            ? end_
                            : static_cast<size_t>(static_cast<const char*>(found) - buffer_.get());
      line = {buffer_.get() + start_, stop - start_};
      bytes_ += line.size() + (found != nullptr);
      start_ = searched_ = found == nullptr ? end_ : stop + 1;
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_number_;
      return true;
    }
    searched_ = end_;
    fill();
  }
}

}  // namespace segsmith::index
