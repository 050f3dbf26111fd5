// SPDX-License-Identifier: Apache-2.0
// What others call of this room, where it is left out of the build (SEGSMITH_POINTS=OFF). The
// format refuses before a reader of points is made, so nothing comes here; what does is refused.
#include "bkd/bkd_reader.h"
#include "bkd/point_tree.h"
#include "util/error.h"

namespace segsmith::bkd {

namespace {

using Bytes = std::span<const std::byte>;

[[noreturn]] void refuse() {
  throw InvalidArgument("points: this segsmith was built without points");
}

}  // namespace

BkdReader::BkdReader(BkdMeta, store::Input, store::Input, uint64_t, int32_t) : max_doc_(0) {
  refuse();
}
void BkdReader::intersect(IntersectVisitor&) const { refuse(); }
int64_t BkdReader::estimate_point_count(IntersectVisitor&, int64_t) const { refuse(); }
int64_t BkdReader::estimate_doc_count(IntersectVisitor&) const { refuse(); }
int64_t BkdReader::count_range(Bytes, Bytes) const { refuse(); }
int64_t BkdReader::estimate_range(Bytes, Bytes) const { refuse(); }
void BkdReader::range_into_bit_set(Bytes, Bytes, BitSet&) const { refuse(); }
void BkdReader::for_each_leaf(const std::function<void(const LeafBlock&)>&) const { refuse(); }
int64_t BkdReader::count(const PointBox&) const { refuse(); }
int64_t BkdReader::estimate(const PointBox&) const { refuse(); }
void BkdReader::into_bit_set(const PointBox&, BitSet&) const { refuse(); }

PointBox::PointBox(const BkdConfig&, Bytes, Bytes) { refuse(); }
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
