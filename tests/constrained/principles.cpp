// What constrained motion is, whatever computes it.
#include "constrained/question.hpp"
#include "tenon/configuration.hpp"

namespace tenon::test {
namespace {

// Rows on the world alone for the algorithms of bodies; joint space and the dense reference take every kind.
struct Family {
  const char* name;
  ConstraintMix mix;
  std::vector<Constrained> algorithms;
  int of_lambda, of_acceleration, of_rows, of_gauss, of_balance;  // how many comparisons there are today
};
const std::vector<Family>& families() {
  static const std::vector<Family> list{{"to the world",
                                         {.most = 3, .loops = false, .joints = false, .centre_of_mass = false},
                                         {std::begin(exact), std::end(exact)},
                                         491,
                                         637,
                                         90,
                                         794,
                                         1800},
                                        {"every kind",
                                         {.most = 3, .loops = true, .joints = true, .centre_of_mass = true},
                                         {Constrained::prox_ltl, Constrained::dense},
                                         178,
                                         178,
                                         119,
                                         188,
                                         400}};
  return list;
}

// Targets that move: gains, references that are not zero, and a target placement where one is allowed. Redundant rows
// take the references of an acceleration that all of them can have.
struct MovingQuestion : ConstrainedQuestion {
  DenseKktReport problem;
  bool full_rank = false;
  Column reference;

  static std::vector<Constraint> with_targets(std::vector<Constraint> list, Random& random) {
    const auto angle = [&] { return random.uniform(-1, 1); };
    for (Constraint& c : list) {
      const bool held = (c.kind == ConstraintKind::weld || c.kind == ConstraintKind::connect) && !c.frame_b.given();
      if (held) c.target = placement_from_rpy({angle(), angle(), angle()}, {angle(), angle(), angle()});
      c.kp = random.uniform(0, 3), c.kd = random.uniform(0, 3);
      if (c.kind == ConstraintKind::held_still) c.kp = 0;
      c.reference.clear(), c.stiffness.clear();
    }
    return list;
  }
  static MovingQuestion random(std::uint64_t seed, const ConstraintMix& mix) {
    Mechanism m = random_mechanism(seed);
    Random numbers(seed + 7);
    const std::vector<Constraint> list = with_targets(random_constraints(m.model, numbers, mix), numbers);
    return MovingQuestion(std::move(m), list, seed);
  }

