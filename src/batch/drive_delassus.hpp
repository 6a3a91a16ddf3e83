// The Delassus matrix of a batch and its damped inverse, one sample per lane, block after block: the walks of PV-OSIMr
// and cABA-OSIM, or the plain LTL-OSIM with packs for numbers.
#pragma once

#include "batch/tables.hpp"
#include "delassus/caba_osim_walk.hpp"
#include "delassus/ltl_osim.hpp"
#include "delassus/pv_osimr_inverse.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class P>
struct BatchDelassus {
  P* out;     // rows x rows
  P* R;       // rows
  P* blocks;  // damped: factors of stiff rows
  RowScratch<P, Pack<double, 4>> sweeps;
};
template <class P>
BatchDelassus<P> batch_delassus(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan, Arena& arena,
                                bool damped) {
  const std::size_t rows = static_cast<std::size_t>(plan.rows);
  P* const out = arena.take<P>(rows * rows);
  P* const R = arena.take<P>(rows);
  P* const blocks = arena.take<P>(damped && rows > few_rows ? 3 * (rows + 3) * (rows + 3) : 0);
  return {out, R, blocks, row_scratch<P>(batch.walk, plan, plan.room(), arena, damped)};
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

template <class P>
void factorized_inverse(const BatchModel<Element<P>>& batch, const ConstraintSet::Data& set,
                        const RowPlan<Element<P>>& plan, const BatchDelassus<P>& own, const P* q) {
  pv_osimr_walk<P>(*batch.model, set, batch.walk, batch.walk.trunk.data(), plan, own.sweeps, q, own.out);
  blocked_inverse<P, 1>(plan.rows, own.R, own.out, own.blocks);
  const std::ptrdiff_t m = plan.rows;
  for (std::ptrdiff_t a = 0; a < m; ++a)
    for (std::ptrdiff_t b = 0; b < a; ++b) own.out[a * m + b] = own.out[b * m + a];
}

// Stiff rows by pv-osimr-inverse, the others by caba-osim, which would lose their digits. A diagonal out of its bounds,
// because the stiffness left no digit of it, is reported as a bad block.
template <class P>
std::ptrdiff_t drive_caba_osim(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchDelassus<P> own = batch_delassus<P>(batch, *job.plan, rest, true);
  const int rows = job.plan->rows;
  for (int a = 0; a < rows; ++a) own.R[a] = P(job.R[a]);
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    if (job.stiff)
      factorized_inverse(batch, *job.set, *job.plan, own, w.q);
    else
      caba_osim_walk<P>(*batch.model, *job.set, batch.walk, batch.walk.trunk.data(), *job.plan, own.sweeps, w.q, own.R,
                        own.out);
    for (int a = 0; a < rows; ++a) {
      const P& entry = own.out[static_cast<std::ptrdiff_t>(a) * (rows + 1)];
      reader.bad |= ~(entry > P(0)) | (entry > P(Element<P>(1.001)) * own.R[a]);
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
  const DelassusScratch<P> own = delassus_scratch<P>(*job.sizes, Delassus::ltl_osim_plain, rest);
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
  delassus_scratch<P>(sizes, Delassus::ltl_osim_plain, rest);
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
