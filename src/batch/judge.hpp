// The second look at samples of constrained dynamics that did not converge: constrained/verdict.hpp, one by one.
#pragma once

#include <vector>

#include "batch/kernels_wide.hpp"
#include "constrained/verdict.hpp"
#include "dynamics/workspace.hpp"

namespace tenon {

class BatchJudge {
 public:
  BatchJudge(const Model& model, const BatchOptions& options, int threads);
  // For sets of so many rows; then judging allocates nothing.
  void make_room(std::size_t rows);

  // Samples first … last - 1 of a job whose reports are there, on one thread's memory. grows: Verdict::Solve's. Returns
  // the first sample whose unconstrained motion overflows, too, or `last`.
  template <class T>
  std::ptrdiff_t judge(const Model& model, const ConstraintSet& set, const BatchJob<T>& job, std::ptrdiff_t lanes,
                       bool grows, std::ptrdiff_t first, std::ptrdiff_t last, int thread);
  std::size_t bytes() const;

 private:
  struct Memory {
    Memory(const Model& model, const BatchOptions& options);
    Verdict verdict;
    TreeMemory tree;
    std::vector<double> q, v, tau, x, lambda, R;
    std::vector<ExternalWrench> wrenches;
  };
  std::vector<Memory> memory_;  // of each thread
};

}  // namespace tenon
