// The Delassus matrix of a batch: PV-OSIMr's walk with one sample per lane, block after block.
#pragma once

#include "batch/tables.hpp"
#include "delassus/pv_osimr_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class P>
struct BatchDelassus {
  P* out;  // rows x rows
  RowScratch<P, Pack<double, 4>> sweeps;
};
template <class P>
BatchDelassus<P> batch_delassus(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan, Arena& arena) {
  const std::size_t rows = static_cast<std::size_t>(plan.rows);
  P* const out = arena.take<P>(rows * rows);
  return {out, row_scratch<P>(batch.walk, plan, plan.room(), arena)};
}

template <class P>
std::ptrdiff_t drive_delassus(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchDelassus<P> own = batch_delassus<P>(batch, *job.plan, rest);
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    pv_osimr_walk<P>(*batch.model, *job.set, batch.walk, batch.walk.trunk.data(), *job.plan, own.sweeps, w.q, own.out);
    reader.write(own.out, job.plan->rows * job.plan->rows, job.out);
  });
}

template <class P>
std::size_t batch_delassus_size(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan) {
  Arena rest = batch_scratch<P>(batch, Arena()).rest;
  batch_delassus<P>(batch, plan, rest);
  return rest.used();
}

template <class T>
constexpr BatchDelassusKernels<T> batch_delassus_kernels() {
  using P = RegisterOf<T>;
  return {drive_delassus<P>, batch_delassus_size<P>};
}

}  // namespace TENON_ISA
}  // namespace tenon
