#include "factorization/runs.hpp"

#include <algorithm>

#include "factorization/topology.hpp"

namespace tenon {

namespace {

constexpr int pack = 4;
int padded(int count) { return (count + pack - 1) / pack * pack; }

}  // namespace

SparsityRuns::SparsityRuns(std::span<const int> lambda) {
  check_parent_array(lambda);
  n_ = static_cast<int>(lambda.size()) - 1;
  std::vector<int> run_of(lambda.size(), -1);
  for (int i = 1; i <= n_; ++i) {
    const bool continues = i > 1 && lambda[i] == i - 1;
    if (!continues) {
      Run run;
      run.own.row = i - 1;
      run.segments_begin = static_cast<int>(segments_.size());
      if (lambda[i] != 0) {
        // The parent's support, then the parent's run as far as the parent.
        const Run parent = runs_[run_of[lambda[i]]];
        for (int s = parent.segments_begin; s < parent.segments_end; ++s) segments_.push_back(Segment(segments_[s]));
        segments_.push_back(parent.own);
        segments_.back().length = lambda[i] - parent.own.row;
        run.own.place = segments_.back().place + padded(segments_.back().length);
      }
      run.segments_end = static_cast<int>(segments_.size());
      runs_.push_back(run);
    }
    run_of[i] = static_cast<int>(runs_.size()) - 1;
    ++runs_.back().own.length;
  }
  start_.resize(static_cast<std::size_t>(n_));
  for (Run& run : runs_) {
    run.own.slot = padded_rows_;
    padded_rows_ += padded(run.own.length);
    for (int k = 0; k < run.own.length; ++k) {
      start_[run.own.row + k] = packed_size_;
      packed_size_ += run.own.place + padded(k + 1);
    }
    max_places_ = std::max(max_places_, run.own.place + padded(run.own.length));
  }
  for (Segment& s : segments_) s.slot = runs_[run_of[s.row + 1]].own.slot;
}

RunsView SparsityRuns::view() const {
  return {n_, runs_.data(), static_cast<int>(runs_.size()), segments_.data(), start_.data()};
}

std::span<const Segment> SparsityRuns::segments(const Run& run) const {
  return std::span(segments_).subspan(run.segments_begin, run.segments_end - run.segments_begin);
}

std::size_t SparsityRuns::bytes() const {
  return runs_.size() * sizeof(Run) + segments_.size() * sizeof(Segment) + start_.size() * sizeof(long);
}

}  // namespace tenon
