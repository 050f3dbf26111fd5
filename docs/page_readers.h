// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "store/directory.h"

/// Readers of the examples in docs/format, by page.
namespace segsmith::docs {

/// What a reader finds in an example: the lines of the page's "expect" block, "key = value".
using Lines = std::vector<std::string>;

struct PageReader {
  std::string page;  ///< "fnm" for docs/format/fnm.md
  /// `examples` holds the files of this page's "hex" blocks, and of the pages named in `with`.
  Lines (*read)(const store::Directory& examples);
  std::vector<std::string> with = {};
};

const std::vector<PageReader>& page_readers();

}  // namespace segsmith::docs
