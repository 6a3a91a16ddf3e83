// Sums over the bodies that move: mass, centre of mass and momentum, in world axes. Rotor armature is not part of
// momenta. O(n); as matrices O(n d), each body adding to the columns of the joints that carry it.
#pragma once

#include "dynamics/moving.hpp"
#include "kinematics/each_axis.hpp"
#include "kinematics/forward.hpp"

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

}  // namespace TENON_ISA
}  // namespace tenon
