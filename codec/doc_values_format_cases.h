// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"

/// For tests: the rows of the registry with what they leave open.
namespace segsmith::codec::testing {

/// A format with one of the choices that it leaves open.
struct FormatCase {
  const DocValuesFormat* format = nullptr;
  DocValuesOptions options = {};
  std::string name;  ///< "Lucene90", "ES819TSDB_512", "ES819TSDB_128_plain_binary".
};
/// Every format of the registry with each of its block sizes, and one with binary values as they
/// are.
std::vector<FormatCase> format_cases();
void PrintTo(const FormatCase& format, std::ostream* out);
/// The releases that a format writes differently: those of Lucene for Lucene90, else the newest.
std::vector<const LuceneRelease*> releases_of(const DocValuesFormat& format);

}  // namespace segsmith::codec::testing
