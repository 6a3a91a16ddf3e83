// What a ConstraintSet makes from its constraints whenever it changes: numbers of rows and parts, supports, branching.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "constraints/compiled.hpp"
#include "model/number_text.hpp"
#include "spatial/least_moment.hpp"

namespace tenon {

namespace {

std::uint64_t next_serial() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ConstraintSet::Data::Data(const Model& m, ConstraintCapacity room) : model(m), capacity(room), kinematics(m) {
  const CompiledModel& tree = m.compiled();
  for (const Body& body : tree.bodies) {
    parent_.push_back(body.parent);
    mass_.push_back(body.I.m), moment_.push_back(tenon::least_moment(body.I));
  }
  constraints.reserve(at(room.constraints));
  parts.reserve(room.constraints, room.rows);
  list_.reserve(at(room.constraints));
  marked_.resize(at(tree.nv) + 1);
  move_cost = move_costs(tree);
  branching.reserve(tree.body_count(), room.constraints, room.rows);
  support.reserve(at(room.constraints) * at(tree.nv));
  support_begin.reserve(at(room.constraints) + 1);
}

// Copies what is stated, into memory of the same capacity, and makes the rest anew.
ConstraintSet::Data::Data(const Data& other) : Data(other.model, other.capacity) {
  constraints.insert(constraints.end(), other.constraints.begin(), other.constraints.end());
  parts.terms.insert(parts.terms.end(), other.parts.terms.begin(), other.parts.terms.end());
  parts.entries.insert(parts.entries.end(), other.parts.entries.begin(), other.parts.entries.end());
  recompile();
}

std::span<const int> ConstraintSet::Data::support_of(int index) const {
  const std::size_t first = at(support_begin[at(index)]);
  return std::span<const int>(support).subspan(first, at(support_begin[at(index) + 1]) - first);
}

// Walks up from the last degree of freedom of every part, as far as no other part has been.
void ConstraintSet::Data::add_support(const CompiledConstraint& c) {
  const CompiledModel& m = model.compiled();
  const auto first = static_cast<std::ptrdiff_t>(support.size());
  const auto walk_up = [&](int dof) {  // 1-based, 0 for none, as [Fea05]'s parent array
    for (int d = dof; d > 0 && !marked_[at(d)]; d = m.lambda[at(d)]) marked_[at(d)] = 1, support.push_back(d - 1);
  };
  for (const BodyTerm& term : terms_of(c)) {
    int body = term.body;
    while (body > 0 && m.bodies[at(body)].nv == 0) body = m.bodies[at(body)].parent;
    if (body > 0) walk_up(m.bodies[at(body)].v + m.bodies[at(body)].nv);
  }
  for (const JointEntry& entry : entries_of(c)) walk_up(entry.dof + 1);
  for (int d = m.nv; c.momentum && d > 0; --d) walk_up(d);
  for (auto d = support.begin() + first; d != support.end(); ++d) marked_[at(*d) + 1] = 0;
  std::sort(support.begin() + first, support.end());
}

// Parts stand in the order of the constraints.
void ConstraintSet::Data::number_parts() {
  rows = 0;
  int term = 0, entry = 0;
  for (CompiledConstraint& c : constraints) {
    c.row = rows, c.first_term = term, c.first_entry = entry;
    for (int t = term; t < term + c.terms; ++t) parts.terms[at(t)].row = rows;
    rows += c.rows, term += c.terms, entry += c.entries;
  }
}

void ConstraintSet::Data::recompile() {
  serial = next_serial();
  number_parts();
  kinds = RowKinds::none;
  world_aligned = false;
  list_.clear();
  support.clear();
  support_begin.clear();
  for (const CompiledConstraint& c : constraints) {
    support_begin.push_back(static_cast<int>(support.size()));
    add_support(c);
    const RowKinds own = c.row_kinds(parts);
    kinds = kinds | own;
    if (!covers(RowKinds::one_body, own)) continue;
    const BodyTerm& term = parts.terms[at(c.first_term)];
    world_aligned = world_aligned || term.axes == TermAxes::world;
    list_.push_back({c.first_term, term.body, 0, c.rows, c.row});
  }
  support_begin.push_back(static_cast<int>(support.size()));
  branching.compile(parent_, model.compiled().end, list_);
  weigh();
  note_numbers();
}

void ConstraintSet::Data::weigh() {
  lightest = least_moment = moments = std::numeric_limits<double>::infinity();
  const bool turn = std::ranges::any_of(list_, [&](const Effector& e) {
    const BodyTerm& term = term_of(e);
    return std::any_of(term.axis.begin(), term.axis.begin() + term.rows, [](int axis) { return axis >= 3; });
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
  any_reference = any_gain = any_stiffness = false;
  untargeted = -1;
  for (const CompiledConstraint& c : constraints) {
    for (int r = 0; r < c.rows; ++r) any_reference = any_reference || c.reference[at(r)] != 0;
    for (int r = 0; r < c.rows; ++r) any_stiffness = any_stiffness || std::isfinite(c.stiffness[at(r)]);
    any_gain = any_gain || c.kp != 0 || c.kd != 0;
    if (untargeted < 0 && c.kp != 0 && !c.targeted && c.rules->needs_target(c))
      untargeted = static_cast<int>(&c - constraints.data());
  }
}

void check_targets(const ConstraintSet::Data& set) {
  if (set.untargeted < 0) return;
  const CompiledConstraint& c = set.constraints[at(set.untargeted)];
  throw Error(constraint_label(set.model, c, set.untargeted) + ": kp is " + number_text(c.kp) +
              " and nothing says where to, expected a target, or a call of hold(q)");
}

void check_capacity(const ConstraintSet::Data& data, const CompiledConstraint& c, int index, int count, int rows) {
  if (count <= data.capacity.constraints && rows <= data.capacity.rows) return;
  throw Error(constraint_label(data.model, c, index) + ": found " + std::to_string(count) + " constraints with " +
              std::to_string(rows) + " rows, expected at most the capacity of " +
              std::to_string(data.capacity.constraints) + " with " + std::to_string(data.capacity.rows));
}

int ConstraintSet::Data::add(const Constraint& constraint, const ConstraintRules& rules) {
  const int index = static_cast<int>(constraints.size());
  RowPartsGuard guard(parts);
  const CompiledConstraint c = compile_constraint(model, constraint, index, rules, parts);
  check_capacity(*this, c, index, index + 1, rows + c.rows);
  guard.keep();
  constraints.push_back(c);
  recompile();
  return index;
}

}  // namespace tenon
