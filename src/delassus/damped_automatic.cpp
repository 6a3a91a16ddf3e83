#include "delassus/damped_automatic.hpp"

#include <algorithm>

#include "delassus/automatic.hpp"
#include "delassus/paper/base.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

namespace {

double square(double m) { return m * m; }
double cube(double m) { return m * m * m; }
double pairs(double m) { return m * (m + 1) / 2; }  // of m rows, each with itself too

// paper/cholesky.hpp; a root and a division are one operation each.
double factor(double m) { return 2 * m + m * (m - 1) / 2 + (cube(m) - m) / 3; }
double two_solves(double m) { return 2 * square(m); }
double inverse_in_place(double m) { return 2 * (cube(m) - m) / 3 + pairs(m); }
double inverse_by_columns(double m) { return 4 * cube(m) / 3; }

// What the sweeps to the base leave: rows and limbs of each base. visit(rows, degrees, visit_block).
template <class Visit>
void for_each(const ConstraintSet::Data& set, Visit&& visit) {
  const CompiledModel& model = set.model.compiled();
  const Branching& tree = set.branching;
  for_each_base(model, tree, [&](int base) {
    visit(tree.row_end(base) - tree.row_begin(base), model.bodies[static_cast<std::size_t>(base)].nv,
          [&](auto&& block) { for_each_block(model, tree, base, [&](int first, int last) { block(last - first); }); });
  });
}

// Line 4 of [cABA] Algorithm 5: KᵀR K and R K, by the nonzero numbers of a row, and the zeros of a rigid inertia that
// are gone.
double augmentation(const ConstraintSet::Data& set) {
  double sum = 0;
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const BodyTerm& term = set.term_of(set.branching.effector(e));
    sum += 15;
    for (int r = 0; r < term.rows; ++r) {
      const auto at = static_cast<std::size_t>(r);
      double n = term.axis[at] < 3 ? 6 : 3;
      if (term.axes == TermAxes::body) {
        const Force<double>& K = term.K[at];
        const double numbers[] = {K.linear.x, K.linear.y, K.linear.z, K.angular.x, K.angular.y, K.angular.z};
        n = static_cast<double>(std::count_if(std::begin(numbers), std::end(numbers), [](double k) { return k != 0; }));
      }
      sum += n == 1 ? 1 : 2 * n + n * (n + 1);
    }
  }
  return sum;
}

// Step 2 of paper/pv_osimf.hpp.
double eliminate_base(double rows, double n) { return 2 * rows * pairs(n) + (n == 0 ? 0 : 150 * cube(n) / 216); }

}  // namespace

DampedEstimate estimate_damped_inverse(const ConstraintSet::Data& set) {
  const DelassusEstimate world = estimate_delassus(set), base = estimate_delassus(set, Reach::base);
  const double m = set.rows;
  DampedEstimate sum;
  sum.caba_osim = world.pv_osimr + augmentation(set) + m;
  sum.pv_osimr_cholesky = world.pv_osimr + 2 * m + factor(m) + inverse_by_columns(m);
  sum.caba_osimf = base.pv_osimr + augmentation(set) + m;
  sum.pv_osimf = base.pv_osim + 2 * m;
  for_each(set, [&](double rows, double n, auto&& blocks) {
    const double small = n * n;
    double coupled = 0;
    blocks([&](double b) {
      coupled += pairs(b);
      sum.pv_osimf += factor(b) + n * two_solves(b) + inverse_in_place(b);
    });
    const double products = rows * small + 2 * n * pairs(rows) - (pairs(rows) - coupled);
    sum.caba_osimf += products;
    sum.pv_osimf += products + eliminate_base(rows, n);
  });
  return sum;
}

DampedEstimate estimate_damped_solve(const ConstraintSet::Data& set) {
  const DelassusEstimate world = estimate_delassus(set), base = estimate_delassus(set, Reach::base);
  const double m = set.rows;
  DampedEstimate sum;
  sum.caba_osim = world.pv_osimr + augmentation(set) + m + 2 * square(m);
  sum.pv_osimr_cholesky = world.pv_osimr + 2 * m + factor(m) + two_solves(m);
  sum.caba_osimf = base.pv_osimr + augmentation(set) + m;
  sum.pv_osimf = base.pv_osim + 2 * m;
  for_each(set, [&](double rows, double n, auto&& blocks) {
    const double at_base = 4 * n * rows + n * n * rows;
    blocks([&](double b) {
      sum.caba_osimf += 2 * square(b);
      sum.pv_osimf += factor(b) + n * square(b) + two_solves(b);
    });
    sum.caba_osimf += at_base;
    sum.pv_osimf += at_base + eliminate_base(rows, n);
  });
  return sum;
}

namespace {

// Operations of the plain kernels beyond those that all need (about 108 per degree of freedom): in lanes these and the
// rows cost two fifths, a product of the blocks as well. Measured, both on one machine.
double in_lanes(const ConstraintSet::Data& set, double rows, double products = 0) {
  const double shared = 108.0 * set.model.nv();
  return 0.4 * (shared + rows) - shared + 0.4 * products;
}

DampedChoice cheapest(const ConstraintSet::Data& set, const DampedEstimate& sum, double products) {
  DampedChoice best{.serial = set.serial};
  const DelassusEstimate rows = estimate_delassus(set);
  double least = in_lanes(set, rows.pv_osimr, products);
  const auto compare = [&](double cost, Damped algorithm) {
    if (cost < least) least = cost, best.soft = algorithm;
  };
  compare(sum.pv_osimr_cholesky, Damped::pv_osimr_cholesky);
  compare(sum.pv_osimf, Damped::pv_osimf);
  best.stiff = best.soft;
  compare(sum.caba_osimf, Damped::caba_osimf);
  // Its rows meet at every joint, or by factors of Ω, whose folding costs about as much as half of the rest.
  compare(in_lanes(set, sum.caba_osim - rows.pv_osimr + std::min(rows.pv_osim, 1.5 * rows.pv_osimr)),
          Damped::caba_osim);
  return best;
}

DampedChoice always(const ConstraintSet::Data& set, Damped algorithm) { return {set.serial, algorithm, algorithm}; }

}  // namespace

DampedChoice damped_inverse_choice(const ConstraintSet& set) {
  const ConstraintSet::Data& data = set.data();
  if (!data.rows_on_effectors()) return always(data, Damped::ltl_osim_inverse);
  return cheapest(data, estimate_damped_inverse(data), cube(data.rows) / 2 + 27 * square(data.rows));
}
DampedChoice damped_solve_choice(const ConstraintSet& set) {
  const ConstraintSet::Data& data = set.data();
  if (!data.rows_on_effectors()) return always(data, Damped::ltl_osim_cholesky);
  return cheapest(data, estimate_damped_solve(data), cube(data.rows) / 6 + 20 * square(data.rows));
}
Damped chosen(const DampedChoice& choice, const ConstraintSet& set, std::span<const double> stiffness) {
  return choice.soft == choice.stiff || is_stiff(set.data(), stiffness, 1e8) ? choice.stiff : choice.soft;
}
Damped chosen_damped_inverse(const ConstraintSet& set, std::span<const double> stiffness) {
  return chosen(damped_inverse_choice(set), set, stiffness);
}
Damped chosen_damped_solve(const ConstraintSet& set, std::span<const double> stiffness) {
  return chosen(damped_solve_choice(set), set, stiffness);
}

}  // namespace tenon
