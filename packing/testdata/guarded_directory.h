// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "packing/testdata/guarded_bytes.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith {

/// Files by name, for reading, each on memory that ends right before a page that may not be
/// touched.
class GuardedDirectory final : public store::Directory {
 public:
  GuardedDirectory() = default;
  /// Copies of all files of `other`.
  explicit GuardedDirectory(const store::Directory& other) {
    for (const std::string& name : other.list()) put(name, other.open(name).bytes());
  }

  /// Replaces a file of that name. Inputs of the old one stay as they are.
  void put(const std::string& name, std::span<const std::byte> bytes) {
    files_[name] = std::make_shared<GuardedBytes>(bytes);
  }
  /// The bytes of a file, to be changed in place: Inputs that are open see it.
  std::span<std::byte> bytes(const std::string& name) { return files_.at(name)->span(); }

  std::string describe() const override { return "guarded memory"; }
  std::vector<std::string> list() const override {
    std::vector<std::string> names;
    for (const auto& [name, file] : files_) names.push_back(name);
    return names;
  }
  bool exists(const std::string& name) const override { return files_.contains(name); }
  uint64_t length(const std::string& name) const override { return find(name)->span().size(); }
  store::Input open(const std::string& name) const override {
    auto file = find(name);
    const std::span<const std::byte> view = file->span();
    return {std::move(file), view, name};
  }
  store::Output create(const std::string& name) override { throw IoError(name, "read-only"); }
  void remove(const std::string& name) override { files_.erase(name); }
  void rename(const std::string& from, const std::string&) override {
    throw IoError(from, "read-only");
  }
  void sync(std::span<const std::string>) override {}
  void sync_metadata() override {}

 private:
  std::shared_ptr<GuardedBytes> find(const std::string& name) const {
    const auto found = files_.find(name);
    if (found == files_.end()) throw IoError(name, "open", ENOENT);
    return found->second;
  }

  std::map<std::string, std::shared_ptr<GuardedBytes>> files_;
};

}  // namespace segsmith
