// The public ConstraintSet: a list of compiled constraints, and what is made from it whenever it changes.
#include <algorithm>
#include <atomic>
#include <limits>

#include "constraints/compiled.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "spatial/least_moment.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

namespace {

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Constraint of_frames(ConstraintKind kind, FrameRef frame, FrameRef frame_b) {
  Constraint c;
  c.kind = kind;
  c.frame = std::move(frame), c.frame_b = std::move(frame_b);
  return c;
}
Constraint of_joint(ConstraintKind kind, JointRef joint) {
  Constraint c;
  c.kind = kind;
  c.joint = std::move(joint);
  return c;
}

std::vector<CompiledConstraint> compile_all(const Model& model, std::span<const Constraint> constraints) {
  std::vector<CompiledConstraint> list;
  for (const Constraint& c : constraints) list.push_back(compile_constraint(model, c, static_cast<int>(list.size())));
  return list;
}

}  // namespace

Constraint weld(FrameRef frame, FrameRef frame_b) {
  return of_frames(ConstraintKind::weld, std::move(frame), std::move(frame_b));
}
Constraint connect(FrameRef frame, FrameRef frame_b) {
  return of_frames(ConstraintKind::connect, std::move(frame), std::move(frame_b));
}
Constraint coupling(JointRef joint, JointRef joint_b, double multiplier, double offset) {
  Constraint c = of_joint(ConstraintKind::coupling, std::move(joint));
  c.joint_b = std::move(joint_b);
  c.multiplier = multiplier, c.offset = offset;
  return c;
}
Constraint limit(JointRef joint, double bound) {
  Constraint c = of_joint(ConstraintKind::limit, std::move(joint));
  c.bound = bound;
  return c;
}
Constraint friction(JointRef joint) { return of_joint(ConstraintKind::friction, std::move(joint)); }
Constraint locked(JointRef joint) { return of_joint(ConstraintKind::locked, std::move(joint)); }
Constraint centre_of_mass_at(const Vector3& target) {
  Constraint c;
  c.kind = ConstraintKind::centre_of_mass;
  c.axes = Axes::world_aligned;
  c.target = Placement{};
  c.target->translation = target;
  return c;
}

ConstraintSet::Data::Data(const Model& m, ConstraintCapacity room) : model(m), capacity(room), kinematics(m) {
  const CompiledModel& tree = m.compiled();
  for (const Body& body : tree.bodies) {
    parent_.push_back(body.parent);
    mass_.push_back(body.I.m), moment_.push_back(tenon::least_moment(body.I));
  }
  constraints.reserve(at(room.constraints));
  list_.reserve(at(room.constraints));
  move_cost = move_costs(tree);
  branching.reserve(tree.body_count(), room.constraints, room.rows);
  support.reserve(at(room.constraints) * at(tree.nv));
  support_begin.reserve(at(room.constraints) + 1);
}

std::span<const int> ConstraintSet::Data::support_of(int index) const {
  const std::size_t first = at(support_begin[at(index)]);
  return std::span<const int>(support).subspan(first, at(support_begin[at(index) + 1]) - first);
}

// Walks up from the last degree of freedom; two paths are merged from the tips until they meet.
void ConstraintSet::Data::add_support(const CompiledConstraint& c) {
  const CompiledModel& m = model.compiled();
  const auto last_dof = [&](int body) {  // 1-based, 0 for none, as [Fea05]'s parent array
    while (body > 0 && m.bodies[at(body)].nv == 0) body = m.bodies[at(body)].parent;
    return body == 0 ? 0 : m.bodies[at(body)].v + m.bodies[at(body)].nv;
  };
  int a = 0, b = 0;
  if (c.of_frame()) {
    a = last_dof(c.body);
    if (c.loop) b = last_dof(c.body_b);
  } else if (c.kind == ConstraintKind::centre_of_mass) {
    for (int d = 0; d < m.nv; ++d) support.push_back(d);
  } else {
    a = c.dof + 1;
    if (c.kind == ConstraintKind::locked) a = c.dof + model.joints()[at(c.joint)].nv;
    if (c.kind == ConstraintKind::coupling) b = c.dof_b + 1;
  }
  const auto first = static_cast<std::ptrdiff_t>(support.size());
  while (a > 0 || b > 0) {
    const int d = std::max(a, b);
    support.push_back(d - 1);
    if (a == d) a = m.lambda[at(a)];
    if (b == d) b = m.lambda[at(b)];
  }
  std::reverse(support.begin() + first, support.end());
}

