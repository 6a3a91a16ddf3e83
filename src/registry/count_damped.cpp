// The algorithms of the damped inverse on numbers that count: stiffness and the vector are variables.
#include "delassus/caba_osim_walk.hpp"
#include "delassus/caba_osimf.hpp"
#include "delassus/damped_dense.hpp"
#include "delassus/ltl_osim_inverse.hpp"
#include "delassus/pv_osimf.hpp"
#include "delassus/pv_osimr_cholesky.hpp"
#include "delassus/pv_osimr_inverse.hpp"
#include "registry/count.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

struct Run : CountedState {
  std::optional<ConstraintSet> tips;
  const ConstraintSet::Data& set;
  std::vector<double> block;
  DampedScratch<Counted> w;

  Run(const Model& m, const Question& s, Damped algorithm)
      : CountedState(m, s), set(s.constraints ? s.constraints->data() : tips.emplace(m, weld_tips(m)).data()) {
    const DelassusSizes sizes = delassus_sizes(model, set.capacity);
    Arena measure;
    damped_scratch<Counted>(sizes, algorithm, measure);
    block.resize(measure.used());
    Arena arena(block.data());
    w = damped_scratch<Counted>(sizes, algorithm, arena);
    for (int a = 0; a < set.rows; ++a) w.R[a] = w.x[a] = Counted::variable(1);
  }
};

using Kernel = void(const CompiledModel&, const ConstraintSet::Data&, const DampedScratch<Counted>&, const Counted*);
struct Pair {
  Kernel *inverse, *solve;
};

// M and J of the definition are counted with it.
void dense_start(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<Counted>& w,
                 const Counted* q) {
  crba_kernel(model, w.d.crba, w.d.sine, w.d.cosine, q, w.d.M);
  if (set.rows_on_effectors()) ltl_osim_jacobian(model, set, w.d, w.d.crba);
}
void dense_inverse(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<Counted>& w,
                   const Counted* q) {
  dense_start(model, set, w, q);
  dense_damped_inverse(model.nv, set.rows, w);
}
void dense_solve(const CompiledModel& model, const ConstraintSet::Data& set, const DampedScratch<Counted>& w,
                 const Counted* q) {
  dense_start(model, set, w, q);
  dense_damped_solve(model.nv, set.rows, w);
}

// After Λ⁻¹, whose entries are then variables.
void tiles_for_the_matrix(const CompiledModel&, const ConstraintSet::Data& set, const DampedScratch<Counted>& w,
                          const Counted*) {
  for (int k = 0; k < set.rows * set.rows; ++k) w.A[k] = Counted::variable(k % (set.rows + 1) == 0 ? 2 : 0.1);
  invert_damped<Counted, 1>(set.rows, w.R, w.A, w.B);
}
void tiles_for_a_vector(const CompiledModel&, const ConstraintSet::Data& set, const DampedScratch<Counted>& w,
                        const Counted*) {
  for (int k = 0; k < set.rows * set.rows; ++k) w.A[k] = Counted::variable(k % (set.rows + 1) == 0 ? 2 : 0.1);
  factor_and_solve_damped<Counted, 1>(set.rows, w.R, w.A, w.B, w.x);
}

Pair kernels_of(Damped algorithm) {
  switch (algorithm) {
    case Damped::caba_osim_plain:
      return {caba_osim_inverse<Counted>, caba_osim_solve<Counted>};
    case Damped::caba_osimf:
      return {caba_osimf_inverse<Counted>, caba_osimf_solve<Counted>};
    case Damped::pv_osimf:
      return {pv_osimf_inverse<Counted>, pv_osimf_solve<Counted>};
    case Damped::pv_osimr_cholesky:
      return {pv_osimr_cholesky_inverse<Counted>, pv_osimr_cholesky_solve<Counted>};
    case Damped::ltl_osim_cholesky:
      return {ltl_osim_cholesky_inverse<Counted>, ltl_osim_cholesky_solve<Counted>};
    case Damped::ltl_osim_inverse:
      return {ltl_osim_inverse_inverse<Counted>, ltl_osim_inverse_solve<Counted>};
    default:
      return {dense_inverse, dense_solve};
  }
}

// What the name caba-osim runs, body by body: limbs and columns in lanes do the same operations four at a time.
OperationCount caba_osim(const Model& model, const Question& s, bool solves) {
  Run run(model, s, Damped::caba_osim);
  const Walk<4>& walk = run.model.walk;
  RowPlan<double> plan(run.model, walk, 1);
  plan.compile(run.model, run.set);
  Arena measure;
  row_scratch<Counted>(walk, plan, plan.room(), measure, true);
  std::vector<double> block(measure.used());
  Arena arena(block.data());
  const auto scratch = row_scratch<Counted>(walk, plan, plan.room(), arena, true);
  return count_operations([&] {
    caba_osim_walk<Counted>(run.model, run.set, walk, walk.trunk.data(), plan, scratch, run.q.data(), run.w.R, run.w.A);
    if (solves) multiply(run.w, run.set.rows);
  });
}

OperationCount of(const Model& model, const Question& s, Damped algorithm, Kernel* kernel) {
  Run run(model, s, algorithm);
  return count_operations([&] { kernel(run.model, run.set, run.w, run.q.data()); });
}

}  // namespace

template <Damped algorithm>
OperationCount damped_inverse(const Model& model, const Question& s) {
  if constexpr (algorithm == Damped::pv_osimr_inverse)
    return pv_osimr(model, s) + of(model, s, algorithm, tiles_for_the_matrix);
  if constexpr (algorithm == Damped::caba_osim) return caba_osim(model, s, false);
  return of(model, s, algorithm, kernels_of(algorithm).inverse);
}
template <Damped algorithm>
OperationCount damped_solve(const Model& model, const Question& s) {
  if constexpr (algorithm == Damped::pv_osimr_inverse)
    return pv_osimr(model, s) + of(model, s, algorithm, tiles_for_a_vector);
  if constexpr (algorithm == Damped::caba_osim) return caba_osim(model, s, true);
  return of(model, s, algorithm, kernels_of(algorithm).solve);
}

template Count damped_inverse<Damped::dense>;
template Count damped_inverse<Damped::pv_osimr_inverse>;
template Count damped_inverse<Damped::caba_osim>;
template Count damped_inverse<Damped::caba_osim_plain>;
template Count damped_inverse<Damped::caba_osimf>;
template Count damped_inverse<Damped::pv_osimf>;
template Count damped_inverse<Damped::pv_osimr_cholesky>;
template Count damped_inverse<Damped::ltl_osim_cholesky>;
template Count damped_inverse<Damped::ltl_osim_inverse>;
template Count damped_solve<Damped::dense>;
template Count damped_solve<Damped::pv_osimr_inverse>;
template Count damped_solve<Damped::caba_osim>;
template Count damped_solve<Damped::caba_osim_plain>;
template Count damped_solve<Damped::caba_osimf>;
template Count damped_solve<Damped::pv_osimf>;
template Count damped_solve<Damped::pv_osimr_cholesky>;
template Count damped_solve<Damped::ltl_osim_cholesky>;
template Count damped_solve<Damped::ltl_osim_inverse>;

}  // namespace tenon::count
