// Constraints: rows that frames, joints or the centre of mass must obey.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/humanoid.urdf", {.floating_base = true});
//   const std::vector<tenon::Constraint> stand{tenon::weld("left_sole"), tenon::connect("right_sole")};
//   tenon::ConstraintSet set(robot, stand, {.constraints = 4, .rows = 24});  // room for more
//   set.add(tenon::locked("head_yaw"));
//   set.hold(tenon::neutral_configuration(robot));  // what is held shall stay where it is at this configuration,
//   set.set_gains(0, 100, 20);                      // and come back if it has moved
//   std::printf("%d constraints, %d rows\n", set.size(), set.rows());
//
// A row is linear in v: J v. It must have the acceleration J v̇ + J̇ v = reference - kd ė - kp e (docs/conventions.md).
#pragma once

#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tenon/kinematics.hpp"
#include "tenon/model.hpp"

namespace tenon {

// A frame by name or by index. By index nothing is looked up and nothing allocated.
struct FrameRef {
  FrameRef() = default;
  FrameRef(const char* name) : name(name) {}
  FrameRef(std::string name) : name(std::move(name)) {}
  FrameRef(FrameId id) : id(id) {}
  bool given() const { return id.index >= 0 || !name.empty(); }

  std::string name;
  FrameId id{-1};
};

// One degree of freedom of a moving joint, by the joint's name or index.
struct JointRef {
  JointRef() = default;
  JointRef(const char* name, int dof = 0) : name(name), dof(dof) {}
  JointRef(std::string name, int dof = 0) : name(std::move(name)), dof(dof) {}
  JointRef(JointId id, int dof = 0) : id(id), dof(dof) {}
  bool given() const { return id.index >= 0 || !name.empty(); }

  std::string name;
  JointId id;
  int dof = 0;
};

// The list of kinds: each line is a file of that name in src/constraints/kinds/ (docs/extending.md).
// clang-format off
#define TENON_CONSTRAINT_KINDS(kind)                                        \
  kind(weld)            /* 6 rows of a frame: ṗ, ω */                       \
  kind(connect)         /* its first 3 */                                   \
  kind(coupling)        /* 1 row: v_joint - multiplier v_joint_b */         \
  kind(held_at)         /* 1 row: v of one degree of freedom, at `bound` */ \
  kind(held_still)      /* 1 row: v of one degree of freedom */             \
  kind(locked)          /* all degrees of freedom of a joint */             \
  kind(centre_of_mass)  /* 3 rows, world axes */
// clang-format on
#define TENON_ENUMERATOR(name) name,
enum class ConstraintKind { TENON_CONSTRAINT_KINDS(TENON_ENUMERATOR) };
#undef TENON_ENUMERATOR
const char* to_string(ConstraintKind kind);

// One constraint as the user states it; weld(), connect() … below fill it.
struct Constraint {
  ConstraintKind kind = ConstraintKind::weld;
  FrameRef frame;                     // A
  FrameRef frame_b;                   // B: a loop; absent: the target placement in the world
  Placement in_frame, in_frame_b;     // A and B may be any place fixed to these frames
  JointRef joint, joint_b;            // joint-level rows
  Axes axes = Axes::local;            // of the rows: A's own, or world_aligned
  std::vector<bool> mask;             // which rows are kept, in order; empty: all
  double kp = 0, kd = 0;              // gains >= 0; kp of a constraint to the world asks for a target, or for hold(q)
  std::vector<double> reference;      // acceleration: one number per kept row, or none (zero)
  std::vector<double> stiffness;      // one number per kept row, one for all, or none (infinite: rigid)
  std::optional<Placement> target;    // where A shall be in the world, or the centre of mass
  double multiplier = 1, offset = 0;  // coupling: q = multiplier q_b + offset
  double bound = 0;                   // held_at
};

Constraint weld(FrameRef frame, FrameRef frame_b = {});
Constraint connect(FrameRef frame, FrameRef frame_b = {});
Constraint coupling(JointRef joint, JointRef joint_b, double multiplier = 1, double offset = 0);
// Equality rows, which hold in both directions: a joint that rests at a limit, and one that dry friction holds. The
// laws of limits and friction, which let go, come with contact.
Constraint held_at(JointRef joint, double bound);
Constraint held_still(JointRef joint);
Constraint locked(JointRef joint);
Constraint centre_of_mass_at(const Vector3& target);

// Room to add constraints without allocation. A capacity smaller than the initial set is raised to its size.
struct ConstraintCapacity {
  int constraints = 0, rows = 0;
};

// Compiled against one Model. Several constraints on one body, on a body and its ancestor, and redundant rows are
// legal.
class ConstraintSet {
 public:
  ConstraintSet(const Model& model, std::span<const Constraint> constraints, ConstraintCapacity capacity = {});
  ConstraintSet(const Model& model, std::initializer_list<Constraint> constraints, ConstraintCapacity capacity = {});
  ~ConstraintSet();
  ConstraintSet(const ConstraintSet&);
  ConstraintSet& operator=(const ConstraintSet&);
  ConstraintSet(ConstraintSet&&) noexcept;
  ConstraintSet& operator=(ConstraintSet&&) noexcept;

  int size() const;           // constraints
  int rows() const;           // m
  int rows(int index) const;  // of one constraint
  int first_row(int index) const;
  ConstraintKind kind(int index) const;
  std::string label(int index) const;  // "constraint 1 (weld of "l_sole")", as errors name it
  ConstraintCapacity capacity() const;

  // These refuse with an Error that names the constraint and leave the set as it was. Within the capacity they allocate
  // nothing when frames and joints come by index.
  int add(const Constraint& constraint);  // its index, always the last
  void remove(int index);                 // later ones move up by one
  void assign(std::span<const Constraint> constraints);
  void clear();

  void set_reference(int index, std::span<const double> reference);
  void set_gains(int index, double kp, double kd);
  void set_target(int index, const Placement& target);
  // The targets become where everything is at q: of all constraints, or of one.
  void hold(std::span<const double> q);
  void hold(int index, std::span<const double> q);
  // One number per row; infinity where rigid.
  void stiffness(std::span<double> out) const;

  struct Data;  // internal
  const Data& data() const {
    assert(data_ && "ConstraintSet: used after it was moved from");
    return *data_;
  }
  Data& data() {
    assert(data_ && "ConstraintSet: used after it was moved from");
    return *data_;
  }

 private:
  std::unique_ptr<Data> data_;
};

// All of these read `kinematics` of q and v (its accelerations are not read); q and v serve joint-level rows.
// rows x nv, row-major: the velocity rows are J v.
void constraint_jacobian(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<double> jacobian);
// J̇ v: what is left of the acceleration rows at v̇ = 0. Gravity is not part of it.
void constraint_bias(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                     std::span<double> bias);
// ė, the velocity rows, and e, the position error.
void constraint_velocity(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                         std::span<const double> v, std::span<double> velocity);
void constraint_error(const Model& model, const ConstraintSet& set, const Kinematics& kinematics,
                      std::span<const double> q, std::span<double> error);
// What J v̇ must equal: reference - kd ė - kp e - J̇ v.
void constraint_target(const Model& model, const ConstraintSet& set, const Kinematics& kinematics, const State& state,
                       std::span<double> target);

}  // namespace tenon
