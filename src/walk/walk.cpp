// Steps and their constants out of a schedule; a group's constants lie lane by lane.
#include "walk/walk.hpp"

#include <algorithm>
#include <cstring>

#include "model/compiled.hpp"
#include "model/joint_axis.hpp"
#include "walk/walk.hpp"

namespace tenon {
StepConstants<double> constants_of(const CompiledModel& model, const Body& body) {
  StepConstants<double> k{};
  k.X = body.X_pj;
  k.I = body.I;
  if (!has_axis(body.kind)) return k;
  k.armature = model.armature[static_cast<std::size_t>(body.v)];
  k.turn = body.kind == JointKind::prismatic ? 0 : 1;
  k.slide = body.kind == JointKind::prismatic ? 1 : body.kind == JointKind::helical ? body.pitch : 0;
  if (body.tag == PlacementTag::x_screw) {
    // Rot_x(alpha)'s sine and cosine as the compiled rotation has them: exact where axes are at right angles.
    k.sine = -body.X_pj.R.yz, k.cosine = body.X_pj.R.zz;
    k.sine_sine = k.sine * k.sine, k.sine_cosine = k.sine * k.cosine;
    k.a = body.screw.a, k.d = body.screw.d, k.theta = body.screw.theta;
    k.X = {{1, 0, 0, 0, k.cosine, -k.sine, 0, k.sine, k.cosine}, {k.a, -(k.d * k.sine), k.d * k.cosine}};
  }
  return k;
}

StepConstants<double> idle_constants() {
  StepConstants<double> k{};
  k.cosine = 1;
  k.X = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  k.I = {1, {0, 0, 0}, {1, 0, 0, 1, 0, 1}};
  k.turn = 1;
  return k;
}

template <int W>
void set_lane(StepConstants<LaneRow<W>>& lanes, int lane, const StepConstants<double>& k) {
  // Both structs are plain sequences of the same numbers.
  constexpr std::size_t count = sizeof(StepConstants<double>) / sizeof(double);
  static_assert(sizeof(StepConstants<LaneRow<W>>) == count * sizeof(LaneRow<W>));
  double from[count];
  std::memcpy(from, &k, sizeof k);
  auto* to = reinterpret_cast<unsigned char*>(&lanes);
  for (std::size_t n = 0; n < count; ++n)
    std::memcpy(to + (n * W + static_cast<std::size_t>(lane)) * sizeof(double), &from[n], sizeof(double));
}

template void set_lane<4>(StepConstants<LaneRow<4>>&, int, const StepConstants<double>&);

namespace {

StepForm form_of(const CompiledModel& model, const Body& body) {
  if (!has_axis(body.kind)) return StepForm::other;
  const bool plain = body.kind == JointKind::revolute && model.armature[static_cast<std::size_t>(body.v)] == 0;
  if (body.tag == PlacementTag::x_screw) {
    const double sine = -body.X_pj.R.yz, cosine = body.X_pj.R.zz;  // of the angle between the axes
    if (!plain) return StepForm::screw_one_dof;
    if (sine == 1 && cosine == 0) return StepForm::right_revolute;
    return sine == 0 && cosine == 1 ? StepForm::parallel_revolute : StepForm::screw_revolute;
  }
  return plain ? StepForm::general_revolute : StepForm::general_one_dof;
}

// A group runs the form that all of its lanes fit: legs that are alike agree on right and parallel axes, too.
StepForm joined(StepForm a, StepForm b) {
  if (a == b) return a;
  const bool revolute = is_revolute(a) && is_revolute(b);
  if (!is_screw(a) || !is_screw(b)) return revolute ? StepForm::general_revolute : StepForm::general_one_dof;
  return revolute ? StepForm::screw_revolute : StepForm::screw_one_dof;
}

template <int W>
GroupStep<W> group_step(const CompiledModel& model, const LaneGroup& group) {
  GroupStep<W> step;
  step.starts = group.starts, step.ends = group.ends, step.receives = group.receives;
  int any = -1;
  bool first = true;
  for (int lane = 0; lane < W; ++lane) {
    const int i = group.body[static_cast<std::size_t>(lane)];
    if (i < 0) continue;
    any = i;
    step.active |= static_cast<std::uint8_t>(1u << lane);
    const StepForm form = form_of(model, model.bodies[static_cast<std::size_t>(i)]);
    step.form = joined(first ? form : step.form, form);
    first = false;
  }
  bool one_parent = step.ends != 0;
  for (int lane = 0; lane < W; ++lane) {
    const std::size_t l = static_cast<std::size_t>(lane);
    const int i = group.body[l] >= 0 ? group.body[l] : any;
    const Body& body = model.bodies[static_cast<std::size_t>(i)];
    const StepConstants<double> k = group.body[l] >= 0 ? constants_of(model, body) : idle_constants();
    set_lane(step.k, lane, k);
    step.body[l] = i, step.parent[l] = body.parent, step.q[l] = body.q, step.v[l] = body.v;
    if (!(step.ends >> lane & 1)) continue;
    one_parent = one_parent && (step.meets < 0 || step.meets == body.parent);
    step.meets = body.parent;
  }
  if (!one_parent) step.meets = -1;
  return step;
}

// A wide step saves about a quarter of a body's time; where branches meet, converting costs as much.
bool wide_pays(const std::vector<TrunkStep<>>& trunk) {
  int steps = 0, meetings = 0;
  for (const TrunkStep<>& step : trunk) {
    if (step.form == StepForm::other) continue;
    ++steps;
    meetings += (step.keeps ? 1 : 0) + (step.follows ? 0 : 1);
  }
  return steps > meetings;
}

WideBody wide_body(const TrunkStep<>& step) {
  const StepConstants<double>& k = step.k;
  const Inertia<double>& I = k.I;
  const Vec3<double>& h = I.h;
  const Sym3<double>& C = I.I;
  const Mat3<double>& R = k.X.R;
  const Vec3<double>& p = k.X.p;
  return {{{I.m, 0, 0, 0}, {0, I.m, 0, 0}, {0, 0, I.m, 0}},
          {{0, -h.z, h.y, 0}, {h.z, 0, -h.x, 0}, {-h.y, h.x, 0, 0}},
          {{C.xx, C.xy, C.xz, 0}, {C.xy, C.yy, C.yz, 0}, {C.xz, C.yz, C.zz, 0}},
          {{R.xx, R.yx, R.zx, 0}, {R.xy, R.yy, R.zy, 0}, {R.xz, R.yz, R.zz, 0}},
          {{p.x, p.y, p.z, 0}, {p.y, p.z, p.x, 0}, {p.z, p.x, p.y, 0}}};
}

}  // namespace

LaneSchedule schedule_of(const CompiledModel& model, int width, const LaneCosts& costs, int most_levels) {
  std::vector<int> parent, sizes;
  for (const Body& body : model.bodies) parent.push_back(body.parent), sizes.push_back(body.nv);
  return lane_schedule(parent, sizes, width, costs, most_levels);
}

template <int W>
Walk<W> make_walk(const CompiledModel& model, const LaneSchedule& schedule, bool wide) {
  Walk<W> walk;
  std::vector<bool> receives(model.bodies.size(), false);
  int before = -1;
  for (const int i : schedule.trunk) {
    const Body& body = model.bodies[static_cast<std::size_t>(i)];
    TrunkStep<> step;
    step.body = i, step.parent = body.parent, step.q = body.q, step.v = body.v;
    step.end = model.dof_end[static_cast<std::size_t>(i)];
    step.form = form_of(model, body);
    step.k = constants_of(model, body);
    step.follows = body.parent > 0 && body.parent == before;
    step.block = body.kind == JointKind::free && body.parent == 0;
    for (int d = 0; d < body.nv; ++d)
      if (model.armature[static_cast<std::size_t>(body.v + d)] != 0) step.block = false;
    if (!step.follows) receives[static_cast<std::size_t>(body.parent)] = true;
    walk.trunk.push_back(step);
    before = i;
  }
  for (const LaneGroup& group : schedule.groups) {
    walk.groups.push_back(group_step<W>(model, group));
    for (int lane = 0; lane < W; ++lane)
      if (group.ends >> lane & 1)
        receives[static_cast<std::size_t>(walk.groups.back().parent[static_cast<std::size_t>(lane)])] = true;
  }
  for (TrunkStep<>& step : walk.trunk) step.keeps = receives[static_cast<std::size_t>(step.body)];
  for (std::size_t i = 0; i < receives.size(); ++i)
    if (receives[i]) walk.slots.push_back(static_cast<int>(i));
  if (wide && wide_pays(walk.trunk))
    for (const TrunkStep<>& step : walk.trunk) walk.wide.push_back(wide_body(step));
  return walk;
}

template Walk<2> make_walk<2>(const CompiledModel&, const LaneSchedule&, bool);
template Walk<4> make_walk<4>(const CompiledModel&, const LaneSchedule&, bool);
template Walk<8> make_walk<8>(const CompiledModel&, const LaneSchedule&, bool);

}  // namespace tenon
