// How the fast sweeps walk a tree: the trunk body by body, the limbs W at a time, one per lane. Plain data, made once
// when the Model is compiled; schedule.hpp decides what is trunk and what is limb. A walk without groups is the scalar
// walk, which batches use too.
#pragma once

#include <cstdint>
#include <vector>

#include "model/compiled_body.hpp"
#include "walk/schedule.hpp"

namespace tenon {

// One number per lane.
template <int W>
struct alignas(sizeof(double) * W) LaneRow {
  double lane[W];
};

// What a step needs to know of its body: C is double, or LaneRow for a body in each lane.
template <class C>
struct StepConstants {
  C sine, cosine, sine_sine, sine_cosine, a;  // the x half of a screw placement
  C d, theta;                                 // its z half at q = 0
  Transform<C> X;                             // the placement as a whole where turn q + theta is 0
  Inertia<C> I;
  C armature;
  C turn, slide;  // a joint of one degree of freedom moves by (slide z, turn z) per unit of q
};

// The shapes a step's code is specialised for. "revolute" also means: no armature.
// parallel, right: a screw whose axes make that angle.
enum class StepForm : std::uint8_t {
  right_revolute,
  parallel_revolute,
  screw_revolute,
  screw_one_dof,
  general_revolute,
  general_one_dof,
  other
};

constexpr bool is_revolute(StepForm form) {
  return form != StepForm::screw_one_dof && form != StepForm::general_one_dof && form != StepForm::other;
}
constexpr bool is_screw(StepForm form) {
  return form != StepForm::general_revolute && form != StepForm::general_one_dof && form != StepForm::other;
}

// T: the numbers of the constants; a batch of floats has its own.
template <class T = double>
struct TrunkStep {
  int body = 0, parent = 0, q = 0, v = 0;
  int end = 0;  // one past the last degree of freedom of the subtree
  StepForm form = StepForm::other;
  bool follows = false;  // the step before is the parent: state is handed on, not looked up
  bool keeps = false;    // somebody else looks its state up in, or adds to, its slot
  bool block = false;    // a free joint on the world without armature: solved as one 6 x 6 system
  StepConstants<T> k;
};

template <int W>
struct GroupStep {
  int body[W], parent[W], q[W], v[W];                           // idle lanes repeat those of an active one
  std::uint8_t active = 0, starts = 0, ends = 0, receives = 0;  // a bit per lane, as in LaneGroup
  int meets = -1;  // the body on which all lanes that end do so; -1: several, or none
  StepForm form = StepForm::screw_revolute;
  StepConstants<LaneRow<W>> k;
};

// Constants of a wide step, by columns with a fourth number of zero each: the blocks A, B and C of a body's inertia,
// its joint's placement at angle 0 as in StepConstants (R; p as x y z, y z x and z x y).
struct alignas(4 * sizeof(double)) WideBody {
  double A[3][4], B[3][4], C[3][4];
  double R[3][4], p[3][4];
};

template <int W, class T = double>
struct Walk {
  std::vector<TrunkStep<T>> trunk;   // root to leaf
  std::vector<WideBody> wide;        // of the trunk's bodies, where its steps are SIMD inside; else empty
  std::vector<GroupStep<W>> groups;  // leaf to root
  std::vector<int> slots;            // bodies whose slot receives
};

struct CompiledModel;
StepConstants<double> constants_of(const CompiledModel& model, const Body& body);
StepConstants<double> idle_constants();  // of a lane without a body: finite, never zero, never used
template <int W>
void set_lane(StepConstants<LaneRow<W>>& lanes, int lane, const StepConstants<double>& k);

// The schedule of a model's tree.
LaneSchedule schedule_of(const CompiledModel& model, int width, const LaneCosts& costs = {}, int most_levels = 1000);
// wide: whether the trunk may take wide steps.
template <int W>
Walk<W> make_walk(const CompiledModel& model, const LaneSchedule& schedule, bool wide = true);

}  // namespace tenon
