// Accelerations and constraint forces of a constrained tree. [cABA]
//
//   M v̇ + C v + g = τ + Jᵀλ + wrenches,   J v̇ + J̇ v = reference - kd ė - kp e   (docs/conventions.md)
//
// Redundant rows are solved exactly, contradicting ones in the sense of least squares. The report says how it went.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "tenon/constraints.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

// Which algorithm. dense and prox_ltl take every kind of constraint, the others frames held to the world.
// In the order of src/constrained/constrained.list.
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
  pv_soft,                // rows as springs (ConstrainedSettings::stiffness): section VII-A
  dense,                  // factorizations of whole matrices; the reference, allocates
};
const char* to_string(Constrained algorithm);  // "constrained-aba"

// Where rows agree the answer does not depend on mu, only the number of iterations: few if it is large against masses
// and moments of inertia that are held. Far beyond those it costs digits of v̇: constrained_aba and prox_ltls correct v̇
// until it has settled to 1e-9, and say `stalled` where it does not; constrained_aba_plain measures that, and says so.
// lambda of constrained_aba is right to the tolerance; of prox_ltls and constrained_aba_plain, and in the share of
// redundant rows that no motion feels, it has the rounding of mu times v̇. Rows that contradict each other are met so
// that rᵀR r is least, R the mu of each row: with one mu that of least squares.
struct ConstrainedSettings {
  std::optional<double> mu = {};            // the proximal parameter; none: chosen_mu()
  std::span<const double> mu_per_row = {};  // in place of it, one number per row
  double tolerance = 1e-10;                 // of SolveReport::residual
  int max_iterations = 50;
  // Of pv_soft's rows: one number, one per row, or none: the constraints' own, and mu where those are rigid.
  std::span<const double> stiffness = {};
  bool warm_start = false;  // lambda holds where to start from; otherwise from zero
};

// One iteration gives rows as springs of stiffness mu, as pv_soft; from the second on forces that grow with the
// iterations, because rows contradict each other, are taken out of lambda once no motion feels them, whatever the
// status. Where iterations run out before, lambda is that of the last one.
enum class SolveStatus {
  converged,
  max_iterations,  // they ran out: neither of the two below is certain
  infeasible,      // rows contradict each other: the acceleration violates them least
  stalled,         // rounding, or a mu too small for a row, keeps the residual above the tolerance; or accelerations
                   // are not right to 1e-9; if no digit of them is left, the answer is the unconstrained motion
  redundant_rows,  // pv and pv_early refuse: the answer is the unconstrained motion, lambda is zero
};
const char* to_string(SolveStatus status);  // "converged"

struct SolveReport {
  SolveStatus status = SolveStatus::converged;
  int iterations = 0;
  double residual = 0;  // largest |J v̇ + J̇ v - what it must equal|; of soft rows, what they give way
  // How far the last iteration moved the residual: mu times [cABA] eq. 14. Negative where it is not known: nothing
  // iterates (dense, pv, pv_early), or one iteration alone does not tell.
  double dual_residual = 0;
};

// Scratch memory for sets up to this set's capacity, sized once. Made for `automatic`, it serves what that may choose;
// the first call with another algorithm adds that one's memory.
class ConstrainedWorkspace {
 public:
  ConstrainedWorkspace(const Model& model, const ConstraintSet& set, Constrained algorithm = Constrained::automatic,
                       Mode mode = Mode::automatic);
  ~ConstrainedWorkspace();
  ConstrainedWorkspace(ConstrainedWorkspace&&) noexcept;
  ConstrainedWorkspace& operator=(ConstrainedWorkspace&&) noexcept;
  std::size_t bytes() const;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// lambda, one number per row in the order of the constraints, acts as +Jᵀλ. From a cold start it is the λ of smallest
// norm (weighted by 1 / mu_per_row), from a warm start the one nearest to that. Errors come before anything is written,
// but for input so large that even the unconstrained motion overflows. Outputs have memory of their own.
SolveReport constrained_dynamics(const Model& model, const ConstraintSet& set, ConstrainedWorkspace& ws,
                                 std::span<const double> q, std::span<const double> v, std::span<const double> tau,
                                 const ConstrainedSettings& settings, std::span<double> acceleration,
                                 std::span<double> lambda, Constrained algorithm = Constrained::automatic,
                                 std::span<const ExternalWrench> wrenches = {});

// The velocity after an impact at which the rows take hold: M (v⁺ - v) = JᵀΛ with J v⁺ = -restitution J v. `velocity`
// is v⁺ (it may be v itself), `impulse` is Λ, residuals are those of J v⁺; gains and references have no part in it.
SolveReport constrained_impulse(const Model& model, const ConstraintSet& set, ConstrainedWorkspace& ws,
                                std::span<const double> q, std::span<const double> v,
                                const ConstrainedSettings& settings, std::span<double> velocity,
                                std::span<double> impulse, Constrained algorithm = Constrained::automatic,
                                double restitution = 0);

// What `automatic` takes: constrained_aba, or prox_ltl for sets that it does not take.
Constrained chosen_constrained(const ConstraintSet& set);
bool takes(Constrained algorithm, const ConstraintSet& set);
// The mu that a solve takes if none is given. constrained_aba: 1e6 times the mass of the tree in kg (two iterations as
// a rule), or down to a hundredth of that where a body that supports a row is lighter than a thousandth of the tree or
// has a moment below 1e-13 mu. The others: the paper's 1e6 (prox_ltls, plain: less for such links), or 1e4 masses.
double chosen_mu(const ConstraintSet& set, Constrained algorithm = Constrained::automatic);

}  // namespace tenon
