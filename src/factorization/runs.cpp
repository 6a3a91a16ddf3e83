#include "factorization/runs.hpp"

#include <algorithm>

#include "factorization/topology.hpp"

namespace tenon {

SparsityRuns::SparsityRuns(std::span<const int> lambda) {
  check_parent_array(lambda);
  n_ = static_cast<int>(lambda.size()) - 1;
  std::vector<int> block_of(lambda.size(), -1);
  for (int first = 1; first <= n_;) {
    int last = first;
    while (last < n_ && lambda[last + 1] == last) ++last;

    // The path to the run: what supports its parent, and the parent's group as far as the parent.
    const int path = static_cast<int>(groups_.size());
    if (const int parent = lambda[first]; parent != 0) {
      const Block above = blocks_[block_of[parent]];
      for (int s = 0; s < above.supports; ++s) groups_.push_back(Group(groups_[above.supports_begin + s]));
      groups_.push_back(above.own);
      groups_.back().count = parent - above.own.row;
    }

    // Its own groups follow each other on the path: each supports those after it.
    for (int row = first; row <= last; row += 4) {
      Block block;
      block.own = {row - 1, std::min(4, last - row + 1), padded_rows_, static_cast<int>(packed_size_ / 4)};
      block.supports_begin = path;
      block.supports = static_cast<int>(groups_.size()) - path;
      for (int k = 0; k < block.own.count; ++k) block_of[row + k] = static_cast<int>(blocks_.size());
      padded_rows_ += 4;
      packed_size_ += 4L * block.own.count * (block.supports + 1);
      longest_row_ = std::max(longest_row_, block.supports + 1);
      blocks_.push_back(block);
      groups_.push_back(block.own);
    }
    first = last + 1;
  }
}

RunsView SparsityRuns::view() const { return {n_, static_cast<int>(blocks_.size()), blocks_.data(), groups_.data()}; }

std::span<const Group> SparsityRuns::supports(const Block& block) const {
  return std::span(groups_).subspan(block.supports_begin, block.supports);
}

std::size_t SparsityRuns::bytes() const { return blocks_.size() * sizeof(Block) + groups_.size() * sizeof(Group); }

}  // namespace tenon
