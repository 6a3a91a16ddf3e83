// Limbs alike in lanes, for the kernel of fast/branch_rows.hpp: subtrees of the same shape under one row are factorized
// side by side, hand the sums of what they take from the rows of their path to the trunk, and the trunk goes on alone.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "factorization/fast/branch.hpp"

namespace tenon {

constexpr int widest_limb_lanes = 8;

// Two or more subtrees, one per lane.
struct LimbGroup {
  BranchTables tables;                         // held: the rows of the path to them; then those of one limb
  std::vector<int> path;                       // the held rows, as rows of the trunk
  std::array<int, widest_limb_lanes> first{};  // of each limb's rows in M; idle lanes repeat the last one
  int lanes = 0;
  std::size_t numbers = 0, x = 0;  // where its packs begin
};

struct LimbTables {
  int width = 4;              // lanes
  std::vector<int> trunk;     // its rows in M
  BranchTables trunk_tables;  // begin: in the rows of M
  std::vector<LimbGroup> groups;
  std::size_t numbers = 0, x = 0, places = 0;  // packs of all groups; places of the deepest

  LimbTables(std::span<const int> lambda, const BranchTables& rows, int width);  // width 2, 4 or 8
  std::size_t bytes() const;
};

// What the kernel works on: `rows` has M's rows at first, and the trunk's factors and all pivots in the end.
struct LimbFactor {
  const LimbTables* tables;
  BranchFactor rows;
  double* numbers;  // packs, as all that follow
  double* x;
  double* place;
  double* trunk_x;  // plain numbers
};

class LimbStorage {
 public:
  explicit LimbStorage(std::span<const int> lambda, int width = 4);
  LimbFactor factor() { return {&tables_, rows_.factor(), numbers_.data(), x_.data(), place_.data(), trunk_x_.data()}; }
  // All factors as a single call leaves them.
  const BranchStorage& factors();
  const LimbTables& tables() const { return tables_; }
  std::size_t bytes() const;

 private:
  BranchStorage rows_;
  LimbTables tables_;
  AlignedVector numbers_, x_, place_, trunk_x_;
};

}  // namespace tenon
