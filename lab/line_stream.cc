// SPDX-License-Identifier: Apache-2.0
#include "lab/line_stream.h"

#include <utility>

namespace segsmith::lab {

LineStream::LineStream(Writer writer)
    : thread_([this, writer = std::move(writer)] { run(writer); }) {}

LineStream::~LineStream() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LineStream::run(const Writer& writer) {
  std::exception_ptr failure;
  try {
    writer([this](std::string_view chunk) { put(chunk); });
  } catch (const Stopped&) {
  } catch (...) {
    failure = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    ended_ = true;
  }
  changed_.notify_all();
}

void LineStream::put(std::string_view chunk) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || chunks_.size() < kMostChunks; });
  if (stopped_) throw Stopped{};
  chunks_.emplace_back(chunk);
  lock.unlock();
  changed_.notify_all();
}

bool LineStream::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_ || !chunks_.empty(); });
  if (chunks_.empty()) {
    if (failure_) std::rethrow_exception(failure_);
    return false;
  }
  current_ = std::move(chunks_.front());
  chunks_.pop_front();
  position_ = 0;
  lock.unlock();
  changed_.notify_all();
  return true;
}

bool LineStream::next(std::string_view& line) {
  while (position_ == current_.size()) {
    if (!take()) return false;
  }
  const size_t end = std::min(current_.find('\n', position_), current_.size());
  line = std::string_view(current_).substr(position_, end - position_);
  position_ = std::min(end + 1, current_.size());
  return true;
}

}  // namespace segsmith::lab
