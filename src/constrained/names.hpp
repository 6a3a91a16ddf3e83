// The algorithms of this folder for code that means one of them; a user names them by text. In the order of
// constrained.list.
#pragma once

#include <string_view>

#include "tenon/constrained.hpp"

namespace tenon {

enum class Constrained {
  automatic = -1,
  constrained_aba,        // Algorithms 1 to 3 on what is left of the forces
  constrained_aba_plain,  // Algorithms 1 to 3 as printed
  prox_pv,                // Algorithm 4 on the Delassus matrix of PV-OSIMr
  prox_pv_plain,          // Algorithm 4 as printed: rows of a base are eliminated early
  prox_ltls,              // joint space, forces first: section II-D2
  prox_ltl,               // joint space, forces last: [cABA] section II-D1
  pv,                     // Popov-Vereshchagin without regularization; refuses redundant rows
  pv_early,               // forces eliminated as early as possible; refuses redundant rows: section VII-B
  pv_soft,                // rows as springs: section VII-A
  dense,                  // factorizations of whole matrices; the reference, allocates
};
const char* to_string(Constrained algorithm);  // "constrained-aba"
// By the name in its descriptor; Constrained::automatic for "automatic" and for no name. Error lists the names.
Constrained find_constrained(std::string_view name);
// What `automatic` takes: pv_soft where rows are soft, constrained_aba, or prox_ltl for sets that it does not take.
Constrained chosen_constrained(const ConstraintSet& set, bool soft = false);
bool takes(Constrained algorithm, const ConstraintSet& set);
// Error where the algorithm does not take a constraint of the set.
void check_takes(const ConstraintSet& set, Constrained algorithm);
// Error that names what is soft where the algorithm solves rigid rows. `asked_soft`: the call states a stiffness.
void check_rigid(const ConstraintSet& set, Constrained algorithm, bool asked_soft);
// Error that names the first constraint with a rigid row where the algorithm solves soft ones.
void check_soft(const ConstraintSet& set, Constrained algorithm);

// How to solve, for an algorithm that is chosen already.
struct SolverSettings {
  std::span<const double> penalty = {};  // one number, one per row, or none: automatic_mu()
  double tolerance = 1e-10;
  int max_iterations = 50;
  std::span<const double> stiffness = {};  // of pv_soft's rows: one number, one per row, or none, the constraints' own
  bool warm_start = false;
  bool penalty_is_stiffness = false;  // of rows that state none, which are refused otherwise by pv_soft
};

// The public calls, by an algorithm of the enumeration.
SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                 std::span<const double> tau, const SolverSettings& settings,
                                 std::span<const ExternalWrench> wrenches, const ConstrainedMotion& out,
                                 Constrained algorithm);
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                const SolverSettings& settings, double restitution, const ImpulseMotion& out,
                                Constrained algorithm);
// Derivatives at accelerations and forces that are found already; out's own are not read. Returns the rank of J.
int differentiate_constrained_dynamics(const Model& model, const ConstraintSet& set, Workspace& ws, const State& state,
                                       std::span<const double> a, std::span<const double> lambda,
                                       std::span<const ExternalWrench> wrenches, const ConstrainedDerivatives& out);

}  // namespace tenon
