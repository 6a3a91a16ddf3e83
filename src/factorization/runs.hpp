// Where the entries of a branch-sparse factor stand in memory so that every inner loop is contiguous.
//
// A run is a sequence of rows i, i+1, … with λ(i+1) = i. The path from the root to a row passes through prefixes of a
// few runs. A row of L is stored by column *places* along this path instead of by column numbers, so that the row of an
// ancestor is a prefix of the row of its descendant, and [Fea05]'s inner loop "for j = i, λ(i), …" is a plain loop over
// a range, whatever the tree. Each run starts at a place divisible by 4 (the gap before it holds zeros) and rows are
// padded to 4 numbers: packs of four need no remainder loops. Memory: about D1 + n numbers, not n². Rows are worked on
// in blocks of up to four. A block's level is one more than the highest level of the blocks below it: blocks of one
// level are independent of each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tenon {

// Up to four consecutive rows of one run: one pack of places on the paths through them.
struct Group {
  int row = 0;
  int count = 0;
  int slot = 0;    // of its first row in a padded vector, divisible by 4
  int offset = 0;  // of its first row in the packed factor, in packs
};

// The rows that are factorized together: a group, and the groups that support it, root first. Its packed rows have one
// pack for each support and one for the block itself.
struct Block {
  Group own;
  long offset = 0;          // of its first packed row
  long stride = 0;          // of its packed rows
  long supports = 0;        // how many groups
  long supports_begin = 0;  // in the list of groups
};

// Plain pointers for the kernels.
struct RunsView {
  int n = 0;
  int block_count = 0;
  const Block* blocks = nullptr;    // by row
  const Block* by_level = nullptr;  // the same, tips first
  int level_count = 0;
  const int* level_end = nullptr;  // one past the last block of a level in by_level
  const Group* groups = nullptr;
};

class SparsityRuns {
 public:
  SparsityRuns() = default;
  explicit SparsityRuns(std::span<const int> lambda);  // 1-based as everywhere, eq. (2)

  RunsView view() const;
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const Group> supports(const Block& block) const;
  int rows() const { return n_; }
  long packed_size() const { return packed_size_; }  // numbers in the packed factor
  int padded_rows() const { return padded_rows_; }   // numbers in a padded vector
  std::size_t bytes() const;                         // of these tables

 private:
  void sort_by_level(std::span<const int> lambda, const std::vector<int>& block_of);

  int n_ = 0, padded_rows_ = 0;
  long packed_size_ = 0;
  std::vector<Block> blocks_, by_level_;
  std::vector<int> level_end_;
  std::vector<Group> groups_;
};

}  // namespace tenon
