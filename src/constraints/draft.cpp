// Checks that several kinds share, and how a draft names its constraint.
#include "constraints/draft.hpp"

#include <cmath>
#include <limits>

#include "dynamics/moving.hpp"
#include "model/arguments.hpp"
#include "model/convert.hpp"
#include "model/number_text.hpp"
#include "model/placement_fault.hpp"

namespace tenon {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// What a constraint is called before its names are known to exist.
std::string stated(const Constraint& c, const char* kind, int index) {
  const auto frame = [](const FrameRef& f) {
    return f.name.empty() ? "frame " + std::to_string(f.id.index) : quoted(f.name);
  };
  const auto joint = [](const JointRef& j) {
    return j.name.empty() ? "joint " + std::to_string(j.id.index) : quoted(j.name);
  };
  std::string what = kind;
  if (c.frame.given()) what += " of " + frame(c.frame) + (c.frame_b.given() ? " to " + frame(c.frame_b) : "");
  if (c.joint.given()) what += " of " + joint(c.joint) + (c.joint_b.given() ? " to " + joint(c.joint_b) : "");
  return "constraint " + std::to_string(index) + " (" + what + ")";
}

template <class Work>
auto named(const ConstraintDraft& draft, Work&& work) {
  try {
    return work();
  } catch (const Error& e) {
    draft.fail(e.what());
  }
}

}  // namespace

ConstraintDraft::ConstraintDraft(const Model& m, const Constraint& constraint, int number, const ConstraintRules& rules,
                                 RowParts& parts)
    : model(m), in(constraint), index_(number), parts_(parts) {
  out.rules = &rules;
  out.kind = constraint.kind;
  out.axes = constraint.axes;
  out.first_term = static_cast<int>(parts.terms.size()), out.first_entry = static_cast<int>(parts.entries.size());
}

void ConstraintDraft::fail(const std::string& message) const {
  throw Error(stated(in, out.rules->name(), index_) + ": " + message);
}

void ConstraintDraft::finite(double x, const char* what, double limit) const {
  if (!(std::fabs(x) <= limit)) fail(std::string(what) + " is " + bad_input_text(x, limit));
}

void ConstraintDraft::gain(double x, const char* what) const {
  finite(x, what);
  if (x < 0) fail(std::string(what) + " is " + number_text(x) + ", expected a number >= 0");
}

FrameId ConstraintDraft::frame(const FrameRef& ref) const {
  if (ref.id.index < 0) return named(*this, [&] { return model.frame(ref.name); });
  if (ref.id.index >= static_cast<int>(model.frames().size()))
    fail("found frame index " + std::to_string(ref.id.index) + ", expected 0 to " +
         std::to_string(model.frames().size() - 1));
  return ref.id;
}

JointId ConstraintDraft::joint(const JointRef& ref) const {
  if (ref.id.index < 0) return named(*this, [&] { return model.joint(ref.name); });
  if (ref.id.index >= static_cast<int>(model.joints().size()))
    fail("found joint index " + std::to_string(ref.id.index) + ", expected 0 to " +
         std::to_string(model.joints().size() - 1));
  return ref.id;
}

BodyPlace ConstraintDraft::place(FrameId frame, const Placement& in_frame) const {
  const BodyFrame& f = model.compiled().body_frames[at(frame.index)];
  return {f.body, f.X_bf * to_transform(in_frame)};
}

void ConstraintDraft::resolve_frame() {
  if (!in.frame.given()) fail("found no frame");
  if (in.joint.given() || in.joint_b.given()) fail("found a joint, expected only frames");
  if (!in.frame_b.given() && in.in_frame_b != Placement{}) fail("found in_frame_b, but no second frame");
  out.frame = frame(in.frame);
  out.A = place(out.frame, in.in_frame);
  if (!moves(model.compiled(), out.A.body)) fail("the frame is fixed to the world, expected one that moves");
}

void ConstraintDraft::resolve_second_frame() {
  out.frame_b = frame(in.frame_b);
  out.B = place(out.frame_b, in.in_frame_b);
  if (out.B.body == 0) out.target = out.B.X, out.targeted = true;
  if (out.B.body == out.A.body) fail("both frames are fixed to one body, expected two that move against each other");
  if (in.target) fail("found a target and a second frame, expected one of them");
}

int ConstraintDraft::degree_of_freedom(const JointRef& ref, bool coordinate, JointId& joint_id) {
  joint_id = joint(ref);
  const JointInfo& info = model.joint_info(joint_id);
  if (ref.dof < 0 || ref.dof >= info.nv)
    fail("found degree of freedom " + std::to_string(ref.dof) + " of joint " + quoted(info.name) + ", expected 0 to " +
         std::to_string(info.nv - 1));
  if (coordinate && info.nq != 1)
    fail("joint " + quoted(info.name) + " is " + to_string(info.kind) + ", expected one with a single coordinate");
  return info.v_index + ref.dof;
}

void ConstraintDraft::expect_only_joints(int joints) const {
  if (!in.joint.given()) fail("found no joint");
  if (in.frame.given() || in.frame_b.given()) fail("found a frame, expected only joints");
  if (joints < 2 && in.joint_b.given()) fail("found a second joint, expected one");
  if (in.target) fail("found a target, expected none on joints");
  if (in.axes != Axes::local) fail("found axes, expected none on joints");
  expect_no_places();
}

