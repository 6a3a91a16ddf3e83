// The rows of a branch-sparse matrix by places, each as long as its path to the root: what the kernel of
// fast/branch_rows.hpp reads. Plain data, made once from [Fea05]'s expanded parent array.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spatial/aligned.hpp"

namespace tenon {

// Row i: one number for each support, by depth, the diagonal last. Its descendants are rows i + 1 … end - 1.
struct BranchRow {
  int begin = 0, end = 0, depth = 0;
};
// Up to three rows, each of which supports all that follow it.
struct BranchBlock {
  int first = 0, count = 0;
};
// `count` neighbouring entries of nv x nv numbers, from entry `from` on, and where they stand in such rows.
struct BranchRun {
  int from = 0, count = 0, to = 0;
};

struct BranchTables {
  std::vector<BranchRow> rows;
  std::vector<BranchBlock> blocks;  // from the tips; those of held rows, which only take from the others, come last
  int held = 0;                     // the first rows, which belong to somebody else
  std::size_t own_blocks = 0;       // before those of held rows
  std::vector<BranchRun> runs;      // the lower triangle of M
  std::size_t numbers = 0, places = 0;

  BranchTables() = default;
  explicit BranchTables(std::span<const int> lambda, int held = 0);  // 1-based, 0 for a root, depth-first
  std::size_t bytes() const;
};

// What a single call's kernel works on; the pointers belong to BranchStorage.
struct BranchFactor {
  const BranchTables* tables;
  double* numbers;  // rows of U = D L, D⁻¹ on the diagonal
  double* pivots;   // D
  double* place;    // one number per depth
  double* x;        // one number per row
};

class BranchStorage {
 public:
  explicit BranchStorage(std::span<const int> lambda);
  BranchFactor factor() { return {&tables_, numbers_.data(), pivots_.data(), place_.data(), x_.data()}; }
  const BranchTables& tables() const { return tables_; }
  double pivot(int row) const { return pivots_[static_cast<std::size_t>(row)]; }
  // L(row, its support at `place`).
  double L(int row, int place) const {
    const BranchRow& r = tables_.rows[static_cast<std::size_t>(row)];
    return numbers_[static_cast<std::size_t>(r.begin + place)] * numbers_[static_cast<std::size_t>(r.begin + r.depth)];
  }
  std::size_t bytes() const;

 private:
  BranchTables tables_;
  AlignedVector numbers_, pivots_, place_, x_;
};

}  // namespace tenon
