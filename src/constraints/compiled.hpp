// Inside of the public ConstraintSet: constraints resolved against the model, and where they meet in its tree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "constraints/branching.hpp"
#include "model/compiled.hpp"
#include "tenon/constraints.hpp"

namespace tenon {

// One constraint; joints are given by their degrees of freedom.
struct CompiledConstraint {
  ConstraintKind kind = ConstraintKind::weld;
  Axes axes = Axes::local;
  bool loop = false;
  FrameId frame{-1}, frame_b{-1};
  int body = 0, body_b = 0;
  Transform<double> X_bA = identity_transform<double>(), X_bB = identity_transform<double>();
  int row = 0, rows = 0;      // in the set
  std::array<int, 6> kept{};  // which of the kind's rows they are
  double kp = 0, kd = 0;
  std::array<double, 6> reference{}, stiffness{};
  Transform<double> target = identity_transform<double>();  // of A in the world
  std::array<Force<double>, 6> K{};                         // rows as forces in the body's frame; local axes only
  ArticulatedInertia<double> square{};                      // KᵀK; local axes only
  int joint = -1, joint_b = -1;
  int dof = 0, dof_b = 0;
  double multiplier = 1, offset = 0, bound = 0;
  std::array<double, 7> target_q{};  // locked

  bool of_frame() const { return kind == ConstraintKind::weld || kind == ConstraintKind::connect; }
  bool single_body() const { return of_frame() && !loop; }
};

// Checks and resolves; the Error names the constraint by `label`.
CompiledConstraint compile_constraint(const Model& model, const Constraint& constraint, int index);
// "constraint 1 (weld of "l_sole")".
std::string constraint_label(const Model& model, const CompiledConstraint& constraint, int index);

// Operations of moving forces from a body's frame to its parent's; zeros of the geometry fold.
struct MoveCost {
  double force = 0;  // one force
  double units = 0;  // six unit forces: the matrix itself
};
std::vector<MoveCost> move_costs(const CompiledModel& model);

struct ConstraintSet::Data {
  Data(const Model& model, ConstraintCapacity capacity);

  Model model;
  ConstraintCapacity capacity;
  std::uint64_t serial = 0;  // a new one for every change of what is constrained
  std::vector<CompiledConstraint> constraints;
  int rows = 0;
  bool single_body = true;     // all constraints hold one body each: the branching below is of all rows
  bool world_aligned = false;  // some rows need the orientation of their body in the world
  bool any_reference = false, any_gain = false;  // that is not zero
  // What a stiffness of rows is large against: of bodies that support a frame held to the world the smallest mass and,
  // where rows turn, the smallest moment of inertia and the sum of those; infinite where no body has one.
  double lightest = 0, least_moment = 0, moments = 0;
  Branching branching;
  // Degrees of freedom that a constraint's rows depend on, ascending, closed under parents.
  std::vector<int> support;
  std::vector<int> support_begin;   // constraints + 1
  Kinematics kinematics;            // hold()
  std::vector<MoveCost> move_cost;  // per body

  std::span<const int> support_of(int index) const;
  void recompile();
  void note_numbers();  // any_reference and any_gain

 private:
  std::vector<int> parent_;            // of the bodies, and below
  std::vector<double> mass_, moment_;  // moment: the smallest about the centre of mass
  std::vector<Effector> list_;
  void add_support(const CompiledConstraint& constraint);
  void weigh();  // lightest, least_moment, moments
};

// Error unless the set was compiled for this model.
const ConstraintSet::Data& checked(const Model& model, const ConstraintSet& set);
// Error, in the name of `call`, unless the set fits into a workspace that was made for `room`.
void check_fits(const char* call, const ConstraintSet& set, const ConstraintCapacity& room);

}  // namespace tenon
