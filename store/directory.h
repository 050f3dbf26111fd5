// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "store/input.h"
#include "store/output.h"

namespace segsmith::store {

/// A flat set of files (Lucene's Directory). Names are plain file names, never paths. All errors
/// are IoError. Implementations are safe for concurrent use on different names.
class Directory {
 public:
  virtual ~Directory() = default;
  /// Shown in messages: the path, or "memory".
  virtual std::string describe() const = 0;
  /// Names in byte order.
  virtual std::vector<std::string> list() const = 0;
  virtual bool exists(const std::string& name) const = 0;
  virtual uint64_t length(const std::string& name) const = 0;
  virtual Input open(const std::string& name) const = 0;
  /// A new file; an existing one of that name is an error. After a failed write the caller removes
  /// it.
  virtual Output create(const std::string& name) = 0;
  virtual void remove(const std::string& name) = 0;
  /// Atomic; replaces nothing (an existing `to` is an error).
  virtual void rename(const std::string& from, const std::string& to) = 0;
  /// Makes the contents of the files durable.
  virtual void sync(std::span<const std::string> names) = 0;
  /// Makes creations, renames and removals durable.
  virtual void sync_metadata() = 0;
};

/// Files of one folder, read through memory maps (Boost.Iostreams). Empty files are not mapped.
class MmapDirectory final : public Directory {
 public:
  /// `path` must be an existing folder, else IoError.
  explicit MmapDirectory(std::string path);
  /// Creates the folder (and its parents) when it is missing.
  static MmapDirectory create_folder(const std::string& path);

  std::string describe() const override { return path_; }
  std::vector<std::string> list() const override;
  bool exists(const std::string& name) const override;
  uint64_t length(const std::string& name) const override;
  Input open(const std::string& name) const override;
  Output create(const std::string& name) override;
  void remove(const std::string& name) override;
  void rename(const std::string& from, const std::string& to) override;
  void sync(std::span<const std::string> names) override;
  void sync_metadata() override;

 private:
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string path_;
};

/// Files in memory; for tests, temporary work and `recode --try`.
class MemoryDirectory final : public Directory {
 public:
  std::string describe() const override { return "memory"; }
  std::vector<std::string> list() const override;
  bool exists(const std::string& name) const override;
  uint64_t length(const std::string& name) const override;
  Input open(const std::string& name) const override;
  Output create(const std::string& name) override;
  void remove(const std::string& name) override;
  void rename(const std::string& from, const std::string& to) override;
  void sync(std::span<const std::string> names) override;
  void sync_metadata() override {}
  /// Puts a whole file, replacing one of that name.
  void put(const std::string& name, std::vector<std::byte> bytes);

 private:
  std::shared_ptr<std::vector<std::byte>> find(const std::string& name) const;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<std::vector<std::byte>>> files_;
};

}  // namespace segsmith::store
