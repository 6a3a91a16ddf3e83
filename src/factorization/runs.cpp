#include "factorization/runs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "factorization/topology.hpp"

namespace tenon {

namespace {

// One past the last row of the run that starts at `first`. A run may pass a branching node, but one that has four rows
// or more ends there: then its last block does not have to wait for a limb of its own.
int run_end(std::span<const int> lambda, const std::vector<int>& children, int first) {
  const int n = static_cast<int>(lambda.size()) - 1;
  int last = first;
  while (last < n && lambda[last + 1] == last && !(children[last] > 1 && last - first + 1 >= 4)) ++last;
  return last + 1;
}

}  // namespace

SparsityRuns::SparsityRuns(std::span<const int> lambda) {
  check_parent_array(lambda);
  n_ = static_cast<int>(lambda.size()) - 1;
  std::vector<int> children(lambda.size(), 0), block_of(lambda.size(), -1);
  for (int i = 1; i <= n_; ++i) ++children[lambda[i]];
  for (int first = 1; first <= n_;) {
    const int end = run_end(lambda, children, first);

    // The path to the run: what supports its parent, and the parent's group as far as the parent.
    const long path = static_cast<long>(groups_.size());
    if (const int parent = lambda[first]; parent != 0) {
      const Block above = blocks_[block_of[parent]];
      for (long s = 0; s < above.supports; ++s) groups_.push_back(Group(groups_[above.supports_begin + s]));
      groups_.push_back(above.own);
      groups_.back().count = parent - above.own.row;
    }

    // Its own groups follow each other on the path: each supports those after it.
    for (int row = first; row < end; row += 4) {
      Block block;
      block.own = {row - 1, std::min(4, end - row), padded_rows_, static_cast<int>(packed_size_ / 4)};
      block.supports_begin = path;
      block.supports = static_cast<long>(groups_.size()) - path;
      block.offset = packed_size_;
      block.stride = 4 * (block.supports + 1);
      for (int k = 0; k < block.own.count; ++k) block_of[row + k] = static_cast<int>(blocks_.size());
      padded_rows_ += 4;
      packed_size_ += block.own.count * block.stride;
      blocks_.push_back(block);
      groups_.push_back(block.own);
    }
    first = end;
  }
  sort_by_level(lambda, block_of);
}

void SparsityRuns::sort_by_level(std::span<const int> lambda, const std::vector<int>& block_of) {
  std::vector<int> level(blocks_.size(), 0), order(blocks_.size());
  for (int b = static_cast<int>(blocks_.size()) - 1; b >= 0; --b)
    if (const int parent = lambda[blocks_[b].own.row + 1]; parent != 0)
      level[block_of[parent]] = std::max(level[block_of[parent]], level[b] + 1);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return std::pair(level[a], a) < std::pair(level[b], b); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    by_level_.push_back(blocks_[order[k]]);
    if (k + 1 == order.size() || level[order[k + 1]] > level[order[k]]) level_end_.push_back(static_cast<int>(k) + 1);
  }
}

RunsView SparsityRuns::view() const {
  return {n_,
          static_cast<int>(blocks_.size()),
          blocks_.data(),
          by_level_.data(),
          static_cast<int>(level_end_.size()),
          level_end_.data(),
          groups_.data()};
}

std::span<const Group> SparsityRuns::supports(const Block& block) const {
  return std::span(groups_).subspan(static_cast<std::size_t>(block.supports_begin),
                                    static_cast<std::size_t>(block.supports));
}

std::size_t SparsityRuns::bytes() const {
  return 2 * blocks_.size() * sizeof(Block) + groups_.size() * sizeof(Group) + level_end_.size() * sizeof(int);
}

}  // namespace tenon