  MovingQuestion(Mechanism mechanism, std::span<const Constraint> constraints, std::uint64_t seed)
      : ConstrainedQuestion(std::move(mechanism), constraints, seed), reference(Column::Zero(set.rows())) {
    dense(&problem);
    full_rank = problem.rank == set.rows();
    if (!full_rank) {
      make_feasible();
      return;
    }
    Random numbers(seed + 23);
    for (int c = 0; c < set.size(); ++c) {
      const Vector wanted = numbers.vector(set.rows(c), 2);
      set.set_reference(c, wanted);
      reference.segment(set.first_row(c), set.rows(c)) = column(wanted);
    }
    dense(&problem);
  }
  // The rounding of a force is mu times that of a row, so large against the other forces; pv and dense have no mu.
  double rounding(Constrained algorithm) const {
    const bool direct = refuses_redundant(algorithm) || algorithm == Constrained::dense;
    return direct ? 0 : 5e-16 * problem.largest;
  }
};

// d/dt at t = 0 by five points. The error is of the order (ω h)⁴ and 1e-16 / h of what is differentiated.
template <class Function>
auto rate_of(Function&& f) -> decltype(f(0.0)) {
  constexpr double h = 3e-4;
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// A motion through the question's state whose acceleration there is a.
struct Motion {
  const ConstrainedQuestion& question;
  Column a;

  Vector q(double t) const {
    Vector along = question.m.v, out(question.m.q.size());
    for (double& x : along) x *= t;
    integrate(question.m.model, question.m.q, along, out);
    return out;
  }
  Vector v(double t) const {
    Vector out = question.m.v;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += t * a[static_cast<Eigen::Index>(k)];
    return out;
  }
  // Kinetic and potential energy.
  double energy(double t) const {
    Workspace ws(question.m.model);
    const Energy e = tenon::energy(question.m.model, ws, {q(t), v(t)});
    return e.kinetic + e.potential;
  }
  Column row_velocity(double t) const {
    Kinematics kinematics(question.m.model);
    forward_kinematics(question.m.model, {q(t), v(t)}, kinematics);
    Column out(question.set.rows());
    constraint_velocity(question.m.model, question.set, kinematics, v(t), {out.data(), question.rows()});
    return out;
  }
};

// What tau, wrenches and forces of rows do per second.
struct Power {
  double joints = 0, wrenches = 0, rows = 0;
  double size = 1;  // of the largest parts that cancel

  Power(const ConstrainedQuestion& question, const Column& lambda) {
    const Column v = column(question.m.v), row_v = question.J() * v;
    const auto add = [&](double part, double& sum) { sum += part, size = std::max(size, std::abs(part)); };
    for (Eigen::Index k = 0; k < v.size(); ++k) add(v[k] * column(question.tau)[k], joints);
    for (Eigen::Index r = 0; r < lambda.size(); ++r) add(lambda[r] * row_v[r], rows);
    for (const ExternalWrench& w : question.wrenches) {
      const Vector6 twist = frame_velocity(question.m.model, question.kinematics(), w.frame, Axes::local);
      for (std::size_t k = 0; k < 6; ++k) add(w.wrench[k] * twist[k], wrenches);
    }
  }
  double sum() const { return joints + wrenches + rows; }
};

// How far energy and power are apart, as a share of the largest power.
double unbalanced(const MovingQuestion& question, const Column& a, const Column& lambda) {
  const Motion motion{question, a};
  const Power power(question, lambda);
  return std::abs(rate_of([&](double t) { return motion.energy(t); }) - power.sum()) / power.size;
}

// How far the rows' acceleration, by differences of their velocity, is from reference - kd ė - kp e.
double unmet(const MovingQuestion& question, const Column& a) {
  const Motion motion{question, a};
  const Column found = rate_of([&](double t) -> Column { return motion.row_velocity(t); });
  Column error(question.set.rows());
  const Kinematics kinematics = question.kinematics();
  constraint_error(question.m.model, question.set, kinematics, question.m.q, {error.data(), question.rows()});
  const Column velocity = motion.row_velocity(0), moved = question.J().cwiseAbs() * a.cwiseAbs();
  double worst = 0, size = 1;
  for (int c = 0; c < question.set.size(); ++c)
    for (int k = 0; k < question.set.rows(c); ++k) {
      const Constraint& stated = question.list[static_cast<std::size_t>(c)];
      const Eigen::Index r = question.set.first_row(c) + k;
      const double expected = question.reference[r] - stated.kd * velocity[r] - stated.kp * error[r];
      worst = std::max(worst, std::abs(found[r] - expected));
      size = std::max({size, std::abs(expected), moved[r]});
    }
  return worst / size;
}

// Energy changes by what joints, wrenches and rows do: M v̇ + c = τ + Jᵀλ + wrenches, projected on v, without any of the
// dynamics' own calls. Rows move (J v ≠ 0), so λ takes part. A λ or a v̇ that is off by a millionth is told wherever its
// power is not small, and so is the other sign of λ.
TEST(PowerBalance, EnergyChangesByTheWorkOfJointsWrenchesAndRows) {
  for (const Family& family : families()) {
    std::size_t of_lambda = 0, of_acceleration = 0;
    for (const auto seed : seeds(100)) {
      const MovingQuestion question = MovingQuestion::random(seed, family.mix);
      if (question.rows() == 0) continue;
      const Column v = column(question.m.v);
      for (const Constrained algorithm : family.algorithms) {
        const Answer found = question.by(algorithm);
        const Column a = column(found.a), force = column(found.lambda);
        const double tolerance = 5e-9 + question.rounding(algorithm);
        const std::string where = std::to_string(seed) + " " + family.name + " " + to_string(algorithm);
        EXPECT_LE(unbalanced(question, a, force), tolerance) << where;
        const Power power(question, force);
        const double rows = std::abs(power.rows) / power.size;
        const double inertia = std::abs(v.dot(question.M() * a)) / power.size;
        if (1e-6 * rows > 3 * tolerance) {
          EXPECT_GT(unbalanced(question, a, (1 + 1e-6) * force), tolerance) << where;
          EXPECT_GT(unbalanced(question, a, -force), rows) << where;
          ++of_lambda;
        }
        if (1e-6 * inertia > 3 * tolerance) {
          EXPECT_GT(unbalanced(question, (1 + 1e-6) * a, force), tolerance) << where;
          ++of_acceleration;
        }
      }
    }
    EXPECT_GE(of_lambda, nearly(family.of_lambda, 100)) << family.name;
    EXPECT_GE(of_acceleration, nearly(family.of_acceleration, 100)) << family.name;
  }
}

// J v changes as references, gains and targets ask, by differences of J v along the motion: J̇ v is in nothing here.
TEST(RowAcceleration, IsWhatReferencesAndGainsAskForByDifferencesOfTheirVelocity) {
  for (const Family& family : families()) {
    std::size_t compared = 0;
    for (const auto seed : seeds(200)) {
      const MovingQuestion question = MovingQuestion::random(seed, family.mix);
      if (question.rows() == 0 || !question.full_rank || question.problem.smallest < 100) continue;
      for (const Constrained algorithm : family.algorithms) {
        const Column a = column(question.by(algorithm).a);
        EXPECT_LE(unmet(question, a), 5e-10) << seed << " " << family.name << " " << to_string(algorithm);
        EXPECT_GT(unmet(question, (1 + 1e-6) * a), 5e-10) << seed << " " << family.name;
      }
      ++compared;
    }
    EXPECT_GE(compared, nearly(family.of_rows, 200)) << family.name;
  }
}

// Gauss: of all accelerations that meet the rows the true one is nearest to the free one in the norm of M. First order:
// v̇ - v̇₀ is M-orthogonal to every motion d that the rows leave free. Second order: a step of ε |v̇ - v̇₀| along d makes
// the distance larger, although that is a matter of ε². Both tell an error of a millionth along any d.
struct Gauss {
  const ConstrainedQuestion& question;
  Dense M = question.M();
  Column free = question.free();
  Eigen::MatrixXd kernel = Eigen::FullPivLU<Eigen::MatrixXd>(question.J()).kernel();

  explicit Gauss(const ConstrainedQuestion& q) : question(q) {
    const Dense size = kernel.transpose() * M * kernel;  // orthonormal in the norm of M from here on
    kernel = Eigen::LLT<Dense>(size).matrixL().solve(kernel.transpose()).transpose().eval();
  }
  double norm(const Column& x) const { return std::sqrt(x.dot(M * x)); }
  double cosine(const Column& a) const {
    return (kernel.transpose() * (M * (a - free))).cwiseAbs().maxCoeff() / norm(a - free);
  }
  // |x + step|² - |x|² in a form that does not cancel.
  bool is_nearest(const Column& a, double epsilon) const {
    for (Eigen::Index k = 0; k < kernel.cols(); ++k)
      for (const double sign : {-1.0, 1.0}) {
        const Column step = sign * epsilon * norm(a - free) * kernel.col(k);
        if ((M * step).dot(2 * (a - free) + step) <= 0) return false;
      }
    return true;
  }
};

TEST(GaussPrinciple, TheTrueAccelerationIsNearestToTheFreeOne) {
  constexpr double epsilon = 1e-6;
  for (const Family& family : families()) {
    std::size_t compared = 0;
    for (const auto seed : seeds(100)) {
      const MovingQuestion question = MovingQuestion::random(seed, family.mix);
      if (question.rows() == 0 || question.problem.rank == question.m.model.nv() || question.problem.smallest < 100)
        continue;
      const Gauss gauss(question);
      const Column target = question.target();
      for (const Constrained algorithm : family.algorithms) {
        if (refuses_redundant(algorithm) && !question.full_rank) continue;
        const Column a = column(question.by(algorithm).a);
        const std::string where = std::to_string(seed) + " " + family.name + " " + to_string(algorithm);
        // The plain listing does not correct what mu costs v̇.
        const bool plain = algorithm == Constrained::constrained_aba_plain;
        EXPECT_LE(gauss.cosine(a), plain ? 1e-8 : 1e-11) << where;
        EXPECT_TRUE(gauss.is_nearest(a, epsilon)) << where;
        EXPECT_LE((question.J() * a - target).cwiseAbs().maxCoeff(), 1e-9 * (1 + a.norm())) << where;
        for (Eigen::Index k = 0; k < gauss.kernel.cols(); ++k) {
          const Column wrong = a + epsilon * gauss.norm(a - gauss.free) * gauss.kernel.col(k);
          EXPECT_GT(gauss.cosine(wrong), 0.9 * epsilon) << where;
          EXPECT_FALSE(gauss.is_nearest(wrong, epsilon)) << where;
        }
        ++compared;
      }
    }
    EXPECT_GE(compared, nearly(family.of_gauss, 100)) << family.name;
  }
}

// Forces balance: M v̇ + c = τ + Jᵀλ + wrenches, by RNEA.
TEST(ConstraintForces, BalanceTheMotionEquation) {
  for (const Family& family : families()) {
    std::size_t compared = 0;
    for (const auto seed : seeds(200)) {
      const MovingQuestion question = MovingQuestion::random(seed, family.mix);
      if (question.rows() == 0) continue;
      const Dense J = question.J();
      Workspace ws(question.m.model);
      for (const Constrained algorithm : family.algorithms) {
        const Answer found = question.by(algorithm);
        Vector tau(question.m.nv());
        rnea(question.m.model, ws, {question.m.q, question.m.v}, found.a, {.wrenches = question.wrenches}, tau);
        const Column force = J.transpose() * column(found.lambda);
        const Column size = J.cwiseAbs().transpose() * column(found.lambda).cwiseAbs();
        const double scale = 1 + column(tau).norm() + size.norm();
        EXPECT_LE((column(tau) - column(question.tau) - force).norm(), (1e-9 + question.rounding(algorithm)) * scale)
            << seed << " " << family.name << " " << to_string(algorithm);
        ++compared;
      }
    }
    EXPECT_GE(compared, nearly(family.of_balance, 200)) << family.name;
  }
}

}  // namespace
}  // namespace tenon::test
