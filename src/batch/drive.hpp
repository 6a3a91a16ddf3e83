// From block to block: read and check, run a kernel, write. All of a block stays in the first cache.
#pragma once

#include "batch/block_reader.hpp"
#include "batch/crba.hpp"
#include "batch/kernels_wide.hpp"
#include "dynamics/fast/aba.hpp"
#include "dynamics/fast/rnea.hpp"
#include "factorization/fast/branch_rows.hpp"
#include "kinematics/forward_walk.hpp"

namespace tenon {

// Memory of one thread. The sweeps use `rest` in turn.
template <class S>
struct BatchScratch {
  S *q, *v, *x, *out, *wrenches;
  Force<S>* external;  // bodies
  S* matrix;           // nv x nv, where rows are asked for
  Arena rest;
};

inline namespace TENON_ISA {

template <class S>
BatchScratch<S> batch_scratch(const BatchModel<Element<S>>& batch, Arena arena) {
  const CompiledModel& m = *batch.model;
  const std::size_t nq = static_cast<std::size_t>(m.nq), nv = static_cast<std::size_t>(m.nv);
  BatchScratch<S> w{arena.take<S>(nq),
                    arena.take<S>(nv),
                    arena.take<S>(nv),
                    arena.take<S>(nv),
                    arena.take<S>(6 * batch.wrench_frames.size()),
                    arena.take<Force<S>>(m.bodies.size()),
                    arena.take<S>(nv * nv),
                    Arena()};
  w.rest = arena;
  return w;
}

template <class P>
struct BatchPlacements {
  ForwardScratch<P, Pack<double, 4>> sweep;
  KinematicBody<P>* body;
  P* out;
};
template <class P>
BatchPlacements<P> batch_placements(const BatchModel<Element<P>>& batch, Arena& arena) {
  return {forward_scratch<P>(*batch.model, batch.walk, arena), arena.take<KinematicBody<P>>(batch.model->bodies.size()),
          arena.take<P>(12 * batch.placement_frames.size())};
}

template <class P>
TENON_INLINE void read_configuration(const BatchModel<Element<P>>& batch, BlockReader<P>& reader, const Element<P>* q,
                                     P* x) {
  reader.read(q, batch.model->nq, x, largest_coordinate<Element<P>>);
  reader.bad |= not_unit(*batch.model, x);
}

// Wrenches in frames, summed per body in body axes; null when there are none.
template <class P>
TENON_INLINE const Force<P>* read_wrenches(const BatchModel<Element<P>>& batch, BlockReader<P>& reader,
                                           const Element<P>* wrenches, const BatchScratch<P>& w) {
  if (!wrenches) return nullptr;
  reader.read(wrenches, static_cast<int>(6 * batch.wrench_frames.size()), w.wrenches);
  for (std::size_t i = 0; i < batch.model->bodies.size(); ++i) w.external[i] = Force<P>{};
  const P* f = w.wrenches;
  for (const auto& frame : batch.wrench_frames) {
    w.external[frame.body] += act(frame.X_bf, Force<P>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}});
    f += 6;
  }
  return w.external;
}

// q, v, x -> one vector, with wrenches: rnea or aba.
template <class P, class Sweep>
TENON_INLINE std::ptrdiff_t drive_dynamics(const BatchModel<Element<P>>& batch, double* memory,
                                           const BatchJob<Element<P>>& job, Sweep&& sweep) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  const int nv = batch.model->nv;
  return for_each_block<P>(job, [&](BlockReader<P>& reader) TENON_INLINE_LAMBDA {
    read_configuration(batch, reader, job.q, w.q);
    reader.read(job.v, nv, w.v);
    reader.read(job.x, nv, w.x);
    sweep(w, read_wrenches(batch, reader, job.wrenches, w));
    reader.write(w.out, nv, job.out);
  });
}

template <class P>
std::ptrdiff_t drive_rnea(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  return drive_dynamics<P>(batch, memory, job, [&](const BatchScratch<P>& w, const Force<P>* external) {
    Arena rest = w.rest;
    rnea_walk<P>(*batch.model, batch.walk, rnea_scratch<P>(*batch.model, batch.walk, rest), w.q, w.v, w.x, external,
                 w.out);
  });
}

template <class P>
std::ptrdiff_t drive_aba(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  return drive_dynamics<P>(batch, memory, job, [&](const BatchScratch<P>& w, const Force<P>* external) {
    Arena rest = w.rest;
    aba_walk<P>(*batch.model, batch.walk, aba_scratch<P>(*batch.model, batch.walk, rest), w.q, w.v, w.x, external,
                w.out);
  });
}

