// Constrained dynamics of a batch, one sample per lane, block after block.
#pragma once

#include "batch/tables.hpp"
#include "constrained/fast/prox_pv_batch.hpp"
#include "constrained/settings.hpp"
#include "constraints/frame_rows.hpp"

namespace tenon {
inline namespace TENON_ISA {

template <class P>
struct BatchConstrained {
  P *acceleration, *lambda, *R, *target;  // nv, rows
  KinematicBody<P>* body;                 // where rows need to know where frames are
  ForwardScratch<P, Pack<double, 4>> poses;
  BoundScratch<P, Pack<double, 4>> sweeps;
};
template <class P>
BatchConstrained<P> batch_constrained(const BatchModel<Element<P>>& batch, const ConstraintSet::Data& set,
                                      Arena& arena) {
  const CompiledModel& model = *batch.model;
  const auto rows = static_cast<std::size_t>(set.rows);
  BatchConstrained<P> w;
  w.acceleration = arena.take<P>(static_cast<std::size_t>(model.nv));
  for (P** x : {&w.lambda, &w.R, &w.target}) *x = arena.take<P>(rows);
  w.body = needs_kinematics(set) ? arena.take<KinematicBody<P>>(model.bodies.size()) : nullptr;
  w.poses = forward_scratch<P>(model, batch.walk, arena);
  w.sweeps = bound_scratch<P>(model, batch.walk, rows, arena);
  return w;
}
// What prox-pv needs beside.
template <class P>
struct BatchProxPv {
  RowScratch<P, Pack<double, 4>> rows;
  ProxPvScratch<P> dual;
  ProxPvScratch<double> lanes[P::width];
  double* R;
};
template <class P>
BatchProxPv<P> batch_prox_pv(const BatchModel<Element<P>>& batch, const RowPlan<Element<P>>& plan, Arena& arena) {
  const auto rows = static_cast<std::size_t>(plan.rows);
  BatchProxPv<P> w;
  w.rows = row_scratch<P>(batch.walk, plan, plan.room(), arena);
  w.dual = prox_pv_scratch<P>(rows, arena);
  for (ProxPvScratch<double>& lane : w.lanes) lane = prox_pv_scratch<double>(rows, arena);
  w.R = arena.take<double>(rows);
  return w;
}
// plan: of prox-pv, or null.
template <class P>
std::size_t batch_constrained_size(const BatchModel<Element<P>>& batch, const ConstraintSet::Data& set,
                                   const RowPlan<Element<P>>* plan) {
  Arena rest = batch_scratch<P>(batch, Arena()).rest;
  batch_constrained<P>(batch, set, rest);
  if (plan) batch_prox_pv<P>(batch, *plan, rest);
  return rest.used();
}

// solve(own, problem, scratch of nv numbers, answer) for every block.
template <class P, class Solve>
TENON_INLINE std::ptrdiff_t drive_constrained(const BatchModel<Element<P>>& batch, const BatchScratch<P>& w,
                                              const BatchConstrained<P>& own, const BatchJob<Element<P>>& job,
                                              Solve&& solve) {
  const CompiledModel& model = *batch.model;
  const ConstraintSet::Data& set = *job.set;
  for (int a = 0; a < set.rows; ++a) own.R[a] = P(job.R[a]);
  ConstrainedProblem<P> problem{.q = w.q, .v = w.v, .tau = w.x};
  problem.gravity = model.gravity, problem.R = own.R, problem.one_R = job.settings->penalty.size() <= 1;
  problem.cold = !job.settings->warm_start;
  problem.tolerance = job.settings->tolerance, problem.max_iterations = job.settings->max_iterations;
  BatchAnswer<P> answer{own.acceleration, own.lambda, {}};
  return for_each_block<P>(job, [&](BlockReader<P>& reader) {
    read_configuration(batch, reader, job.q, w.q);
    reader.read(job.v, model.nv, w.v);
    reader.read(job.x, model.nv, w.x);
    problem.external = read_wrenches(batch, reader, job.wrenches, w);
    if (job.settings->warm_start)
      reader.read(job.lambda, set.rows, own.lambda);
    else
      for (int a = 0; a < set.rows; ++a) own.lambda[a] = P(0);
    if (reader.any_bad()) return;
    if (own.body) {
      forward_walk<P>(model, batch.walk, own.poses, w.q, w.v, nullptr, own.body);
      for (const CompiledConstraint& c : set.constraints) frame_target(c, own.body, own.target);
      problem.target = own.target, problem.kinematics = own.body;
    }
    solve(problem, w.out, answer);
    reader.write(own.acceleration, model.nv, job.out);
    reader.write(own.lambda, set.rows, job.lambda);
    std::copy_n(answer.report, reader.at.lanes, job.reports + reader.at.first);
  });
}

template <class P>
std::ptrdiff_t drive_constrained_aba(const BatchModel<Element<P>>& batch, double* memory,
                                     const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchConstrained<P> own = batch_constrained<P>(batch, *job.set, rest);
  return drive_constrained<P>(
      batch, w, own, job, [&](const ConstrainedProblem<P>& problem, P* qdd, BatchAnswer<P>& answer) {
        constrained_aba_batch(*batch.model, batch.walk, *job.bound, *job.set, own.sweeps, problem, qdd, answer);
      });
}
template <class P>
std::ptrdiff_t drive_prox_pv(const BatchModel<Element<P>>& batch, double* memory, const BatchJob<Element<P>>& job) {
  const BatchScratch<P> w = batch_scratch<P>(batch, Arena(memory));
  Arena rest = w.rest;
  const BatchConstrained<P> own = batch_constrained<P>(batch, *job.set, rest);
  const BatchProxPv<P> dual = batch_prox_pv<P>(batch, *job.plan, rest);
  for (int a = 0; a < job.set->rows; ++a) dual.R[a] = static_cast<double>(job.R[a]);
  return drive_constrained<P>(batch, w, own, job,
                              [&](const ConstrainedProblem<P>& problem, P* qdd, BatchAnswer<P>& answer) {
                                prox_pv_batch(*batch.model, batch.walk, *job.bound, *job.set, own.sweeps, *job.plan,
                                              dual.rows, dual.dual, dual.lanes, dual.R, problem, qdd, answer);
                              });
}

template <class T>
constexpr BatchConstrainedKernels<T> batch_constrained_kernels() {
  using P = RegisterOf<T>;
  return {drive_constrained_aba<P>, drive_prox_pv<P>, batch_constrained_size<P>};
}

}  // namespace TENON_ISA
}  // namespace tenon