void ConstraintDraft::expect_numbers(const ReadNumbers& read) const {
  const auto check = [&](double x, double unset, bool is_read, const char* what) {
    finite(x, what);
    if (!is_read && x != unset) fail(std::string("found ") + what + " " + number_text(x) + ", which the kind has not");
  };
  check(in.multiplier, 1, read.multiplier, "multiplier");
  check(in.offset, 0, read.offset, "offset");
  check(in.bound, 0, read.bound, "bound");
}

void ConstraintDraft::expect_no_places() const {
  if (in.in_frame != Placement{} || in.in_frame_b != Placement{})
    fail("found in_frame or in_frame_b, expected none without a frame");
}

void ConstraintDraft::keep_rows(int all) {
  if (!in.mask.empty() && static_cast<int>(in.mask.size()) != all)
    fail("mask: found " + std::to_string(in.mask.size()) + " entries, expected " + std::to_string(all));
  for (int r = 0; r < all; ++r)
    if (in.mask.empty() || in.mask[at(r)]) out.kept[at(out.rows++)] = r;
  if (out.rows == 0) fail("mask: found no row that is kept, expected at least one");
}

// In axes of the body row r is the power of a unit force along, or moment about, an axis of the place.
void ConstraintDraft::add_frame_term(const BodyPlace& place, TermAxes axes, double sign) {
  BodyTerm term;
  term.body = place.body, term.axes = axes, term.rows = out.rows, term.sign = sign, term.X_bt = place.X;
  term.axis = out.kept;
  for (int r = 0; axes == TermAxes::body && r < out.rows; ++r) {
    double unit[6] = {0, 0, 0, 0, 0, 0};
    unit[out.kept[at(r)]] = sign;
    term.K[at(r)] = act(place.X, Force<double>{{unit[0], unit[1], unit[2]}, {unit[3], unit[4], unit[5]}});
    term.square = rank_one_downdate(term.square, -1.0, term.K[at(r)]);
  }
  parts_.terms.push_back(term);
  ++out.terms;
}

void ConstraintDraft::add_term(int body) { add_frame_term({.body = body}, TermAxes::state, 1); }

void ConstraintDraft::add_entry(int row, int dof, double coefficient) {
  parts_.entries.push_back({row, dof, coefficient});
  ++out.entries;
}

void ConstraintDraft::fill(const std::vector<double>& from, const char* what, bool one_for_all, double otherwise,
                           std::array<double, 6>& to) const {
  to.fill(otherwise);
  const std::size_t rows = at(out.rows);
  if (from.empty()) return;
  if (from.size() != rows && !(one_for_all && from.size() == 1))
    fail(std::string(what) + ": found " + std::to_string(from.size()) + " numbers, expected " + std::to_string(rows));
  for (std::size_t r = 0; r < rows; ++r) to[r] = from[from.size() == 1 ? 0 : r];
}

void ConstraintDraft::check_placement(const Placement& p, const char* what) const {
  if (const std::string fault = placement_fault(p); !fault.empty()) fail(std::string(what) + " is " + fault);
}

void ConstraintDraft::read_numbers() {
  gain(in.kp, "kp"), gain(in.kd, "kd");
  if (in.kp != 0 && !out.rules->has_error())
    fail("kp is " + number_text(in.kp) + ", expected 0: the kind has no position");
  out.targeted = out.targeted || in.target.has_value();
  out.kp = in.kp, out.kd = in.kd;
  for (const double x : in.reference) finite(x, "reference");
  fill(in.reference, "reference", false, 0, out.reference);
  for (const double x : in.stiffness)
    if (!(x > 0)) fail("stiffness is " + number_text(x) + ", expected > 0");
  fill(in.stiffness, "stiffness", true, std::numeric_limits<double>::infinity(), out.stiffness);
  check_placement(in.in_frame, "in_frame"), check_placement(in.in_frame_b, "in_frame_b");
  if (in.target) check_placement(*in.target, "target");
}

CompiledConstraint compile_constraint(const Model& model, const Constraint& constraint, int index,
                                      const ConstraintRules& rules, RowParts& parts) {
  RowPartsGuard guard(parts);
  ConstraintDraft draft(model, constraint, index, rules, parts);
  rules.compile(draft);
  draft.read_numbers();
  guard.keep();
  return draft.out;
}

std::string constraint_label(const Model& model, const CompiledConstraint& c, int index) {
  Constraint stated_as;
  const auto frame = [&](FrameId id) {
    return id.index < 0 ? FrameRef() : FrameRef(model.frames()[at(id.index)].name);
  };
  const auto joint = [&](JointId id) { return id.index < 0 ? JointRef() : JointRef(model.joint_info(id).name); };
  stated_as.frame = frame(c.frame), stated_as.frame_b = frame(c.frame_b);
  stated_as.joint = joint(c.joint), stated_as.joint_b = joint(c.joint_b);
  return stated(stated_as, c.rules->name(), index);
}

}  // namespace tenon
