// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <utility>

#include "store/directory.h"
#include "store/memory_sink.h"

namespace segsmith::store {

std::shared_ptr<std::vector<std::byte>> MemoryDirectory::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto it = files_.find(name);
  if (it == files_.end()) throw IoError(name, "open", ENOENT);
  return it->second;
}

std::vector<std::string> MemoryDirectory::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_) names.push_back(name);
  return names;
}

bool MemoryDirectory::exists(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return files_.contains(name);
}

uint64_t MemoryDirectory::length(const std::string& name) const { return find(name)->size(); }

Input MemoryDirectory::open(const std::string& name) const {
  auto data = find(name);
  const std::span<const std::byte> bytes(*data);
  return Input(std::move(data), bytes, name);
}

Output MemoryDirectory::create(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (files_.contains(name)) throw IoError(name, "create", EEXIST);
  auto data = std::make_shared<std::vector<std::byte>>();
  files_[name] = data;
  return Output(std::make_unique<MemorySink>(std::move(data)), name);
}

void MemoryDirectory::remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (files_.erase(name) == 0) throw IoError(name, "remove", ENOENT);
}

void MemoryDirectory::rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  if (files_.contains(to)) throw IoError(to, "rename onto", EEXIST);
  auto node = files_.extract(from);
  if (node.empty()) throw IoError(from, "rename", ENOENT);
  node.key() = to;
  files_.insert(std::move(node));
}

void MemoryDirectory::sync(std::span<const std::string> names) {
  for (const std::string& name : names) find(name);
}

void MemoryDirectory::put(const std::string& name, std::vector<std::byte> bytes) {
  const std::lock_guard lock(mutex_);
  files_[name] = std::make_shared<std::vector<std::byte>>(std::move(bytes));
}

}  // namespace segsmith::store
