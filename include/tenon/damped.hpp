// The damped inverse Λ_R = (R⁻¹ + J M⁻¹Jᵀ)⁻¹ of a constrained tree, R a diagonal stiffness. [cABA] section VI
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "tenon/delassus.hpp"

namespace tenon {

// Which algorithm. Joint-space ones (dense, ltl_…) take every kind of constraint, the others frames to the world.
// Those named …f eliminate the joints of the bases last: they apply Λ_R limb by limb. pv_osimr_inverse and caba_osim
// are the fast ones, with limbs and columns in lanes; the others read as their paper's listings (caba_osim_plain is
// caba_osim's).
// In the order of src/delassus/damped.list.
enum class Damped {
  automatic = -1,
  pv_osimr_inverse,
  caba_osim,
  caba_osim_plain,
  caba_osimf,
  pv_osimf,
  pv_osimr_cholesky,
  ltl_osim_cholesky,
  ltl_osim_inverse,
  dense
};
const char* to_string(Damped algorithm);  // "caba-osim"

// Scratch memory for sets up to this set's capacity, sized once. Made for `automatic`, it serves all that `automatic`
// may take; the first call with another algorithm adds that one's memory.
class DampedWorkspace {
 public:
  DampedWorkspace(const Model& model, const ConstraintSet& set, Damped algorithm = Damped::automatic,
                  Mode mode = Mode::automatic);
  ~DampedWorkspace();
  DampedWorkspace(DampedWorkspace&&) noexcept;
  DampedWorkspace& operator=(DampedWorkspace&&) noexcept;
  std::size_t bytes() const;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// stiffness: one positive number, one per row, or none for the constraints' own.
// An algorithm that is named runs, or refuses with an Error; only `automatic` changes its mind.
// Digits: the caba_… ones subtract numbers of R's size, and lose a factor 1 + ‖R‖ ‖J M⁻¹Jᵀ‖ (caba_osim_plain its square
// where constraints meet on a limb); where less than 1e-14 of a row's stiffness is left they refuse. `automatic`
// factorizes (pv_osimr_inverse, O(m³)) where less than √ε is left. The others keep what the condition number of
// R⁻¹ + J M⁻¹Jᵀ leaves, which for stiff redundant rows is less. No digit left is an Error.
// out: rows x rows, row-major, in the order of the constraints. Error where the algorithm does not take a constraint.
void damped_inverse(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                    std::span<const double> stiffness, std::span<double> out, Damped algorithm = Damped::automatic);

// out = Λ_R x; out may be x.
void damped_solve(const Model& model, const ConstraintSet& set, DampedWorkspace& ws, std::span<const double> q,
                  std::span<const double> stiffness, std::span<const double> x, std::span<double> out,
                  Damped algorithm = Damped::automatic);

// What `automatic` takes: the recursive algorithm of the least time by operations (caba_osim as a rule; with stiff rows
// pv_osimr_inverse): none of the caba_… ones where a stiffness exceeds 1e8 times the mass or moment of inertia of its
// body; in joint space for sets that these do not take.
Damped chosen_damped_inverse(const ConstraintSet& set, std::span<const double> stiffness = {});
Damped chosen_damped_solve(const ConstraintSet& set, std::span<const double> stiffness = {});
bool takes(Damped algorithm, const ConstraintSet& set);

}  // namespace tenon
