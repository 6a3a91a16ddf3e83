// Sums over the bodies that move: mass, centre of mass and momentum, in world axes. Rotor armature is not part of
// momenta. O(n); as matrices O(n d), each body adding to the columns of the joints that carry it.
#pragma once

#include <vector>
#include "dynamics/moving.hpp"
#include "kinematics/forward.hpp"
#include "model/algorithm_facts.hpp"
#include "model/each_axis.hpp"

namespace tenon {

// Of everything that moves: m c, its rate and the rate of that.
template <class S>
struct MassMoments {
  Vec3<S> moment, momentum, force;
};

inline namespace TENON_ISA {

inline double moving_mass(const CompiledModel& model) {
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i)
    if (moves(model, i)) mass += model.bodies[i].I.m;
  return mass;
}

// m c of one body.
template <class S>
Vec3<S> mass_moment(const KinematicBody<S>& b, const Inertia<double>& I) {
  return b.X_wb.R * I.h + I.m * b.X_wb.p;
}

template <class S>
MassMoments<S> mass_moments(const CompiledModel& model, const KinematicBody<S>* body) {
  MassMoments<S> sum{};
  for (int i = 1; i < model.body_count(); ++i) {
    if (!moves(model, i)) continue;
    const KinematicBody<S>& b = body[i];
    const Inertia<double>& I = model.bodies[i].I;
    const Force<S> h = I * b.v, f = I * b.a + cross(b.v, h);
    sum.moment += mass_moment(b, I);
    sum.momentum += b.X_wb.R * h.linear;
    sum.force += b.X_wb.R * f.linear;
  }
  return sum;
}
// The first of these alone.
template <class S>
Vec3<S> centre_of(const CompiledModel& model, const KinematicBody<S>* body) {
  Vec3<S> moment{};
  for (int i = 1; i < model.body_count(); ++i)
    if (moves(model, i)) moment += mass_moment(body[i], model.bodies[i].I);
  const double mass = moving_mass(model);
  return mass > 0 ? S(1 / mass) * moment : moment;
}

// A momentum at the world origin as it is about another point ([RBDA] §2.13).
template <class S>
Force<S> about(const Vec3<S>& point, const Force<S>& h) {
  return {h.linear, cross_add(h.linear, point, h.angular)};
}

template <class S>
Force<S> momentum_about(const CompiledModel& model, const KinematicBody<S>* body, const Vec3<S>& point) {
  Force<S> h{};
  for (int i = 1; i < model.body_count(); ++i)
    if (moves(model, i)) h += act(body[i].X_wb, model.bodies[i].I * body[i].v);
  return about(point, h);
}

// visit(dof, h) with h the momentum that one body has for unit velocity of that degree of freedom. O(n d) visits.
template <class S, class Visit>
void each_momentum_column(const CompiledModel& model, const KinematicBody<S>* body, Visit&& visit) {
  for (int i = 1; i < model.body_count(); ++i) {
    const Inertia<S> I = act(body[i].X_wb, model.bodies[i].I);
    for (int j = i; j > 0; j = model.bodies[j].parent)
      each_axis(model.bodies[j], [&](int dof, const Motion<double>& s) { visit(dof, I * act(body[j].X_wb, s)); });
  }
}

// Position, velocity and acceleration of the centre of mass; what the kinematics left at zero folds.
template <class Run>
void count_centre(Run& run) {
  using N = typename Run::Number;
  const N r(1 / moving_mass(run.model));
  MassMoments<N> sum = mass_moments(run.model, run.body.data());
  for (Vec3<N>* part : {&sum.moment, &sum.momentum, &sum.force}) *part = r * *part;
}
// Columns of a momentum map, each a sum over bodies.
template <int rows, class Run, class Column>
void count_columns(Run& run, Column&& column) {
  using N = typename Run::Number;
  std::vector<N> map(rows * run.out.size());
  each_momentum_column(run.model, run.body.data(), [&](int dof, const Force<N>& h) {
    Force<N> c = column(h);
    const auto part = run.parts(c);
    for (std::size_t row = 0; row < rows; ++row)
      map[row * run.out.size() + static_cast<std::size_t>(dof)] += *part[row];
  });
}

struct CentrePosition {
  static constexpr AlgorithmFacts facts{.name = "body-sum",
                                        .family = "com",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n)",
                                        .weights = {50, 18.9, 0.095}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(centre_of_mass(ask.model, ask.moved()).position);
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(nullptr, nullptr);
    count_centre(run);
  }
};

struct CentreVelocity {
  static constexpr AlgorithmFacts facts{.name = "body-sum",
                                        .family = "com_velocity",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n)",
                                        .weights = {52, 26.1, 0.071}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(centre_of_mass(ask.model, ask.moved(ask.given.v)).velocity);
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, nullptr);
    count_centre(run);
  }
};

struct CentreAcceleration {
  static constexpr AlgorithmFacts facts{.name = "body-sum",
                                        .family = "com_acceleration",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n)",
                                        .weights = {75, 25.5, 0.067}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(centre_of_mass(ask.model, ask.moved(ask.given.v, ask.given.a)).acceleration);
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, &run.a);
    count_centre(run);
  }
};

struct CentreJacobian {
  static constexpr AlgorithmFacts facts{.name = "momentum-map",
                                        .family = "com_jacobian",
                                        .paper = "definition",
                                        .listing = "linear half of the map",
                                        .complexity = "O(n d)",
                                        .weights = {0, 15.2, 0.184}};
  template <class Ask>
  static void compute(const Ask& ask) {
    centre_of_mass_jacobian(ask.model, ask.moved(), ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    using N = typename Run::Number;
    run.kinematics(nullptr, nullptr);
    const N r(1 / moving_mass(run.model));
    count_columns<3>(run, [&](const Force<N>& h) { return Force<N>{r * h.linear, h.angular}; });
  }
};

struct BodyMomentum {
  static constexpr AlgorithmFacts facts{.name = "body-sum",
                                        .family = "momentum",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n)",
                                        .weights = {63, 27.4, 0.072}};
  template <class Ask>
  static void compute(const Ask& ask) {
    ask.answer(centroidal_momentum(ask.model, ask.moved(ask.given.v)));
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(&run.v, nullptr);
    momentum_about(run.model, run.body.data(), centre_of(run.model, run.body.data()));
  }
};

struct MomentumMap {
  static constexpr AlgorithmFacts facts{.name = "momentum-map",
                                        .family = "centroidal_map",
                                        .paper = "definition",
                                        .listing = "body by body",
                                        .complexity = "O(n d)",
                                        .weights = {0, 34.1, 0.188}};
  template <class Ask>
  static void compute(const Ask& ask) {
    centroidal_map(ask.model, ask.moved(), ask.out);
  }
  template <class Run>
  static void count(Run& run) {
    run.kinematics(nullptr, nullptr);
    const auto centre = centre_of(run.model, run.body.data());
    count_columns<6>(run, [&](const Force<typename Run::Number>& h) { return about(centre, h); });
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
