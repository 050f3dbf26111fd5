// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "codec/doc_values_test_support.h"

namespace segsmith::codec::testing {

/// Checks the iterators, the bulk calls and the ranges over a field against a plain model: `rounds`
/// random scripts of next_doc, advance and advance_exact.
void expect_iterators(const PlainField& expected, const model::DocValuesField& found,
                      std::mt19937_64& random, int rounds);

}  // namespace segsmith::codec::testing
