// The public ConstraintSet: a list of compiled constraints that comes and goes.
#include <algorithm>

#include "constraints/compiled.hpp"
#include "kinematics/data.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "model/number_text.hpp"
#include "model/placement_fault.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

namespace {

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
Constraint held_at(JointRef joint, double bound) {
  Constraint c = of_joint(ConstraintKind::held_at, std::move(joint));
  c.bound = bound;
  return c;
}
Constraint held_still(JointRef joint) { return of_joint(ConstraintKind::held_still, std::move(joint)); }
Constraint locked(JointRef joint) { return of_joint(ConstraintKind::locked, std::move(joint)); }
Constraint centre_of_mass_at(const Vector3& target) {
  Constraint c;
  c.kind = ConstraintKind::centre_of_mass;
  c.axes = Axes::world_aligned;
  c.target = Placement{};
  c.target->translation = target;
  return c;
}

ConstraintSet::ConstraintSet(const Model& model, std::span<const Constraint> constraints, ConstraintCapacity capacity) {
  std::vector<CompiledConstraint> list;
  RowParts parts;
  int rows = 0;
  for (const Constraint& c : constraints) {
    list.push_back(compile_constraint(model, c, static_cast<int>(list.size()), rules_of(c.kind), parts));
    rows += list.back().rows;
  }
  capacity.constraints = std::max(capacity.constraints, static_cast<int>(list.size()));
  capacity.rows = std::max(capacity.rows, rows);
  data_ = std::make_unique<Data>(model, capacity);
  data_->constraints.insert(data_->constraints.end(), list.begin(), list.end());
  data_->parts.terms.insert(data_->parts.terms.end(), parts.terms.begin(), parts.terms.end());
  data_->parts.entries.insert(data_->parts.entries.end(), parts.entries.begin(), parts.entries.end());
  data_->recompile();
}
ConstraintSet::ConstraintSet(const Model& model, std::initializer_list<Constraint> constraints,
                             ConstraintCapacity capacity)
    : ConstraintSet(model, std::span<const Constraint>(constraints.begin(), constraints.size()), capacity) {}
ConstraintSet::~ConstraintSet() = default;
ConstraintSet::ConstraintSet(const ConstraintSet& other) : data_(std::make_unique<Data>(other.data())) {}
ConstraintSet& ConstraintSet::operator=(const ConstraintSet& other) {
  data_ = std::make_unique<Data>(other.data());
  return *this;
}
ConstraintSet::ConstraintSet(ConstraintSet&&) noexcept = default;
ConstraintSet& ConstraintSet::operator=(ConstraintSet&&) noexcept = default;

namespace {

// Of a const set or of one that changes.
template <class Data>
auto& indexed(Data& data, int index) {
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

}  // namespace

int ConstraintSet::size() const { return static_cast<int>(data().constraints.size()); }
int ConstraintSet::rows() const { return data().rows; }
int ConstraintSet::rows(int index) const { return indexed(data(), index).rows; }
int ConstraintSet::first_row(int index) const { return indexed(data(), index).row; }
ConstraintKind ConstraintSet::kind(int index) const { return indexed(data(), index).kind; }
std::string ConstraintSet::label(int index) const {
  return constraint_label(data().model, indexed(data(), index), index);
}
ConstraintCapacity ConstraintSet::capacity() const { return data().capacity; }

int ConstraintSet::add(const Constraint& constraint) { return data().add(constraint, rules_of(constraint.kind)); }

void ConstraintSet::remove(int index) {
  const CompiledConstraint& c = indexed(data(), index);
  const auto term = data().parts.terms.begin() + c.first_term;
  const auto entry = data().parts.entries.begin() + c.first_entry;
  data().parts.terms.erase(term, term + c.terms);
  data().parts.entries.erase(entry, entry + c.entries);
  data().constraints.erase(data().constraints.begin() + index);
  data().recompile();
}

// Twice through the list: first for the checks, so that an error changes nothing.
void ConstraintSet::assign(std::span<const Constraint> constraints) {
  int count = 0, rows = 0;
  RowParts& parts = data().parts;
  for (const Constraint& constraint : constraints) {
    const RowPartsGuard removes_them(parts);
    const CompiledConstraint c = compile_constraint(data().model, constraint, count, rules_of(constraint.kind), parts);
    rows += c.rows;
    check_capacity(data(), c, count, count + 1, rows);
    ++count;
  }
  data().constraints.clear(), parts.clear();
  for (const Constraint& constraint : constraints)
    data().constraints.push_back(
        compile_constraint(data().model, constraint, size(), rules_of(constraint.kind), parts));
  data().recompile();
}

void ConstraintSet::clear() {
  data().constraints.clear(), data().parts.clear();
  data().recompile();
}

void ConstraintSet::set_reference(int index, std::span<const double> reference) {
  CompiledConstraint& c = indexed(data(), index);
  check_numbers(data(), index, reference, c.rows, "reference");
  std::copy(reference.begin(), reference.end(), c.reference.begin());
  data().note_numbers();
}

void ConstraintSet::set_gains(int index, double kp, double kd) {
  CompiledConstraint& c = indexed(data(), index);
  const double gains[2] = {kp, kd};
  check_numbers(data(), index, gains, 2, "gains kp, kd");
  for (const double gain : gains)
    if (gain < 0) throw Error(label(index) + ": gains kp, kd: found " + number_text(gain) + ", expected numbers >= 0");
  if (kp != 0 && !c.rules->has_error())
    throw Error(label(index) + ": kp is " + number_text(kp) + ", expected 0: the kind has no position");
  c.kp = kp, c.kd = kd;
  data().note_numbers();
}

void ConstraintSet::set_target(int index, const Placement& target) {
  CompiledConstraint& c = indexed(data(), index);
  if (!c.rules->takes_target(c)) throw Error(label(index) + ": found a target, expected a constraint to the world");
  if (const std::string fault = placement_fault(target); !fault.empty())
    throw Error(label(index) + ": target is " + fault);
  c.target = to_transform(target), c.targeted = true;
  data().note_numbers();
}

namespace {

void hold_at(ConstraintSet::Data& data, std::span<CompiledConstraint> constraints, std::span<const double> q) {
  forward_kinematics(data.model, {q}, data.kinematics);
  const RowState state{data, data.model, data.kinematics, q, {}};
  for (CompiledConstraint& c : constraints) c.rules->hold(c, state), c.targeted = true;
  data.note_numbers();
}

}  // namespace

void ConstraintSet::hold(std::span<const double> q) { hold_at(data(), data().constraints, q); }
void ConstraintSet::hold(int index, std::span<const double> q) { hold_at(data(), {&indexed(data(), index), 1}, q); }

void ConstraintSet::stiffness(std::span<double> out) const {
  check_size(out.size(), at(rows()), "stiffness");
  for (const CompiledConstraint& c : data().constraints) std::copy_n(c.stiffness.begin(), c.rows, out.begin() + c.row);
}

const ConstraintSet::Data& checked(const Model& model, const ConstraintSet& set) {
  if (set.data().model.compiled().serial == model.compiled().serial) return set.data();
  throw Error((set.size() > 0 ? set.label(0) : std::string("constraint set")) + ": compiled for another model (\"" +
              set.data().model.name() + "\", found \"" + model.name() + "\")");
}

}  // namespace tenon
