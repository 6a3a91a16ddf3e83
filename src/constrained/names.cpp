// Names, what an algorithm takes, and what `automatic` takes.
#include "constrained/settings.hpp"
#include "constraints/compiled.hpp"
#include "tenon/constrained.hpp"

namespace tenon {

const char* to_string(Constrained algorithm) {
  switch (algorithm) {
    case Constrained::automatic:
      return "automatic";
    case Constrained::dense:
      return "dense";
    case Constrained::prox_ltl:
      return "prox-ltl";
    case Constrained::prox_ltls:
      return "prox-ltls";
    case Constrained::pv:
      return "pv";
    case Constrained::prox_pv:
      return "prox-pv";
    case Constrained::pv_soft:
      return "pv-soft";
    case Constrained::pv_early:
      return "pv-early";
    case Constrained::constrained_aba:
      return "constrained-aba";
    case Constrained::constrained_aba_plain:
      return "constrained-aba-plain";
    case Constrained::prox_pv_plain:
      break;
  }
  return "prox-pv-plain";
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

Constrained chosen_constrained(const ConstraintSet& set) {
  return set.data().rows_on_effectors() ? Constrained::constrained_aba : Constrained::prox_ltl;
}

RowKinds capability(Constrained algorithm) {
  const bool every =
      algorithm == Constrained::automatic || algorithm == Constrained::dense || algorithm == Constrained::prox_ltl;
  return every ? RowKinds::every : RowKinds::one_body;
}

bool takes(Constrained algorithm, const ConstraintSet& set) { return takes(capability(algorithm), set); }

}  // namespace tenon
