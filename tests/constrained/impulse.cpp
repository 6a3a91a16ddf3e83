// Velocities after an impact: against dense matrices, momentum, energy, a ball on the floor.
#include "constrained/question.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {
namespace {

struct Impact {
  Vector velocity, impulse;
  SolveReport report;
};
Impact impact(const ConstrainedQuestion& q, Constrained algorithm, double restitution = 0) {
  Workspace ws(q.m.model, q.set);
  Impact out{Vector(q.m.nv(), NAN), Vector(q.rows(), NAN), {}};
  out.report =
      constrained_impulse(q.m.model, q.set, ws, {q.m.q, q.m.v},
                          {.algorithm = to_string(algorithm), .restitution = restitution}, {out.velocity, out.impulse});
  return out;
}

// J v⁺ = -e J v always has a solution: v⁺ = -e v is one. v⁺ - v is its M-orthogonal part. Stiffness has no part in it.
TEST(Impulse, StopsTheRowsAndBalancesMomentum) {
  std::size_t asked = 0, stalled_plain = 0;  // the plain listing does not correct what mu costs, and may say so
  for (const auto seed : seeds(300)) {
    const ConstrainedQuestion q = soft_question(seed);
    DenseKktReport dense;
    q.dense(&dense);
    if (dense.rank > 0 && dense.smallest < 100) continue;
    const Dense J = q.J(), M = q.M();
    const Column v = column(q.m.v);
    const double scale = 1 + v.norm();
    for (const Constrained algorithm : exact)
      for (const double e : {0.0, 0.4}) {
        const Impact found = impact(q, algorithm, e);
        const std::string where = std::to_string(seed) + " " + to_string(algorithm);
        if (refuses_redundant(algorithm) && dense.rank < q.set.rows()) {
          EXPECT_EQ(found.report.status, SolveStatus::redundant_rows) << where;
          EXPECT_EQ(found.velocity, q.m.v) << where;  // nothing happens
          continue;
        }
        ++asked;
        const bool plain = algorithm == Constrained::constrained_aba_plain;
        if (plain && found.report.status == SolveStatus::stalled)
          ++stalled_plain;
        else
          EXPECT_EQ(found.report.status, SolveStatus::converged) << where;
        const Column after = column(found.velocity), force = J.transpose() * column(found.impulse);
        if (q.rows() > 0) EXPECT_LE((J * after + e * J * v).cwiseAbs().maxCoeff(), 1e-9 * scale) << where;
        EXPECT_LE((M * (after - v) - force).norm(),
                  (1e-9 + 1e-16 * dense.largest) * (1 + M.norm() * scale + force.norm()))
            << where;
        // Energy changes by ½ΛᵀJ(v⁺ + v) = ½(1 - e)ΛᵀJ v, which is not positive.
        EXPECT_LE(after.dot(M * after), v.dot(M * v) * (1 + 1e-9) + 1e-9) << where;
      }
  }
  EXPECT_GE(static_cast<double>(asked), nearly(4570, 300));
  EXPECT_LE(static_cast<double>(stalled_plain), hardly_more_than(78, 300));
}

TEST(Impulse, OfTheDenseReferenceIsTheSame) {
  for (const auto seed : seeds(100)) {
    const ConstrainedQuestion q =
        soft_question(seed, {.most = 3, .loops = true, .joints = true, .centre_of_mass = true});
    DenseKktReport dense;
    q.dense(&dense);
    if (dense.rank == 0 || dense.smallest < 100) continue;
    const Impact expected = impact(q, Constrained::dense, 0.2), found = impact(q, Constrained::automatic, 0.2);
    EXPECT_LE(distance(found.velocity, expected.velocity), 1e-8) << seed;
    EXPECT_LE(distance(found.impulse, expected.impulse), 1e-6) << seed;
  }
}

// A ball that falls at 3 m/s and is caught by its centre loses all of it: m v.
TEST(Impulse, OfABallThatIsCaughtIsItsMomentum) {
  ModelBuilder builder("ball");
  builder.link("ball", solid_sphere(4, 0.5));
  builder.free("root", "", "ball");
  const Model model = builder.build();
  const ConstraintSet set(model, {connect("ball")});
  const Vector q{0, 0, 0, 0, 0, 0, 1}, v{0, 0, -3, 1, 0, 0};
  for (const Constrained algorithm : exact) {
    Workspace ws(model, set);
    Vector after(6), impulse(3);
    EXPECT_EQ(constrained_impulse(model, set, ws, {q, v}, {.algorithm = to_string(algorithm)}, {after, impulse}).status,
              SolveStatus::converged);
    EXPECT_LE(distance(after, Vector{0, 0, 0, 1, 0, 0}), 1e-10) << to_string(algorithm);
    EXPECT_LE(distance(impulse, Vector{0, 0, 12}), 1e-9) << to_string(algorithm);
    EXPECT_EQ(constrained_impulse(model, set, ws, {q, v}, {.algorithm = to_string(algorithm), .restitution = 1},
                                  {after, impulse})
                  .status,
              SolveStatus::converged);
    EXPECT_LE(distance(after, Vector{0, 0, 3, 1, 0, 0}), 1e-10) << to_string(algorithm);
    after = v;  // in place
    EXPECT_EQ(
        constrained_impulse(model, set, ws, {q, after}, {.algorithm = to_string(algorithm)}, {after, impulse}).status,
        SolveStatus::converged);
    EXPECT_LE(distance(after, Vector{0, 0, 0, 1, 0, 0}), 1e-10) << to_string(algorithm);
  }
}

TEST(Impulse, RefusesBadInputBeforeItWrites) {
  const Mechanism m(generators::quadruped_standin(), 5);
  const ConstraintSet set(m.model, {connect("FL_foot")});
  Workspace ws(m.model, set);
  Vector after(m.nv(), 7.0), impulse(3, 7.0), spoilt = m.v;
  spoilt[1] = NAN;
  EXPECT_THROW((void)constrained_impulse(m.model, set, ws, {m.q, spoilt}, {after, impulse}), Error);
  EXPECT_THROW((void)constrained_impulse(m.model, set, ws, {m.q, m.v}, {.restitution = 1.5}, {after, impulse}), Error);
  EXPECT_THROW((void)constrained_impulse(m.model, set, ws, {m.q, m.v}, {.restitution = NAN}, {after, impulse}), Error);
  EXPECT_THROW((void)constrained_impulse(m.model, set, ws, {m.q, m.v}, {.penalty = -1}, {after, impulse}), Error);
  EXPECT_THROW((void)constrained_impulse(m.model, set, ws, {m.q, m.v}, {std::span(after).first(3), impulse}), Error);
  EXPECT_EQ(after, Vector(m.nv(), 7.0));
  EXPECT_EQ(impulse, Vector(3, 7.0));
}

}  // namespace
}  // namespace tenon::test
