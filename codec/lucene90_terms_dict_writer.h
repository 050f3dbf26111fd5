// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/columns.h"
#include "store/output.h"

namespace segsmith::codec::lucene90 {

/// Writes the terms dictionary of a SORTED or SORTED_SET field and its reverse index: blocks of 64
/// terms and addresses to `data`, the description to `meta`. One pass over `terms`.
/// InvalidArgument when the terms are not strictly ascending or not as many as the source said.
/// docs/format/dvd.md; Lucene90DocValuesConsumer.addTermsDict and writeTermsIndex.
void write_terms_dict(model::TermsSource& terms, store::Output& meta, store::Output& data);

}  // namespace segsmith::codec::lucene90
