// Inside of the public ConstraintSet: constraints resolved against the model, and where they meet in its tree.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "constraints/branching.hpp"
#include "constraints/capability.hpp"
#include "constraints/rules.hpp"
#include "model/compiled.hpp"
#include "tenon/constraints.hpp"

namespace tenon {

// A place on a body; body 0 is the world.
struct BodyPlace {
  int body = 0;
  Transform<double> X = identity_transform<double>();
};

// One constraint: its rows, its parts in the set's arenas, and what its rules read.
struct CompiledConstraint {
  const ConstraintRules* rules = nullptr;
  ConstraintKind kind = ConstraintKind::weld;
  int row = 0, rows = 0;      // in the set
  std::array<int, 6> kept{};  // which of the kind's rows they are
  double kp = 0, kd = 0;
  bool targeted = false;  // its target was stated, set or held
  std::array<double, 6> reference{}, stiffness{};
  int first_term = 0, terms = 0;     // RowParts::terms
  int first_entry = 0, entries = 0;  // RowParts::entries
  bool momentum = false;             // rows are the linear momentum of all bodies over their mass
  bool frame_rows = false;           // rates, errors and bias are those of constraints/frame_rows.hpp

  // For the rules of the kind alone, and for its label.
  FrameId frame{-1}, frame_b{-1};
  JointId joint, joint_b;
  Axes axes = Axes::local;
  BodyPlace A, B;
  Transform<double> target = identity_transform<double>();  // of A in the world
  std::array<double, 8> numbers{};                          // a bound, an offset, a locked configuration

  // The kinds of rows by their parts.
  RowKinds row_kinds(const RowParts& parts) const;
};

// Checks and resolves, and appends its parts; the Error names the constraint by its label and leaves parts behind.
CompiledConstraint compile_constraint(const Model& model, const Constraint& constraint, int index,
                                      const ConstraintRules& rules, RowParts& parts);
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
  Data(const Data& other);

  Model model;
  ConstraintCapacity capacity;
  std::uint64_t serial = 0;  // a new one for every change of what is constrained
  std::vector<CompiledConstraint> constraints;
  RowParts parts;
  int rows = 0;
  RowKinds kinds = RowKinds::none;
  bool world_aligned = false;                    // some rows need the orientation of their body in the world
  bool any_reference = false, any_gain = false;  // that is not zero
  bool any_stiffness = false;                    // a row is soft
  int untargeted = -1;                           // the first constraint that has kp and no target
  // What a stiffness of rows is large against: of bodies that support a frame held to the world the smallest mass and,
  // where rows turn, the smallest moment of inertia and the sum of those; infinite where no body has one.
  double lightest = 0, least_moment = 0, moments = 0;
  Branching branching;  // of the constraints that hold one body each
  // Degrees of freedom that a constraint's rows depend on, ascending, closed under parents.
  std::vector<int> support;
  std::vector<int> support_begin;   // constraints + 1
  Kinematics kinematics;            // hold()
  std::vector<MoveCost> move_cost;  // per body

  std::span<const int> support_of(int index) const;
  const BodyTerm& term_of(const Effector& e) const { return parts.terms[static_cast<std::size_t>(e.term)]; }
  std::span<const BodyTerm> terms_of(const CompiledConstraint& c) const {
    return std::span(parts.terms).subspan(static_cast<std::size_t>(c.first_term), static_cast<std::size_t>(c.terms));
  }
  std::span<const JointEntry> entries_of(const CompiledConstraint& c) const {
    return std::span(parts.entries)
        .subspan(static_cast<std::size_t>(c.first_entry), static_cast<std::size_t>(c.entries));
  }
  // Whether end-effectors hold all rows: then kernels make J from their K, otherwise they are given J.
  bool rows_on_effectors() const { return branching.rows() == rows; }

  // Appends a constraint of any rules, also of a kind that is not in the list. An Error changes nothing.
  int add(const Constraint& constraint, const ConstraintRules& rules);
  void recompile();
  void note_numbers();  // the any_… and `untargeted`

 private:
  std::vector<int> parent_;            // of the bodies, and below
  std::vector<double> mass_, moment_;  // moment: the smallest about the centre of mass
  std::vector<Effector> list_;
  std::vector<char> marked_;  // per degree of freedom
  void number_parts();
  void add_support(const CompiledConstraint& c);
  void weigh();  // lightest, least_moment, moments
};

// Error where a constraint is to be pulled to a target that nobody has stated.
void check_targets(const ConstraintSet::Data& set);
// Error unless the set was compiled for this model.
const ConstraintSet::Data& checked(const Model& model, const ConstraintSet& set);
// Error when a set of so many constraints and rows, the last of which is `c`, exceeds its capacity.
void check_capacity(const ConstraintSet::Data& data, const CompiledConstraint& c, int index, int count, int rows);

}  // namespace tenon
