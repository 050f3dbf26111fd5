// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "store/directory.h"
#include "util/error.h"

/// A directory in memory whose disk or process gives out at a chosen moment.
namespace segsmith::testing {

enum class Fault : uint8_t {
  fail,  ///< That one call fails and does nothing; later ones work.
  stop,  ///< It and all later ones fail and do nothing: the disk as a killed process leaves it.
  tear,  ///< As stop, but a write leaves half of its bytes.
};

/// Counts the calls that change the directory (create, write, close, sync of a file, rename,
/// remove, sync of the directory), and lets number `at` (from 1) go wrong.
class FaultDirectory final : public store::Directory {
 public:
  /// `at` of 0: nothing goes wrong until arm().
  explicit FaultDirectory(Fault fault, int64_t at = 0) : fault_(fault), at_(at) {}

  /// Counts from here.
  void arm(int64_t at) {
    at_ = at;
    calls_ = 0;
  }

  int64_t calls() const { return calls_; }
  /// What is there after the power went: a file whose bytes were never synced has half of them.
  std::shared_ptr<store::MemoryDirectory> after_power_loss() const {
    auto left = std::make_shared<store::MemoryDirectory>();
    for (const std::string& name : disk_.list()) {
      const store::Input file = disk_.open(name);
      const auto bytes = file.bytes();
      const size_t kept = unsynced_.contains(name) ? bytes.size() / 2 : bytes.size();
      left->put(name, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(kept)});
    }
    return left;
  }

  std::string describe() const override { return "faulty"; }
  std::vector<std::string> list() const override { return disk_.list(); }
  bool exists(const std::string& name) const override { return disk_.exists(name); }
  uint64_t length(const std::string& name) const override { return disk_.length(name); }
  store::Input open(const std::string& name) const override { return disk_.open(name); }

  store::Output create(const std::string& name) override {
    call(name, "create");
    unsynced_.insert(name);
    return store::Output(std::make_unique<FaultSink>(*this, disk_.create(name), name), name);
  }
  void remove(const std::string& name) override {
    call(name, "remove");
    disk_.remove(name);
    unsynced_.erase(name);
  }
  void rename(const std::string& from, const std::string& to) override {
    call(from, "rename");
    disk_.rename(from, to);
    if (unsynced_.erase(from) > 0) unsynced_.insert(to);
  }
  void sync(std::span<const std::string> names) override {
    for (const std::string& name : names) {
      call(name, "sync");
      disk_.sync({&name, 1});
      unsynced_.erase(name);
    }
  }
  void sync_metadata() override { call(describe(), "sync"); }

 private:
  class FaultSink final : public store::Sink {
   public:
    FaultSink(FaultDirectory& directory, store::Output out, std::string name)
        : directory_(directory), out_(std::move(out)), name_(std::move(name)) {}
    ~FaultSink() override {
      if (!closed_) out_.close();  // What was written before is there.
    }
    void write(std::span<const std::byte> block) override {
      try {
        directory_.call(name_, "write");
      } catch (const IoError&) {
        if (directory_.fault_ == Fault::tear && directory_.calls_ == directory_.at_) {
          out_.bytes(block.first(block.size() / 2));
        }
        throw;
      }
      out_.bytes(block);
    }
    void close() override {
      directory_.call(name_, "close");
      out_.close();
      closed_ = true;
    }

   private:
    FaultDirectory& directory_;
    store::Output out_;
    std::string name_;
    bool closed_ = false;
  };

  void call(const std::string& name, const char* action) {
    const int64_t number = ++calls_;
    if (number == at_ || (fault_ != Fault::fail && at_ > 0 && number > at_)) {
      throw IoError(name, action, EIO);
    }
  }

  Fault fault_;
  int64_t at_;
  int64_t calls_ = 0;
  store::MemoryDirectory disk_;
  std::set<std::string> unsynced_;
};

}  // namespace segsmith::testing
