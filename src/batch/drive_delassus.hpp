// The Delassus matrix of a batch and its damped inverse, one sample per lane, block after block: the walks of PV-OSIMr
// and cABA-OSIM, or the plain LTL-OSIM with packs for numbers.
#pragma once

#include "batch/tables.hpp"
#include "delassus/damped_automatic.hpp"
#include "delassus/fast/caba_osim.hpp"
#include "delassus/fast/pv_osimr_inverse.hpp"
#include "delassus/paper/ltl_osim.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class P>
struct BatchDelassus {
  P* out;    // rows x rows
  P* R;      // rows
  P* kept;   // damped, rows x rows: an answer some of whose lanes have to be factorized
  P* tiles;  // damped: their factors, inverses
  RowScratch<P, Pack<double, 4>> sweeps;
};
template <class P>
BatchDelassus<P> batch_delassus(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan, Arena& arena,
                                bool damped) {
  const std::size_t rows = static_cast<std::size_t>(plan.rows);
  P* const out = arena.take<P>(rows * rows);
  P* const R = arena.take<P>(rows);
  P* const kept = arena.take<P>(damped ? rows * rows : 0);
  P* const tiles = arena.take<P>(damped ? 3 * (rows + 3) * (rows + 3) : 0);
  return {out, R, kept, tiles, row_scratch<P>(batch.walk, plan, plan.room(), arena, damped)};
}

template <class P>
std::ptrdiff_t drive_delassus(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchDelassus<P> own = batch_delassus<P>(batch, *job.plan, rest, false);
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    pv_osimr_walk<P>(*batch.model, *job.set, batch.walk, batch.walk.trunk.data(), *job.plan, own.sweeps, w.q, own.out);
    reader.write(own.out, job.plan->rows * job.plan->rows, job.out);
  });
}

// By pv-osimr-inverse, in the lanes of `cancelled`.
template <class P>
void factorize(const BatchModel<Element<P>>& batch, const BatchJob<Element<P>>& job, const BatchDelassus<P>& own,
               const P* q, const typename P::Mask& cancelled) {
  const std::ptrdiff_t m = job.plan->rows;
  for (std::ptrdiff_t e = 0; e < m * m; ++e) own.kept[e] = own.out[e];
  pv_osimr_walk<P>(*batch.model, *job.set, batch.walk, batch.walk.trunk.data(), *job.plan, own.sweeps, q, own.out);
  invert_damped<P, 1>(job.plan->rows, own.R, own.out, own.tiles);
  for (std::ptrdiff_t a = 0; a < m; ++a)
    for (std::ptrdiff_t b = a; b < m; ++b)
      own.out[b * m + a] = own.out[a * m + b] = select(cancelled, own.out[a * m + b], own.kept[a * m + b]);
}

// caba-osim; lanes in which it cancels too much are factorized. A diagonal out of its bounds, because the stiffness
// left no digit of it, is reported as a bad block.
template <class P>
std::ptrdiff_t drive_caba_osim(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchDelassus<P> own = batch_delassus<P>(batch, *job.plan, rest, true);
  const int rows = job.plan->rows;
  for (int a = 0; a < rows; ++a) own.R[a] = P(job.R[a]);
  const P most(Element<P>(1.001)), least(least_left<Element<P>>);
  const auto diagonal = [&](int a) { return own.out[static_cast<std::ptrdiff_t>(a) * (rows + 1)]; };
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    caba_osim_walk<P>(*batch.model, *job.set, batch.walk, batch.walk.trunk.data(), *job.plan, own.sweeps, w.q, own.R,
                      own.out);
    typename P::Mask cancelled{};
    for (int a = 0; a < rows; ++a) cancelled |= ~(diagonal(a) > least * own.R[a]) | (diagonal(a) > most * own.R[a]);
    if (any_lane<P>(cancelled)) {
      factorize(batch, job, own, w.q, cancelled);
      for (int a = 0; a < rows; ++a) reader.bad |= ~(diagonal(a) > P(0)) | (diagonal(a) > most * own.R[a]);
    }
    reader.write(own.out, rows * rows, job.out);
  });
}

template <class P>
std::ptrdiff_t drive_ltl_osim(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const int rows = job.set->rows;
  P* const out = rest.take<P>(static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows));
  const DelassusScratch<P> own = LtlOsimPlain::scratch<P>(*job.sizes, rest);
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    ltl_osim_kernel<P>(*batch.model, *job.set, own, w.q, out);
    reader.write(out, rows * rows, job.out);
  });
}
template <class P>
std::size_t batch_ltl_osim_size(const BatchModel<Element<P>>& batch, const DelassusSizes& sizes) {
  Arena rest = batch_scratch<P>(batch, Arena()).rest;
  rest.take<P>(sizes.rows * sizes.rows);
  LtlOsimPlain::scratch<P>(sizes, rest);
  return rest.used();
}

template <class P>
std::size_t batch_delassus_size(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan, bool damped) {
  Arena rest = batch_scratch<P>(batch, Arena()).rest;
  batch_delassus<P>(batch, plan, rest, damped);
  return rest.used();
}

template <class T>
constexpr BatchDelassusKernels<T> batch_delassus_kernels() {
  using P = RegisterOf<T>;
  return {drive_delassus<P>, drive_ltl_osim<P>, drive_caba_osim<P>, batch_delassus_size<P>, batch_ltl_osim_size<P>};
}

}  // namespace TENON_ISA
}  // namespace tenon
