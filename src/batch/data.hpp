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

// What depends on the number type.
template <class T>
struct BatchHalf {
  const BatchKernels<T>& kernels;
  const BatchArticulatedKernels<T>& articulated;
  const BatchDelassusKernels<T>& constrained;
  const BatchConstrainedKernels<T>& bound;
  BatchModel<T> model;
  RowPlan<T> plan;   // of the set that was asked for last
  std::vector<T> R;  // rows

  BatchHalf(const BatchKernels<T>& table, const BatchArticulatedKernels<T>& more, const BatchDelassusKernels<T>& rows,
            const BatchConstrainedKernels<T>& solves, const CompiledModel& compiled, const BatchOptions& options)
      : kernels(table),
        articulated(more),
        constrained(rows),
        bound(solves),
        model(make_batch_model<T>(compiled, options, table.lanes)),
        plan(compiled, model.walk, 1) {}
  std::size_t blocks(int n) const { return (static_cast<std::size_t>(n) + lanes() - 1) / lanes(); }
  std::size_t lanes() const { return static_cast<std::size_t>(kernels.lanes); }
};

inline std::size_t samples(int n) {
  if (n < 0) throw Error("n is " + std::to_string(n) + ", expected >= 0");
  return static_cast<std::size_t>(n);
}

inline std::size_t array_size(std::size_t n, int size, Layout layout, std::size_t lanes) {
  if (size < 0) throw Error("size is " + std::to_string(size) + ", expected >= 0");
  if (layout == Layout::packed) n = (n + lanes - 1) / lanes * lanes;
  return n * static_cast<std::size_t>(size);
}

struct Batch::Data {
  Model model;
  Threads threads;
  BatchHalf<double> doubles;
  BatchHalf<float> floats;
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
        doubles(TENON_ISA_CHOICE(batch_double), TENON_ISA_CHOICE(articulated_double),
                TENON_ISA_CHOICE(batch_delassus_double), TENON_ISA_CHOICE(batch_constrained_double), m.compiled(),
                options),
        floats(TENON_ISA_CHOICE(batch_float), TENON_ISA_CHOICE(articulated_float),
               TENON_ISA_CHOICE(batch_delassus_float), TENON_ISA_CHOICE(batch_constrained_float), m.compiled(),
               options),
        scratch_size(std::max(doubles.kernels.scratch_size(doubles.model), floats.kernels.scratch_size(floats.model))),
        // A page apart, so that no two threads share a cache line. The matrix in it starts as zeros (drive.hpp).
        scratch((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0),
        sizes(delassus_sizes(m.compiled(), {})),
        bound(m.compiled(), doubles.model.walk),
        judge(m, options, threads.count()) {}

  const BatchHalf<double>& half(double) const { return doubles; }
  const BatchHalf<float>& half(float) const { return floats; }
  BatchHalf<double>& half(double) { return doubles; }
  BatchHalf<float>& half(float) { return floats; }

  // Cuts the job into one run of blocks per thread; the cuts do not change what a block computes. after(job, thread) on
  // blocks without a bad one.
  template <class T, class After>
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector, After&& after) {
    const BatchHalf<T>& h = half(T{});
    const auto blocks = static_cast<std::ptrdiff_t>(h.blocks(static_cast<int>(job.n)));
    const std::ptrdiff_t parts = std::min<std::ptrdiff_t>(threads.count(), blocks);
    std::ptrdiff_t first_bad = threads.run(static_cast<int>(parts), blocks, [&](int part, std::ptrdiff_t blocks_) {
      BatchJob<T> mine = job;
      mine.first = blocks_ * part / parts, mine.last = blocks_ * (part + 1) / parts;
      const std::ptrdiff_t bad =
          kernel(h.model, scratch.data() + (scratch_size + 512) * static_cast<std::size_t>(part), mine);
      if (bad == mine.last) after(mine, part);
      return bad == mine.last ? blocks_ : bad;
    });
    if (first_bad < blocks) explain_bad_block(model, h.model, job, first_bad, h.kernels.lanes, vector);
  }
  template <class T>
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector) {
    run<T>(kernel, job, vector, [](const BatchJob<T>&, int) {});
  }

  template <class T>
  BatchJob<T> job(int n, Layout layout, std::span<const T> q) const {
    BatchJob<T> job;
    job.layout = layout;
    job.n = static_cast<std::ptrdiff_t>(samples(n));
    check(n, layout, q, model.nq(), "q");
    job.q = q.data();
    return job;
  }
  template <class T, std::size_t extent>
  void check(int n, Layout layout, std::span<T, extent> x, int size, const char* name) const {
    check_size(x.size(), array_size(samples(n), size, layout, half(std::remove_const_t<T>{}).lanes()), name);
  }

  template <class T>
  void add_wrenches(BatchJob<T>& j, int n, Layout layout, std::span<const T> wrenches) const {
    if (wrenches.empty()) return;
    check(n, layout, wrenches, static_cast<int>(6 * half(T{}).model.wrench_frames.size()), "wrenches");
    j.wrenches = wrenches.data();
  }
  // A set that needs more memory than any before makes room.
  void make_room(std::size_t needed) {
    if (needed <= scratch_size) return;
    scratch_size = needed;
    scratch.assign((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0);
  }
  template <class T>
  void compile_plan(BatchHalf<T>& h, const ConstraintSet& set, bool damped) {
    if (h.plan.serial != set.data().serial) {
      h.plan.reserve(set.capacity());
      h.plan.compile(model.compiled(), set.data());
    }
    make_room(h.constrained.pv_osimr_scratch(h.model, h.plan, damped));
  }

  // In batch.cpp.
  template <class T>
  void dynamics(bool inverse, int n, std::span<const T> q, std::span<const T> v, std::span<const T> x, std::span<T> out,
                Layout layout, std::span<const T> wrenches);
  template <class T>
  void crba(int n, std::span<const T> q, std::span<T> M, Layout layout, Triangle triangle, Zeros zeros);
  template <class T>
  void minverse_apply(int n, std::span<const T> q, std::span<const T> x, std::span<T> out, Layout layout);
  template <class T>
  void placements(int n, std::span<const T> q, std::span<T> out, Layout layout);
  template <class T>
  void solve(int n, std::span<const T> M, std::span<const T> x, std::span<T> out, Layout layout);
  template <class T>
  void repack(int n, int size, std::span<const T> from, std::span<T> to, bool forward) const;
  // In batch_rows.cpp.
  template <class T>
  void delassus(int n, const ConstraintSet& set, std::span<const T> q, std::span<T> out, Layout layout,
                Delassus algorithm);
  template <class T>
  void damped_inverse(int n, const ConstraintSet& set, std::span<const T> q, std::span<const double> own,
                      std::span<T> out, Layout layout);
  template <class T>
  void constrained_dynamics(int n, const ConstraintSet& set, std::span<const T> q, std::span<const T> v,
                            std::span<const T> tau, const ConstrainedSettings& settings, std::span<T> acceleration,
                            std::span<T> lambda, std::span<SolveReport> own_reports, Layout layout,
                            std::span<const T> wrenches, Constrained algorithm);
};

}  // namespace tenon