void ConstraintSet::Data::recompile() {
  serial = next_serial();
  rows = 0;
  single_body = true;
  world_aligned = false;
  list_.clear();
  support.clear();
  support_begin.clear();
  for (CompiledConstraint& c : constraints) {
    c.row = rows;
    rows += c.rows;
    support_begin.push_back(static_cast<int>(support.size()));
    add_support(c);
    single_body = single_body && c.single_body();
    world_aligned = world_aligned || (c.single_body() && c.axes == Axes::world_aligned);
    if (c.single_body()) list_.push_back({static_cast<int>(&c - constraints.data()), c.body, 0, c.rows, c.row});
  }
  support_begin.push_back(static_cast<int>(support.size()));
  branching.compile(parent_, model.compiled().end, list_);
  weigh();
  note_numbers();
}

void ConstraintSet::Data::weigh() {
  lightest = least_moment = moments = std::numeric_limits<double>::infinity();
  const bool turn = std::ranges::any_of(constraints, [](const CompiledConstraint& c) {
    return c.single_body() && std::any_of(c.kept.begin(), c.kept.begin() + c.rows, [](int row) { return row >= 3; });
  });
  double sum = 0;
  for (int i = 1; i < model.compiled().body_count(); ++i) {
    if (!branching.supports(i)) continue;
    if (mass_[at(i)] > 0) lightest = std::min(lightest, mass_[at(i)]);
    if (turn && moment_[at(i)] > 0) least_moment = std::min(least_moment, moment_[at(i)]), sum += moment_[at(i)];
  }
  if (sum > 0) moments = sum;
}

void ConstraintSet::Data::note_numbers() {
  any_reference = any_gain = false;
  for (const CompiledConstraint& c : constraints) {
    for (int r = 0; r < c.rows; ++r) any_reference = any_reference || c.reference[at(r)] != 0;
    any_gain = any_gain || c.kp != 0 || c.kd != 0;
  }
}

ConstraintSet::ConstraintSet(const Model& model, std::span<const Constraint> constraints, ConstraintCapacity capacity) {
  std::vector<CompiledConstraint> list = compile_all(model, constraints);
  int rows = 0;
  for (const CompiledConstraint& c : list) rows += c.rows;
  capacity.constraints = std::max(capacity.constraints, static_cast<int>(list.size()));
  capacity.rows = std::max(capacity.rows, rows);
  data_ = std::make_unique<Data>(model, capacity);
  data_->constraints.insert(data_->constraints.end(), list.begin(), list.end());
  data_->recompile();
}
ConstraintSet::ConstraintSet(const Model& model, std::initializer_list<Constraint> constraints,
                             ConstraintCapacity capacity)
    : ConstraintSet(model, std::span<const Constraint>(constraints.begin(), constraints.size()), capacity) {}
ConstraintSet::~ConstraintSet() = default;
ConstraintSet::ConstraintSet(ConstraintSet&&) noexcept = default;
ConstraintSet& ConstraintSet::operator=(ConstraintSet&&) noexcept = default;

namespace {

CompiledConstraint& indexed(ConstraintSet::Data& data, int index) {
  if (index < 0 || index >= static_cast<int>(data.constraints.size()))
    throw Error("constraint " + std::to_string(index) + ": found no such constraint, expected 0 to " +
                std::to_string(static_cast<int>(data.constraints.size()) - 1));
  return data.constraints[at(index)];
}

void check_numbers(const ConstraintSet::Data& data, int index, std::span<const double> x, int expected,
                   const char* what) {
  try {
    check_input(x, expected, what);
  } catch (const Error& e) {
    throw Error(constraint_label(data.model, data.constraints[at(index)], index) + ": " + e.what());
  }
}

void check_capacity(const ConstraintSet::Data& data, const CompiledConstraint& c, int index, int count, int rows) {
  if (count <= data.capacity.constraints && rows <= data.capacity.rows) return;
  throw Error(constraint_label(data.model, c, index) + ": found " + std::to_string(count) + " constraints with " +
              std::to_string(rows) + " rows, expected at most the capacity of " +
              std::to_string(data.capacity.constraints) + " with " + std::to_string(data.capacity.rows));
}

}  // namespace

