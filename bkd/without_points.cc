// SPDX-License-Identifier: Apache-2.0
// What other rooms call of this one, where it is left out of the build (SEGSMITH_POINTS=OFF). No
// reader of points can be made there, so nothing comes here; what does is refused.
#include "bkd/bkd_reader.h"
#include "bkd/point_tree.h"
#include "util/error.h"

namespace segsmith::bkd {

namespace {

[[noreturn]] void refuse() {
  throw InvalidArgument("points: this segsmith was built without points");
}

}  // namespace

void BkdReader::for_each_leaf(const std::function<void(const LeafBlock&)>&) const { refuse(); }
int64_t BkdReader::count(const PointBox&) const { refuse(); }
int64_t BkdReader::estimate(const PointBox&) const { refuse(); }
void BkdReader::into_bit_set(const PointBox&, BitSet&) const { refuse(); }

PointBox::PointBox(const BkdConfig&, std::span<const std::byte>, std::span<const std::byte>) {
  refuse();
}
bool PointBox::empty() const { refuse(); }

PointTree::PointTree(const BkdReader& reader)
    : reader_(reader), nodes_(store::Cursor({})), leaves_(store::Cursor({})) {
  refuse();
}
bool PointTree::move_to_child() { refuse(); }
bool PointTree::move_to_sibling() { refuse(); }
bool PointTree::move_to_parent() { refuse(); }
int64_t PointTree::size() const { refuse(); }

std::string_view name_of(LeafKind) { refuse(); }
std::string_view name_of(DocIdsKind) { refuse(); }

}  // namespace segsmith::bkd
