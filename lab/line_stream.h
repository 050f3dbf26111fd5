// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "lab/dump.h"

namespace segsmith::lab {

/// Turns a writer of lines around: lines are pulled, and the writer runs in a thread of its own, a
/// few chunks ahead. One consumer.
class LineStream {
 public:
  using Writer = std::function<void(const LineSink&)>;

  explicit LineStream(Writer writer);
  /// Stops the writer at its next chunk.
  ~LineStream();
  LineStream(const LineStream&) = delete;
  LineStream& operator=(const LineStream&) = delete;

  /// The next line without its end, valid until the next call; false at the end. Throws what the
  /// writer threw.
  bool next(std::string_view& line);

 private:
  struct Stopped {};
  static constexpr size_t kMostChunks = 4;

  void run(const Writer& writer);
  void put(std::string_view chunk);
  bool take();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> chunks_;
  std::exception_ptr failure_;
  bool ended_ = false;    ///< The writer is done.
  bool stopped_ = false;  ///< The consumer is done.
  std::string current_;
  size_t position_ = 0;
  std::thread thread_;
};

}  // namespace segsmith::lab
