// The algorithms of this folder for code that means one of them; a user names them by text. Each enumeration has the
// order of its list, delassus.list and damped.list.
#pragma once

#include <span>
#include <string_view>

#include "tenon/constraints.hpp"

namespace tenon {

enum class Delassus { automatic = -1, pv_osimr, pv_osimr_plain, pv_osim, efpa, kjr, ltl_osim, ltl_osim_plain, dense };
const char* to_string(Delassus algorithm);  // "pv-osimr"
// By the name in its descriptor; Delassus::automatic for "automatic" and for no name. Error lists the names.
Delassus find_delassus(std::string_view name);
// pv_osimr, or ltl_osim for sets that it does not take.
Delassus chosen_delassus(const ConstraintSet& set);
bool takes(Delassus algorithm, const ConstraintSet& set);
// Error that names the first constraint which the algorithm does not take.
void check_takes(const ConstraintSet& set, Delassus algorithm);

// Those named …f eliminate the joints of the bases last: they apply Λ_R limb by limb.
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
Damped find_damped(std::string_view name);
// The recursive algorithm of the least time by operations (caba_osim as a rule; with stiff rows pv_osimr_inverse): none
// of the caba_… ones where a stiffness exceeds 1e8 times the mass or moment of inertia of its body; in joint space for
// sets that these do not take. stiffness: one number, one per row, or none for the constraints' own.
Damped chosen_damped_inverse(const ConstraintSet& set, std::span<const double> stiffness = {});
Damped chosen_damped_solve(const ConstraintSet& set, std::span<const double> stiffness = {});
bool takes(Damped algorithm, const ConstraintSet& set);
void check_takes(const ConstraintSet& set, Damped algorithm);

// The public calls, by an algorithm of the enumeration.
void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              std::span<double> out, Delassus algorithm);
void damped_inverse(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                    std::span<const double> stiffness, std::span<double> out, Damped algorithm);
void damped_solve(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
                  std::span<const double> stiffness, std::span<const double> x, std::span<double> out,
                  Damped algorithm);

}  // namespace tenon
