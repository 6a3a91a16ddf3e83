// From block to block: read and check, run a kernel, write. All of a block stays in the first cache.
#pragma once

#include "batch/blocks.hpp"
#include "batch/crba.hpp"
#include "batch/kernels_wide.hpp"
#include "dynamics/aba_walk.hpp"
#include "dynamics/rnea_walk.hpp"
#include "factorization/back_substitution.hpp"
#include "factorization/ltdl.hpp"
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

// Lanes in which a quaternion, or a cosine and sine, is not of unit length.
template <class P>
TENON_INLINE typename P::Mask not_unit(const CompiledModel& model, const P* q) {
  using T = Element<P>;
  constexpr T off = batch_unit_tolerance<T>;
  typename P::Mask bad{};
  for (const UnitNumbers& unit : model.unit_numbers) {
    P sum(0);
    for (int k = unit.begin; k < unit.begin + unit.size; ++k) sum = mul_add(q[k], q[k], sum);
    bad |= (sum > P((1 + off) * (1 + off))) | (sum < P((1 - off) * (1 - off)));
  }
  return bad;
}

template <class P>
class BlockReader {
 public:
  using T = Element<P>;
  BlockReader(const BatchJob<T>& job, std::ptrdiff_t block)
      : rows_(job.layout == Layout::rows),
        at{job.n, block * P::width, static_cast<int>(std::min<std::ptrdiff_t>(P::width, job.n - block * P::width))} {}

  TENON_INLINE void read(const T* array, int size, P* x) {
    bad |= rows_ ? rows_in(array, size, at, x) : packed_in(array, size, at, x);
  }
  TENON_INLINE void write(const P* x, int size, T* array) const {
    if (rows_)
      rows_out(x, size, at, array);
    else
      packed_out(x, size, at, array);
  }
  bool any_bad() const { return any_lane<P>(bad); }

 private:
  bool rows_;

 public:
  BlockPlace at;
  typename P::Mask bad{};
};

template <class P>
TENON_INLINE void read_configuration(const BatchModel<Element<P>>& batch, BlockReader<P>& reader, const Element<P>* q,
                                     P* x) {
  reader.read(q, batch.model->nq, x);
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

// Calls step(reader) for every block; the first one with a bad number, or job.last.
template <class P, class Step>
TENON_INLINE std::ptrdiff_t for_each_block(const BatchJob<Element<P>>& job, Step&& step) {
  std::ptrdiff_t first_bad = job.last;
  for (std::ptrdiff_t block = job.first; block < job.last; ++block) {
    BlockReader<P> reader(job, block);
    step(reader);
    if (reader.any_bad() && first_bad == job.last) [[unlikely]]
      first_bad = block;
  }
  return first_bad;
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
  const BatchCrbaScratch<P> sweep = batch_crba_scratch<P>(*batch.model, rest);
  const int nv = batch.model->nv, size = nv * nv;
  const bool rows = job.layout == Layout::rows;
  const std::vector<int>& tiles = batch.tiles[(job.lower ? 1 : 0) + (job.upper ? 2 : 0)];
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    T* const numbers = rows ? reinterpret_cast<T*>(w.matrix) : job.out + reader.at.first * size;
    batch_crba<P>(batch, sweep, w.q, BatchMatrix<T>{numbers, nv}, job.lower, job.upper);
    if (rows && !job.zeros && reader.at.lanes == P::width && !tiles.empty()) {
      T* const to = job.out + reader.at.first * size;
      for (const int e : tiles) tile_out(w.matrix + e, size, to + e);
    } else if (rows) {
      rows_out(w.matrix, size, reader.at, job.out);
    } else if (job.zeros) {
      for (const int e : batch.unrelated) put(P(0), numbers, e);
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

// M y = x by the branch-sparse LᵀDL [Fea05]; a D that is not positive is reported as a bad block.
template <class P>
std::ptrdiff_t drive_solve(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const int nv = batch.model->nv;
  const MatrixView<P> LD{rest.take<P>(static_cast<std::size_t>(nv) * static_cast<std::size_t>(nv)), nv};
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    reader.read(job.M, nv * nv, LD.data);
    reader.read(job.x, nv, w.x);
    ltdl_factorize(batch.model->lambda, LD);
    for (int i = 1; i <= nv; ++i) reader.bad |= ~(LD(i, i) > P(0));
    ltdl_solve(batch.model->lambda, LD, RowsView<P>{w.x});
    reader.write(w.x, nv, job.out);
  });
}

template <class P>
std::size_t batch_scratch_size(const BatchModel<Element<P>>& batch) {
  const Arena start = batch_scratch<P>(batch, Arena()).rest;
  Arena rnea = start, aba = start, crba = start;
  rnea_scratch<P>(*batch.model, batch.walk, rnea);
  aba_scratch<P>(*batch.model, batch.walk, aba);
  batch_crba_scratch<P>(*batch.model, crba);
  Arena placements = start, solve = start;
  batch_placements<P>(batch, placements);
  solve.take<P>(static_cast<std::size_t>(batch.model->nv) * static_cast<std::size_t>(batch.model->nv));
  return std::max({rnea.used(), aba.used(), crba.used(), placements.used(), solve.used()});
}

}  // namespace TENON_ISA
}  // namespace tenon
