// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/iostreams/device/mapped_file.hpp>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "store/directory.h"

namespace segsmith::store {

namespace fs = std::filesystem;
using MappedFile = boost::iostreams::mapped_file_source;

namespace {

/// Writes blocks to a file descriptor and owns it.
class FileSink final : public Sink {
 public:
  explicit FileSink(std::string path) : path_(std::move(path)) {
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd_ < 0) throw IoError(path_, "create", errno);
  }
  ~FileSink() override {
    if (fd_ >= 0) ::close(fd_);
  }
  void write(std::span<const std::byte> block) override {
    while (!block.empty()) {
      const ssize_t n = ::write(fd_, block.data(), block.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw IoError(path_, "write", errno);
      block = block.subspan(static_cast<size_t>(n));
    }
  }
  void close() override {
    const int fd = std::exchange(fd_, -1);
    if (fd >= 0 && ::close(fd) != 0) throw IoError(path_, "close", errno);
  }

 private:
  std::string path_;
  int fd_ = -1;
};

void sync_path(const std::string& path, int flags) {
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
  if (fd < 0) throw IoError(path, "open for sync", errno);
  const int result = ::fsync(fd);
  const int error = errno;
  ::close(fd);
  if (result != 0) throw IoError(path, "sync", error);
}

}  // namespace

MmapDirectory::MmapDirectory(std::string path) : path_(std::move(path)) {
  std::error_code error;
  const auto status = fs::status(path_, error);
  if (!fs::exists(status)) throw IoError(path_, "open", ENOENT);
  if (!fs::is_directory(status)) throw IoError(path_, "open", ENOTDIR);
}

MmapDirectory MmapDirectory::create_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw IoError(path, "create", error.value());
  return MmapDirectory(path);
}

std::vector<std::string> MmapDirectory::list() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(path_, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_directory()) names.push_back(it->path().filename().string());
  }
  if (error) throw IoError(path_, "list", error.value());
  std::sort(names.begin(), names.end());
  return names;
}

bool MmapDirectory::exists(const std::string& name) const {
  struct stat info;
  return ::stat(file(name).c_str(), &info) == 0;
}

uint64_t MmapDirectory::length(const std::string& name) const {
  struct stat info;
  if (::stat(file(name).c_str(), &info) != 0) throw IoError(file(name), "open", errno);
  return static_cast<uint64_t>(info.st_size);
}

Input MmapDirectory::open(const std::string& name) const {
  const std::string path = file(name);
  if (fs::is_directory(path)) throw IoError(path, "open", EISDIR);
  if (length(name) == 0) return Input(nullptr, {}, name);
  try {
    auto mapped = std::make_shared<MappedFile>(path);
    const std::span<const char> chars(mapped->data(), mapped->size());
    return Input(mapped, std::as_bytes(chars), name);
  } catch (const std::exception& e) {
    throw IoError(path, std::string("cannot map: ") + e.what());
  }
}

Output MmapDirectory::create(const std::string& name) {
  return Output(std::make_unique<FileSink>(file(name)), name);
}

void MmapDirectory::remove(const std::string& name) {
  if (::unlink(file(name).c_str()) != 0) throw IoError(file(name), "remove", errno);
}

void MmapDirectory::rename(const std::string& from, const std::string& to) {
  if (exists(to)) throw IoError(file(to), "rename onto", EEXIST);
  if (::rename(file(from).c_str(), file(to).c_str()) != 0) {
    throw IoError(file(from), "rename", errno);
  }
}

void MmapDirectory::sync(std::span<const std::string> names) {
  for (const std::string& name : names) sync_path(file(name), O_RDONLY);
}

void MmapDirectory::sync_metadata() { sync_path(path_, O_RDONLY | O_DIRECTORY); }

}  // namespace segsmith::store
