// Frames held to the world or to each other. In local axes the rows are constant on the body of A; on that of B they
// turn with A. In world axes both turn with their bodies alone. Conventions: docs/conventions.md.
#include "constraints/kinds/frames.hpp"

#include "constraints/draft.hpp"
#include "constraints/frame_rows.hpp"
#include "model/convert.hpp"

namespace tenon {

void FrameRules::compile(ConstraintDraft& draft) const {
  const Constraint& in = draft.in;
  CompiledConstraint& c = draft.out;
  draft.resolve_frame();
  draft.expect_numbers({});
  if (in.frame_b.given()) draft.resolve_second_frame();
  if (in.axes == Axes::world) draft.fail("found axes \"world\", expected local or world_aligned");
  if (in.target) c.target = to_transform(*in.target);
  draft.keep_rows(rows_);
  c.frame_rows = true;
  const bool local = c.axes == Axes::local;
  draft.add_frame_term(c.A, local ? TermAxes::body : TermAxes::world, 1);
  if (c.B.body != 0) draft.add_frame_term(c.B, local ? TermAxes::state : TermAxes::world, -1);
}

// The axes of A at the place of B.
PlacedTerm FrameRules::place(const CompiledConstraint& c, int, const KinematicBody<double>* bodies) const {
  return {.X_wt = {(bodies[c.A.body].X_wb * c.A.X).R, (bodies[c.B.body].X_wb * c.B.X).p}, .sign = -1, .axis = c.kept};
}

RowNumbers FrameRules::rate(const CompiledConstraint& c, const RowState& state) const {
  return from_motion(velocity_rows(c, frame_pair(c, state.bodies())));
}

RowNumbers FrameRules::bias(const CompiledConstraint& c, const RowState& state) const {
  return from_motion(bias_rows(c, frame_pair(c, state.bodies())));
}

RowNumbers FrameRules::error(const CompiledConstraint& c, const RowState& state) const {
  return from_motion(error_rows(c, frame_pair(c, state.bodies())));
}

void FrameRules::target(const CompiledConstraint& c, const RowState& state, double* target) const {
  frame_target(c, state.bodies(), target);
}

void FrameRules::hold(CompiledConstraint& c, const RowState& state) const {
  if (takes_target(c)) c.target = state.bodies()[c.A.body].X_wb * c.A.X;
}

bool FrameRules::takes_target(const CompiledConstraint& c) const { return c.B.body == 0; }

}  // namespace tenon
