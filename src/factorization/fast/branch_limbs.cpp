// Which subtrees are alike, and where their rows stand in lanes.
#include "factorization/fast/branch_limbs.hpp"

#include <algorithm>

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Of a row's children those alike make groups; one that is alone is a row of the trunk, whose children are next.
class Grouping {
 public:
  Grouping(std::span<const int> lambda, const BranchTables& rows, LimbTables& out)
      : lambda_(lambda), rows_(rows.rows), out_(out), trunk_row_(rows_.size(), -1), in_limb_(rows_.size(), false) {
    const int n = static_cast<int>(rows_.size());
    group_children(-1, n);
    for (int row = 0; row < n; ++row) {
      if (in_limb_[at(row)]) continue;
      trunk_row_[at(row)] = static_cast<int>(out_.trunk.size());
      out_.trunk.push_back(row);
      group_children(row, end(row));
    }
    std::vector<int> trunk_lambda{0};
    for (const int row : out_.trunk) trunk_lambda.push_back(parent(row) < 0 ? 0 : trunk_row_[at(parent(row))] + 1);
    out_.trunk_tables = BranchTables(trunk_lambda);
    for (std::size_t t = 0; t < out_.trunk.size(); ++t)
      out_.trunk_tables.rows[t].begin = rows_[at(out_.trunk[t])].begin;
  }

 private:
  int parent(int row) const { return lambda_[at(row) + 1] - 1; }  // -1: none
  int end(int row) const { return rows_[at(row)].end; }

  bool alike(int a, int b) const {
    if (end(a) - a != end(b) - b) return false;
    for (int i = 1; i < end(a) - a; ++i)
      if (parent(a + i) - a != parent(b + i) - b) return false;
    return true;
  }

  void group_children(int row, int end_of_row) {
    for (int child = row + 1; child < end_of_row; child = end(child)) {
      if (in_limb_[at(child)]) continue;
      std::vector<int> limbs{child};
      for (int other = end(child); other < end_of_row && limbs.size() < at(out_.width); other = end(other))
        if (!in_limb_[at(other)] && alike(child, other)) limbs.push_back(other);
      if (limbs.size() > 1) add_group(limbs);
    }
  }

  void add_group(const std::vector<int>& limbs) {
    for (const int limb : limbs) std::fill(in_limb_.begin() + limb, in_limb_.begin() + end(limb), true);
    LimbGroup group;
    group.lanes = static_cast<int>(limbs.size());
    for (int lane = 0; lane < widest_limb_lanes; ++lane)
      group.first[at(lane)] = limbs[at(std::min(lane, group.lanes - 1))];
    const int root = limbs.front();
    for (int row = parent(root); row >= 0; row = parent(row)) group.path.push_back(trunk_row_[at(row)]);
    std::ranges::reverse(group.path);
    const int held = static_cast<int>(group.path.size());
    std::vector<int> lambda{0};
    for (int place = 0; place < held; ++place) lambda.push_back(place);
    for (int row = root; row < end(root); ++row) lambda.push_back(row == root ? held : held + 1 + parent(row) - root);
    group.tables = BranchTables(lambda, held);
    group.numbers = out_.numbers;
    group.x = out_.x;
    out_.numbers += group.tables.numbers;
    out_.x += group.tables.rows.size();
    out_.places = std::max(out_.places, group.tables.places);
    out_.groups.push_back(std::move(group));
  }

  std::span<const int> lambda_;
  const std::vector<BranchRow>& rows_;
  LimbTables& out_;
  std::vector<int> trunk_row_;
  std::vector<bool> in_limb_;
};

}  // namespace

LimbTables::LimbTables(std::span<const int> lambda, const BranchTables& rows, int width) : width(width) {
  Grouping(lambda, rows, *this);
}

std::size_t LimbTables::bytes() const {
  std::size_t sum = sizeof(int) * trunk.size() + trunk_tables.bytes();
  for (const LimbGroup& group : groups) sum += sizeof group + sizeof(int) * group.path.size() + group.tables.bytes();
  return sum;
}

LimbStorage::LimbStorage(std::span<const int> lambda, int width)
    : rows_(lambda),
      tables_(lambda, rows_.tables(), width),
      numbers_(tables_.numbers * at(width)),
      x_(tables_.x * at(width)),
      place_(tables_.places * at(width)),
      trunk_x_(tables_.trunk.size()) {}

const BranchStorage& LimbStorage::factors() {
  double* const rows = rows_.factor().numbers;
  const std::size_t width = at(tables_.width);
  for (const LimbGroup& group : tables_.groups) {
    const std::size_t held = group.path.size() * (group.path.size() + 1) / 2;
    for (std::size_t lane = 0; lane < at(group.lanes); ++lane) {
      double* const to = rows + rows_.tables().rows[at(group.first[lane])].begin;
      for (std::size_t i = held; i < group.tables.numbers; ++i)
        to[i - held] = numbers_[(group.numbers + i) * width + lane];
    }
  }
  return rows_;
}

std::size_t LimbStorage::bytes() const {
  return sizeof(LimbStorage) - sizeof(BranchStorage) + rows_.bytes() + tables_.bytes() +
         sizeof(double) * (numbers_.size() + x_.size() + place_.size() + trunk_x_.size());
}

}  // namespace tenon
