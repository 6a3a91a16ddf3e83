// Inside of the public Batch: its kernels and memory, how a job is made, checked and cut for threads.
#pragma once

#include <limits>
#include <string>

#include "batch/check.hpp"
#include "batch/judge.hpp"
#include "batch/kernels_wide.hpp"
#include "batch/threads.hpp"
#include "model/arguments.hpp"
#include "spatial/aligned.hpp"
#include "spatial/isa.hpp"
#include "tenon/batch.hpp"

namespace tenon {

// The kernels of a number type, of the instruction set that runs.
template <class T>
struct BatchTables {
  const BatchKernels<T>& kernels;
  const BatchArticulatedKernels<T>& articulated;
  const BatchDelassusKernels<T>& constrained;
  const BatchConstrainedKernels<T>& bound;
};
template <class T>
BatchTables<T> batch_tables() {
  if constexpr (sizeof(T) == sizeof(double))
    return {TENON_ISA_CHOICE(batch_double), TENON_ISA_CHOICE(articulated_double),
            TENON_ISA_CHOICE(batch_delassus_double), TENON_ISA_CHOICE(batch_constrained_double)};
  else
    return {TENON_ISA_CHOICE(batch_float), TENON_ISA_CHOICE(articulated_float), TENON_ISA_CHOICE(batch_delassus_float),
            TENON_ISA_CHOICE(batch_constrained_float)};
}

inline std::size_t samples(int n) {
  if (n < 0) throw Error("n is " + std::to_string(n) + ", expected >= 0");
  return static_cast<std::size_t>(n);
}

inline std::size_t array_size(std::size_t n, int size, Layout layout, std::size_t lanes) {
  if (size < 0) throw Error("size is " + std::to_string(size) + ", expected >= 0");
  if (layout == Layout::packed) n = (n + lanes - 1) / lanes * lanes;
  return n * static_cast<std::size_t>(size);
}

template <class T>
struct BatchOf<T>::Data {
  Model model;
  Threads threads;
  BatchTables<T> tables = batch_tables<T>();
  BatchModel<T> lanes_model;
  RowPlan<T> plan;           // of the set that was asked for last
  std::vector<T> R;          // rows
  std::size_t scratch_size;  // doubles per thread
  AlignedVector scratch;
  DelassusSizes sizes;            // of ltl-osim, but for the rows
  std::vector<double> stiffness;  // rows
  BoundPlan bound;                // of the set that was asked for last
  BatchJudge judge;
  std::vector<SolveReport> reports;        // where the caller has none
  std::vector<std::ptrdiff_t> unanswered;  // per thread

  Data(const Model& m, const BatchOptions& options)
      : model(m),
        threads(options.threads),
        lanes_model(make_batch_model<T>(m.compiled(), options, tables.kernels.lanes)),
        plan(m.compiled(), lanes_model.walk, 1),
        scratch_size(tables.kernels.scratch_size(lanes_model)),
        // A page apart, so that no two threads share a cache line. The matrix in it starts as zeros (drive.hpp).
        scratch((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0),
        sizes(delassus_sizes(m.compiled(), {})),
        bound(m.compiled(), lanes_model.walk),
        judge(m, options, threads.count()) {}

  std::size_t lanes() const { return static_cast<std::size_t>(tables.kernels.lanes); }
  std::size_t blocks(std::ptrdiff_t n) const { return (static_cast<std::size_t>(n) + lanes() - 1) / lanes(); }

  // Cuts the job into one run of blocks per thread; the cuts do not change what a block computes. after(job, thread) on
  // blocks without a bad one.
  template <class After>
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector, After&& after) {
    const auto blocks_in_all = static_cast<std::ptrdiff_t>(blocks(job.n));
    const std::ptrdiff_t parts = std::min<std::ptrdiff_t>(threads.count(), blocks_in_all);
    std::ptrdiff_t first_bad = threads.run(static_cast<int>(parts), blocks_in_all, [&](int part, std::ptrdiff_t all) {
      BatchJob<T> mine = job;
      mine.first = all * part / parts, mine.last = all * (part + 1) / parts;
      const std::ptrdiff_t bad =
          kernel(lanes_model, scratch.data() + (scratch_size + 512) * static_cast<std::size_t>(part), mine);
      if (bad == mine.last) after(mine, part);
      return bad == mine.last ? all : bad;
    });
    if (first_bad < blocks_in_all) explain_bad_block(model, lanes_model, job, first_bad, tables.kernels.lanes, vector);
  }
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector) {
    run(kernel, job, vector, [](const BatchJob<T>&, int) {});
  }

  BatchJob<T> job(int n, Layout layout, std::span<const T> q) const {
    BatchJob<T> job;
    job.layout = layout;
    job.n = static_cast<std::ptrdiff_t>(samples(n));
    check(n, layout, q, model.nq(), "q");
    job.q = q.data();
    return job;
  }
  void check(int n, Layout layout, std::span<const T> x, int size, const char* name) const {
    check_size(x.size(), array_size(samples(n), size, layout, lanes()), name);
  }

  void add_wrenches(BatchJob<T>& j, int n, Layout layout, std::span<const T> wrenches) const {
    if (wrenches.empty()) return;
    check(n, layout, wrenches, static_cast<int>(6 * lanes_model.wrench_frames.size()), "wrenches");
    j.wrenches = wrenches.data();
  }
  // A set that needs more memory than any before makes room.
  void make_room(std::size_t needed) {
    if (needed <= scratch_size) return;
    scratch_size = needed;
    scratch.assign((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0);
  }
  void compile_plan(const ConstraintSet& set, bool damped) {
    if (plan.serial != set.data().serial) {
      plan.reserve(set.capacity());
      plan.compile(model.compiled(), set.data());
    }
    make_room(tables.constrained.pv_osimr_scratch(lanes_model, plan, damped));
  }
  // RNEA or ABA.
  void dynamics(typename BatchKernels<T>::Kernel kernel, int n, const State& state, In x, const char* x_name,
                const DynamicsOptions& options, Out out, const char* out_name);
};

}  // namespace tenon
