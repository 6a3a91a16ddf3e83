// Names, what an algorithm takes, and what `automatic` takes.
#include "constrained/algorithms.hpp"
#include "constrained/settings.hpp"
#include "delassus/listed.hpp"

namespace tenon {

namespace {

constexpr auto list = listed<ConstrainedAlgorithms>();

// The enumerators stand in the order of the list.
constexpr bool stands(Constrained algorithm, std::string_view name) {
  return list[static_cast<std::size_t>(algorithm)].name == name;
}
static_assert(stands(Constrained::constrained_aba, "constrained-aba") &&
              stands(Constrained::constrained_aba_plain, "constrained-aba-plain") &&
              stands(Constrained::prox_pv, "prox-pv") && stands(Constrained::prox_pv_plain, "prox-pv-plain") &&
              stands(Constrained::prox_ltls, "prox-ltls") && stands(Constrained::prox_ltl, "prox-ltl") &&
              stands(Constrained::pv, "pv") && stands(Constrained::pv_early, "pv-early") &&
              stands(Constrained::pv_soft, "pv-soft") && stands(Constrained::dense, "dense"));

constexpr auto traits = for_each_type(ConstrainedAlgorithms{}, []<class A>() {
  ConstrainedTraits of;
  if constexpr (requires { A::penalty; }) of.penalty = A::penalty;
  if constexpr (requires { A::iterates; }) of.iterates = A::iterates;
  if constexpr (requires { A::grows; }) of.grows = A::grows;
  if constexpr (requires { A::soft_rows; }) of.soft_rows = A::soft_rows;
  if constexpr (requires { A::reference; }) of.reference = A::reference;
  if constexpr (requires { A::on_walk; }) of.on_walk = A::on_walk;
  return of;
});

}  // namespace

const ConstrainedTraits& traits_of(Constrained algorithm) { return traits[static_cast<std::size_t>(algorithm)]; }

Constrained find_constrained(std::string_view name) { return static_cast<Constrained>(find_position(list, name)); }
const char* to_string(Constrained algorithm) { return name_at(list, static_cast<int>(algorithm)).data(); }
bool takes(Constrained algorithm, const ConstraintSet& set) { return takes(list, static_cast<int>(algorithm), set); }
void check_takes(const ConstraintSet& set, Constrained algorithm) {
  const auto position = static_cast<std::size_t>(algorithm);
  if (traits_of(algorithm).soft_rows)
    check_takes(list[position].takes, set, list[position].name, "no algorithm takes soft rows of other kinds");
  else
    check_takes(list, static_cast<int>(algorithm), set);
}

const char* to_string(SolveStatus status) {
  switch (status) {
    case SolveStatus::converged:
      return "converged";
    case SolveStatus::max_iterations:
      return "max_iterations";
    case SolveStatus::infeasible:
      return "infeasible";
    case SolveStatus::stalled:
      return "stalled";
    case SolveStatus::redundant_rows:
      break;
  }
  return "redundant_rows";
}

Constrained chosen_constrained(const ConstraintSet& set, bool soft) {
  if (soft) return Constrained::pv_soft;
  return set.data().rows_on_effectors() ? Constrained::constrained_aba : Constrained::prox_ltl;
}

}  // namespace tenon
