// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <zstd.h>

#include <boost/iostreams/concepts.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/read.hpp>
#include <memory>
#include <vector>

namespace segsmith::index {

/// A Boost.Iostreams filter for zstd input. Boost's own takes the end of the data for the end of
/// the frame; this one throws zstd_error when the last frame is cut off. Frames may follow one
/// another.
class ZstdFilter final : public boost::iostreams::multichar_input_filter {
 public:
  template <class Source>
  std::streamsize read(Source& source, char* to, std::streamsize most) {
    ZSTD_outBuffer out{to, static_cast<size_t>(most), 0};
    while (out.pos == 0) {
      if (state_->in.pos == state_->in.size && !state_->pending && !refill(source)) return -1;
      state_->left = ZSTD_decompressStream(state_->stream.get(), &out, &state_->in);
      if (ZSTD_isError(state_->left)) throw boost::iostreams::zstd_error(state_->left);
      state_->pending = out.pos == out.size;
    }
    return static_cast<std::streamsize>(out.pos);
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };
  struct State {
    std::unique_ptr<ZSTD_DStream, Free> stream{ZSTD_createDStream()};
    std::vector<char> bytes = std::vector<char>(ZSTD_DStreamInSize());
    ZSTD_inBuffer in{nullptr, 0, 0};
    size_t left = 0;       ///< 0 between frames.
    bool pending = false;  ///< The output was filled, so more may wait inside the stream.
  };

  /// False at the end of the source, between frames.
  template <class Source>
  bool refill(Source& source) {
    const std::streamsize n = boost::iostreams::read(
        source, state_->bytes.data(), static_cast<std::streamsize>(state_->bytes.size()));
    if (n > 0) {
      state_->in = {state_->bytes.data(), static_cast<size_t>(n), 0};
      return true;
    }
    if (state_->left != 0) throw boost::iostreams::zstd_error(state_->left);
    return false;
  }

  /// Boost copies filters.
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace segsmith::index
