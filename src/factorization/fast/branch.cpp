// Where the rows of a branch-sparse matrix stand, and how they are cut into blocks.
#include "factorization/fast/branch.hpp"

#include <algorithm>

namespace tenon {

namespace {

std::vector<BranchRow> branch_rows(std::span<const int> lambda) {
  const int n = static_cast<int>(lambda.size()) - 1;
  const auto parent = [&](int i) { return lambda[static_cast<std::size_t>(i) + 1] - 1; };  // -1: none
  std::vector<BranchRow> rows(static_cast<std::size_t>(n));
  const auto row = [&](int i) -> BranchRow& { return rows[static_cast<std::size_t>(i)]; };
  for (int i = 0, numbers = 0; i < n; ++i) {
    const int depth = parent(i) < 0 ? 0 : row(parent(i)).depth + 1;
    row(i) = {numbers, i + 1, depth};
    numbers += depth + 1;
  }
  for (int i = n - 1; i >= 0; --i)
    if (parent(i) >= 0) row(parent(i)).end = std::max(row(parent(i)).end, row(i).end);
  return rows;
}

// Row by row from the diagonal to the base.
std::vector<BranchRun> branch_runs(std::span<const int> lambda, const std::vector<BranchRow>& rows) {
  const int n = static_cast<int>(rows.size());
  std::vector<BranchRun> runs;
  for (int i = 0; i < n; ++i) {
    const BranchRow& row = rows[static_cast<std::size_t>(i)];
    int place = row.begin + row.depth;
    for (int j = i; j >= 0; --place) {
      const bool follows = j < i && !runs.empty() && runs.back().from == i * n + j + 1;
      if (follows)
        --runs.back().from, ++runs.back().count, --runs.back().to;
      else
        runs.push_back({i * n + j, 1, place});
      j = lambda[static_cast<std::size_t>(j) + 1] - 1;
    }
  }
  return runs;
}

// Paths without branches in as few blocks as possible, all about as long. None is in part held.
std::vector<BranchBlock> branch_blocks(const std::vector<BranchRow>& rows, int held) {
  std::vector<BranchBlock> blocks;
  for (int tip = static_cast<int>(rows.size()) - 1; tip >= 0;) {
    const auto row = [&](int i) { return rows[static_cast<std::size_t>(i)]; };
    int first = tip;
    while (first > 0 && first != held && row(first - 1).end == row(tip).end &&
           row(first - 1).depth == row(first).depth - 1)
      --first;
    for (int length = tip - first + 1; length > 0;) {
      const int pieces = (length + 2) / 3, count = (length + pieces - 1) / pieces;
      length -= count;
      blocks.push_back({first + length, count});
    }
    tip = first - 1;
  }
  return blocks;
}

}  // namespace

BranchTables::BranchTables(std::span<const int> lambda, int held)
    : rows(branch_rows(lambda)), blocks(branch_blocks(rows, held)), held(held), runs(branch_runs(lambda, rows)) {
  own_blocks = static_cast<std::size_t>(std::ranges::count_if(blocks, [&](auto& b) { return b.first >= held; }));
  for (const BranchRow& row : rows) {
    places = std::max(places, static_cast<std::size_t>(row.depth) + 1);
    numbers += static_cast<std::size_t>(row.depth) + 1;
  }
}

std::size_t BranchTables::bytes() const {
  return sizeof(BranchRow) * rows.size() + sizeof(BranchBlock) * blocks.size() + sizeof(BranchRun) * runs.size();
}

BranchStorage::BranchStorage(std::span<const int> lambda)
    : tables_(lambda),
      numbers_(tables_.numbers),
      pivots_(tables_.rows.size()),
      place_(tables_.places),
      x_(tables_.rows.size()) {}

std::size_t BranchStorage::bytes() const {
  return sizeof(BranchStorage) + tables_.bytes() +
         sizeof(double) * (numbers_.size() + pivots_.size() + place_.size() + x_.size());
}

}  // namespace tenon