template <class P>
std::ptrdiff_t drive_minverse_apply(const BatchModel<Element<P>>& batch, double* memory,
                                    const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const auto sweeps = aba_scratch<P>(*batch.model, batch.walk, rest);
  const int nv = batch.model->nv;
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    reader.read(job.x, nv, w.x);
    minverse_walk<P>(*batch.model, batch.walk, sweeps, w.q, w.x, w.out);
    reader.write(w.out, nv, job.out);
  });
}

// Packed: entries go where they belong. Rows: by way of `matrix`, whose entries between branches are always 0, and from
// there in tiles that cover what is asked for.
template <class P>
std::ptrdiff_t drive_crba(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  using T = Element<P>;
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchCrbaScratch<P> sweep = crba_scratch<P>(*batch.model, batch.walk, rest);
  const int nv = batch.model->nv, size = nv * nv;
  const bool rows = job.layout == Layout::rows;
  const std::vector<int>& tiles = batch.tiles[(job.lower ? 1 : 0) + (job.upper ? 2 : 0)];
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    T* const numbers = rows ? reinterpret_cast<T*>(w.matrix) : job.out + reader.at.first * size;
    batch_crba<P>(batch, sweep, w.q, numbers, job.lower, job.upper);
    if (rows && !job.zeros && reader.at.lanes == P::width && !tiles.empty()) {
      T* const to = job.out + reader.at.first * size;
      for (const int e : tiles) tile_out(w.matrix + e, size, to + e);
    } else if (rows) {
      rows_out(w.matrix, size, reader.at, job.out);
    } else if (job.zeros) {
      for (const int e : batch.unrelated) P(0).store(numbers + e * P::width);
    }
  });
}

// Twelve numbers per placement frame: rotation by rows, translation.
template <class P>
std::ptrdiff_t drive_placements(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchPlacements<P> own = batch_placements<P>(batch, rest);
  const int numbers = static_cast<int>(12 * batch.placement_frames.size());
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    placement_walk<P>(*batch.model, batch.walk, own.sweep, w.q, own.body);
    P* to = own.out;
    for (const auto& frame : batch.placement_frames) {
      const Transform<P> X = own.body[frame.body].X_wb * lift<P>(frame.X_bf);
      std::memcpy(static_cast<void*>(to), &X, sizeof X);
      to += 12;
    }
    reader.write(own.out, numbers, job.out);
  });
}

template <class P>
struct BatchSolveScratch {
  P *numbers, *place;
};
template <class P>
BatchSolveScratch<P> batch_solve_scratch(const BatchModel<Element<P>>& batch, Arena& arena) {
  return {arena.take<P>(batch.branches.numbers), arena.take<P>(batch.branches.places)};
}

// x = M⁻¹x from the rows of M. Returns lanes that are not zero where M is not positive definite.
template <class P>
[[gnu::noinline]] typename P::Mask batch_solve(const BranchTables& branches, const BatchSolveScratch<P>& w, P* x) {
  const BranchRows<P> rows(branches, w.numbers, x);
  typename P::Mask bad{};
  rows.template factorize<true>([&](int, const P& D) TENON_INLINE_LAMBDA { bad |= ~(D > P(0)) | not_finite(D); });
  rows.substitute(w.place);
  return bad;
}

// M y = x; only entries of M's lower triangle that can be other than zero are read. A D that is not positive is
// reported as a bad block.
template <class P>
std::ptrdiff_t drive_solve(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchSolveScratch<P> own = batch_solve_scratch<P>(batch, rest);
  const int nv = batch.model->nv;
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    for (const BranchRun& run : batch.branches.runs)
      reader.read_run(job.M, nv * nv, run.from, run.count, own.numbers + run.to);
    reader.read(job.x, nv, w.x);
    reader.bad |= batch_solve(batch.branches, own, w.x);
    reader.write(w.x, nv, job.out);
  });
}

template <class P>
std::size_t batch_scratch_size(const BatchModel<Element<P>>& batch) {
  const Arena start = batch_scratch<P>(batch, Arena()).rest;
  Arena rnea = start, aba = start, crba = start;
  rnea_scratch<P>(*batch.model, batch.walk, rnea);
  aba_scratch<P>(*batch.model, batch.walk, aba);
  crba_scratch<P>(*batch.model, batch.walk, crba);
  Arena placements = start, solve = start;
  batch_placements<P>(batch, placements);
  batch_solve_scratch<P>(batch, solve);
  return std::max({rnea.used(), aba.used(), crba.used(), placements.used(), solve.used()});
}

}  // namespace TENON_ISA
}  // namespace tenon
