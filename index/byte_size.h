// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace segsmith::index {

/// A size as Elasticsearch writes it ("512mb", "1.5gb", "100b"), in bytes; nothing for other text.
std::optional<uint64_t> byte_size(std::string_view text);

}  // namespace segsmith::index
