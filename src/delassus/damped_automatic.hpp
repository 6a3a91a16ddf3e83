// Operations of the damped inverse's recursive algorithms by formula, from the compiled set alone: what `automatic`
// compares. Articulated inertias, which all of them need, are left out.
#pragma once

#include "constraints/compiled.hpp"
#include "delassus/names.hpp"
#include "tenon/delassus.hpp"

namespace tenon {

struct DampedEstimate {
  double caba_osim = 0, caba_osimf = 0, pv_osimf = 0, pv_osimr_cholesky = 0;
};
DampedEstimate estimate_damped_inverse(const ConstraintSet::Data& set);
DampedEstimate estimate_damped_solve(const ConstraintSet::Data& set);

// What `automatic` takes, with rows that are soft against their bodies and with stiff ones, until the set changes.
struct DampedChoice {
  std::uint64_t serial = 0;  // of the set
  Damped soft = Damped::pv_osimr_inverse, stiff = Damped::pv_osimr_inverse;
};
DampedChoice damped_inverse_choice(const ConstraintSet& set);
DampedChoice damped_solve_choice(const ConstraintSet& set);
Damped chosen(const DampedChoice& choice, const ConstraintSet& set, std::span<const double> stiffness);

// All that it may take.
inline constexpr Damped damped_candidates[] = {
    Damped::pv_osimr_inverse,  Damped::caba_osim,        Damped::caba_osimf,       Damped::pv_osimf,
    Damped::pv_osimr_cholesky, Damped::ltl_osim_inverse, Damped::ltl_osim_cholesky};

// Of single calls and batches: Errors that name the constraint or the number, and R of a row in the set's order.
// Whether a row is stiffer than `most` times its body: its mass, or for a turn its smallest moment of inertia.
bool is_stiff(const ConstraintSet::Data& set, std::span<const double> stiffness, double most);
void check_stiffness(const ConstraintSet& set, std::span<const double> stiffness);
// Of a row's stiffness R - R L R must leave this much, √ε: what it cancels are digits, and half of them have to stay.
template <class T>
constexpr T least_left = sizeof(T) == 4 ? T(3.5e-4) : T(1.5e-8);
double row_stiffness(const ConstraintSet::Data& set, std::span<const double> stiffness, int row);

}  // namespace tenon
