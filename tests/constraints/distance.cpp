// One row of two frames: their distance is the number `offset`. Frames at one place have no line between them; the row
// is then zero.
#include "constraints/draft.hpp"
#include "constraints/frame_rows.hpp"

namespace tenon {
namespace {

enum Number : std::size_t { length };

class Distance final : public ConstraintRules {
 public:
  const char* name() const override { return "distance"; }

  void compile(ConstraintDraft& draft) const override {
    CompiledConstraint& c = draft.out;
    draft.resolve_frame();
    if (!draft.in.frame_b.given()) draft.fail("found no second frame");
    draft.resolve_second_frame();
    draft.finite(draft.in.offset, "offset");
    if (!(draft.in.offset > 0)) draft.fail("offset is not positive, expected a distance");
    c.numbers[length] = draft.in.offset;
    draft.keep_rows(1);
    draft.add_term(c.A.body);
    if (c.B.body != 0) draft.add_term(c.B.body);
  }

  // The row is nᵀ(ṗ_A - ṗ_B): a unit force at each origin, along the line from B to A.
  PlacedTerm place(const CompiledConstraint& c, int term, const KinematicBody<double>* bodies) const override {
    const FramePair<double> p = frame_pair(c, bodies);
    const Vec3<double> n = line(p).n;
    PlacedTerm out;
    out.X_wt.p = term == 0 ? p.A.X.p : p.B.X.p;
    out.k[0].linear = term == 0 ? n : -n;
    return out;
  }

  // d/dt nᵀv at v̇ = 0 is nᵀa + ṅᵀv with ṅ = (v - n nᵀv) / |p_A - p_B|.
  RowNumbers bias(const CompiledConstraint& c, const RowState& state) const override {
    const FramePair<double> p = frame_pair(c, state.bodies());
    const Line l = line(p);
    const Vec3<double> v = p.A.velocity.linear - p.B.velocity.linear;
    const Vec3<double> a = p.A.acceleration.linear - p.B.acceleration.linear;
    const double along = dot(l.n, v);
    return {dot(l.n, a) + l.inverse * (dot(v, v) - along * along)};
  }

  RowNumbers error(const CompiledConstraint& c, const RowState& state) const override {
    return {line(frame_pair(c, state.bodies())).distance - c.numbers[length]};
  }

  void hold(CompiledConstraint& c, const RowState& state) const override {
    c.numbers[length] = line(frame_pair(c, state.bodies())).distance;
  }

 private:
  struct Line {
    Vec3<double> n;
    double distance, inverse;
  };
  static Line line(const FramePair<double>& p) {
    const Vec3<double> d = p.A.X.p - p.B.X.p;
    const double distance = std::sqrt(dot(d, d)), inverse = distance > 0 ? 1 / distance : 0;
    return {inverse * d, distance, inverse};
  }
};

}  // namespace

namespace kinds {
const ConstraintRules& distance() {
  static constexpr Distance rules;
  return rules;
}
}  // namespace kinds

}  // namespace tenon
