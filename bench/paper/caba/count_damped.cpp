// Operations of the damped inverse's plain kernels by parts: runs of the parts alone, on numbers that count.
#include "spatial/counted.hpp"

#include "caba/caba.hpp"
#include "delassus/damped_algorithms.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"

namespace tenon::paper::caba {

namespace {

long sum(const OperationCount& n) { return n.add + n.mul + n.div + n.sqrt + 2 * n.trig; }

struct Run {
  const CompiledModel& model;
  ConstraintSet owner;
  const ConstraintSet::Data& set;
  std::vector<Counted> q;
  std::vector<double> block;
  DampedScratch<Counted> w;

  Run(const System& system, Damped algorithm)
      : model(system.model.compiled()), owner(system.model, system.constraints), set(owner.data()) {
    for (const double value : random_configuration(system.model, 1)) q.push_back(Counted::variable(value));
    Arena measure;
    const DelassusSizes sizes = delassus_sizes(model, set.capacity);
    damped_scratch<Counted>(sizes, algorithm, measure);
    block.resize(measure.used());
    Arena arena(block.data());
    w = damped_scratch<Counted>(sizes, algorithm, arena);
    for (int a = 0; a < set.rows; ++a) w.R[a] = Counted::variable(1);
  }
  template <class Work>
  long count(Work&& work) {
    return sum(count_operations([&] { work(model, set, w, q.data()); }));
  }
};

// Articulated inertias alone; pv-osimf does not factor the joints of its bases.
template <class Joint>
void articulate(const CompiledModel& model, const DampedScratch<Counted>& w, bool bases = true) {
  for (int i = model.body_count() - 1; i > 0; --i) {
    const Body& k = model.bodies[static_cast<std::size_t>(i)];
    if (!bases && k.parent == 0) continue;
    by_kind(k.kind, [&]<JointKind kind>() {
      Joint::template factor<kind>(model, k, w.d.body[i].I, w.d.axis);
      if (k.parent > 0) Joint::template hand_on<kind>(model, k, w.d.axis, w.d.body[i], w.d.body[k.parent].I);
    });
  }
}

long inertias(const System& system, Damped algorithm) {
  Run run(system, algorithm);
  if (in_joint_space(algorithm))
    return sum(tenon::algorithm(system.model, "factorization", "ltl").count(system.model, {}));
  const bool augmented = algorithm == Damped::caba_osim_plain || algorithm == Damped::caba_osimf;
  return run.count([&](const auto& model, const auto& set, const auto& w, const Counted* q) {
    if (augmented) {
      caba_osim_start(model, set, w, q);
      articulate<AxisByAxis>(model, w);
    } else {
      place_bodies(model, set, w.d, q);
      articulate<InvertedJoint>(model, w, algorithm != Damped::pv_osimf);
    }
  });
}

long whole(const System& system, Damped algorithm) {
  Run run(system, algorithm);
  return run.count([&](const auto& model, const auto& set, const auto& w, const Counted* q) {
    switch (algorithm) {
      case Damped::caba_osim_plain:
        return caba_osim_inverse(model, set, w, q);
      case Damped::caba_osimf:
        return caba_osimf_factors<Counted, SummedOmega>(model, set, w, q);  // as the paper has it
      case Damped::pv_osimf:
        return pv_osimf_factors(model, set, w, q);
      case Damped::pv_osimr_cholesky:
        return pv_osimr_cholesky_factors(model, set, w, q);
      case Damped::ltl_osim_inverse:
        return ltl_osim_inverse_inverse(model, set, w, q);
      default:
        return ltl_osim_cholesky_factors(model, set, w, q);
    }
  });
}

// Without its factorization.
long up_to_the_matrix(const System& system, Damped algorithm) {
  Run run(system, algorithm);
  return run.count([&](const auto& model, const auto& set, const auto& w, const Counted* q) {
    if (algorithm == Damped::pv_osimf) return pv_osimf_sweep(model, set, w, q);
    if (in_joint_space(algorithm)) return ltl_osim_kernel(model, set, w.d, q, w.A);
    place_bodies(model, set, w.d, q);
    place_rows(set, w.d);
    pv_osimr_sweeps<Reach::world>(model, set.branching, w.d, UpperMatrix<Counted>{w.A, set.rows});
  });
}

}  // namespace

long count_articulated(const System& system, bool with_rows) {
  return Run(system, Damped::caba_osim_plain)
      .count([&](const auto& model, const auto& set, const auto& w, const Counted* q) {
        if (with_rows)
          caba_osim_start(model, set, w, q);
        else
          place_bodies(model, set, w.d, q);
        articulate<AxisByAxis>(model, w);
      });
}

Parts count_damped(const System& system, Damped algorithm) {
  const long all = whole(system, algorithm), inertia = inertias(system, algorithm);
  const bool factorless = algorithm == Damped::caba_osim_plain || algorithm == Damped::caba_osimf;
  const long matrix = factorless ? all : up_to_the_matrix(system, algorithm);
  return {inertia, matrix - inertia, all - matrix, 0, 0};
}

}  // namespace tenon::paper::caba
