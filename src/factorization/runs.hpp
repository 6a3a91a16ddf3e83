// Where the entries of a branch-sparse factor stand in memory so that every inner loop is contiguous.
//
// A run is a maximal sequence of rows i, i+1, … with λ(i+1) = i; depth-first numbering gives one run per leaf. The
// ancestors of a row are the rows before it in its run, then prefixes of a few other runs: its segments.
// A row of L is stored by column *places* along its path from the root instead of by column numbers, so that the row of
// an ancestor is a prefix of the row of its descendant, and [Fea05]'s inner loop "for j = i, λ(i), …" is a plain loop
// over a range, whatever the tree. Each run starts at a place divisible by 4 (the gap before it holds zeros) and rows
// are padded to 4 numbers: packs of four need no remainder loops. Memory: about D1 + n numbers, not n².
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tenon {

// Rows [row, row + length) of one run, from its first row on.
struct Segment {
  int row = 0;
  int length = 0;
  int place = 0;  // of the first row's column, divisible by 4
  int slot = 0;   // of the first row in a padded vector, divisible by 4
};

struct Run {
  Segment own;
  int segments_begin = 0, segments_end = 0;  // what supports it, root first
};

// Plain pointers for the kernels.
struct RunsView {
  int n = 0;
  const Run* runs = nullptr;
  int run_count = 0;
  const Segment* segments = nullptr;
  const long* start = nullptr;  // of row i in the packed factor
};

class SparsityRuns {
 public:
  SparsityRuns() = default;
  explicit SparsityRuns(std::span<const int> lambda);  // 1-based as everywhere, eq. (2)

  RunsView view() const;
  std::span<const Run> runs() const { return runs_; }
  std::span<const Segment> segments(const Run& run) const;
  int rows() const { return n_; }
  long packed_size() const { return packed_size_; }  // numbers in the packed factor
  int padded_rows() const { return padded_rows_; }   // numbers in a padded vector
  int max_places() const { return max_places_; }     // numbers in the longest packed row
  std::size_t bytes() const;                         // of these tables

 private:
  int n_ = 0, padded_rows_ = 0, max_places_ = 0;
  long packed_size_ = 0;
  std::vector<Run> runs_;
  std::vector<Segment> segments_;
  std::vector<long> start_;
};

}  // namespace tenon
