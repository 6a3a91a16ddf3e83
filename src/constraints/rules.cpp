// What kinds inherit: places of terms with fixed axes, rates by the terms, and the target of a row.
#include "constraints/frame_rows.hpp"
#include "model/convert.hpp"

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

PlacedTerm ConstraintRules::place(const CompiledConstraint&, int, const KinematicBody<double>*) const {
  throw Error(std::string(name()) + ": a term has axes of the state, but the kind does not place it");
}

PlacedTerm placed(const CompiledConstraint& c, const BodyTerm& term, int index, const KinematicBody<double>* bodies) {
  if (term.axes == TermAxes::state) return c.rules->place(c, index, bodies);
  Transform<double> X_wt = bodies[term.body].X_wb * term.X_bt;
  if (term.axes == TermAxes::world) X_wt.R = identity3<double>();
  return {.X_wt = X_wt, .sign = term.sign, .axis = term.axis};
}

Force<double> body_force(const PlacedTerm& place, int r, const KinematicBody<double>& body) {
  return act(inverse(body.X_wb) * place.X_wt, place.force(r));
}

RowNumbers ConstraintRules::rate(const CompiledConstraint& c, const RowState& state) const {
  RowNumbers rate{};
  const std::span<const BodyTerm> terms = state.set.terms_of(c);
  for (int t = 0; t < c.terms; ++t) {
    const BodyTerm& term = terms[at(t)];
    const KinematicBody<double>& body = state.bodies()[term.body];
    const PlacedTerm place = placed(c, term, t, state.bodies());
    const RowNumbers v = from_motion(act(inverse(place.X_wt) * body.X_wb, body.v));
    for (int r = 0; r < c.rows; ++r) rate[at(c.kept[at(r)])] += place.row_of(v, r);
  }
  for (const JointEntry& entry : state.set.entries_of(c))
    rate[at(c.kept[at(entry.row)])] += entry.coefficient * state.v[at(entry.dof)];
  return rate;
}

void ConstraintRules::target(const CompiledConstraint& c, const RowState& state, double* target) const {
  const RowNumbers rates = rate(c, state), biases = bias(c, state);
  const RowNumbers errors = c.kp == 0 ? RowNumbers{} : error(c, state);
  for (int r = 0; r < c.rows; ++r) {
    const std::size_t k = at(c.kept[at(r)]);
    target[c.row + r] = row_target(c, r, rates[k], errors[k], biases[k]);
  }
}

}  // namespace tenon