void check_fits(const char* call, const ConstraintSet& set, const ConstraintCapacity& room) {
  if (set.size() <= room.constraints && set.rows() <= room.rows) return;
  throw Error(std::string(call) + ": found " + std::to_string(set.size()) + " constraints with " +
              std::to_string(set.rows()) + " rows, expected at most the workspace's " +
              std::to_string(room.constraints) + " with " + std::to_string(room.rows));
}

int ConstraintSet::size() const { return static_cast<int>(data_->constraints.size()); }
int ConstraintSet::rows() const { return data_->rows; }
int ConstraintSet::rows(int index) const { return indexed(*data_, index).rows; }
int ConstraintSet::first_row(int index) const { return indexed(*data_, index).row; }
ConstraintKind ConstraintSet::kind(int index) const { return indexed(*data_, index).kind; }
std::string ConstraintSet::label(int index) const {
  return constraint_label(data_->model, indexed(*data_, index), index);
}
ConstraintCapacity ConstraintSet::capacity() const { return data_->capacity; }

int ConstraintSet::add(const Constraint& constraint) {
  const int index = size();
  const CompiledConstraint c = compile_constraint(data_->model, constraint, index);
  check_capacity(*data_, c, index, index + 1, rows() + c.rows);
  data_->constraints.push_back(c);
  data_->recompile();
  return index;
}

void ConstraintSet::remove(int index) {
  indexed(*data_, index);
  data_->constraints.erase(data_->constraints.begin() + index);
  data_->recompile();
}

// Twice through the list: first for the checks, so that an error changes nothing.
void ConstraintSet::assign(std::span<const Constraint> constraints) {
  int count = 0, rows = 0;
  for (const Constraint& constraint : constraints) {
    const CompiledConstraint c = compile_constraint(data_->model, constraint, count);
    rows += c.rows;
    check_capacity(*data_, c, count, count + 1, rows);
    ++count;
  }
  data_->constraints.clear();
  for (const Constraint& constraint : constraints)
    data_->constraints.push_back(compile_constraint(data_->model, constraint, size()));
  data_->recompile();
}

void ConstraintSet::clear() {
  data_->constraints.clear();
  data_->recompile();
}

void ConstraintSet::set_reference(int index, std::span<const double> reference) {
  CompiledConstraint& c = indexed(*data_, index);
  check_numbers(*data_, index, reference, c.rows, "reference");
  std::copy(reference.begin(), reference.end(), c.reference.begin());
  data_->note_numbers();
}

void ConstraintSet::set_gains(int index, double kp, double kd) {
  CompiledConstraint& c = indexed(*data_, index);
  const double gains[2] = {kp, kd};
  check_numbers(*data_, index, gains, 2, "gains kp, kd");
  c.kp = kp, c.kd = kd;
  data_->note_numbers();
}

void ConstraintSet::set_target(int index, const Placement& target) {
  CompiledConstraint& c = indexed(*data_, index);
  if (!c.single_body() && c.kind != ConstraintKind::centre_of_mass)
    throw Error(label(index) + ": found a target, expected a constraint to the world");
  check_numbers(*data_, index, target.rotation, 9, "target's rotation");
  check_numbers(*data_, index, target.translation, 3, "target's translation");
  c.target = to_transform(target);
}

void ConstraintSet::hold(std::span<const double> q) {
  forward_kinematics(data_->model, q, {}, {}, data_->kinematics);
  for (CompiledConstraint& c : data_->constraints) {
    if (c.single_body()) c.target = data_->kinematics.data().body[at(c.body)].X_wb * c.X_bA;
    if (c.kind == ConstraintKind::centre_of_mass)
      c.target.p = to_vec3(centre_of_mass(data_->model, data_->kinematics).position);
    if (c.kind == ConstraintKind::locked) {
      const JointInfo& joint = data_->model.joints()[at(c.joint)];
      std::copy_n(q.begin() + joint.q_index, joint.nq, c.target_q.begin());
    }
  }
}

void ConstraintSet::stiffness(std::span<double> out) const {
  check_size(out.size(), at(rows()), "stiffness");
  for (const CompiledConstraint& c : data_->constraints) std::copy_n(c.stiffness.begin(), c.rows, out.begin() + c.row);
}

const ConstraintSet::Data& checked(const Model& model, const ConstraintSet& set) {
  if (set.data().model.compiled().serial == model.compiled().serial) return set.data();
  throw Error((set.size() > 0 ? set.label(0) : std::string("constraint set")) + ": compiled for another model (\"" +
              set.data().model.name() + "\", found \"" + model.name() + "\")");
}

}  // namespace tenon
