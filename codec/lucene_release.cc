// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene_release.h"

#include <algorithm>
#include <string>

#include "util/error.h"

namespace segsmith::codec {

const LuceneRelease& lucene_release(std::string_view name) {
  const auto* row = std::ranges::find_if(kLuceneReleases, [&](const LuceneRelease& release) {
    return to_string(release.version) == name;
  });
  if (row != std::end(kLuceneReleases)) return *row;
  std::string known;
  for (const LuceneRelease& release : kLuceneReleases) {
    known += (known.empty() ? "" : ", ") + to_string(release.version);
  }
  throw InvalidArgument("Lucene release '" + std::string(name.substr(0, 64)) +
                        "' is not among those that can be written: " + known);
}

}  // namespace segsmith::codec
