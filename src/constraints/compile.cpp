// One constraint, checked and resolved against the model.
#include <cmath>
#include <limits>

#include "constraints/compiled.hpp"
#include "dynamics/moving.hpp"
#include "model/convert.hpp"
#include "model/rotation_fault.hpp"

namespace tenon {

namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

// What a constraint is called before its names are known to exist.
std::string stated(const Constraint& c, int index) {
  const auto frame = [](const FrameRef& f) {
    return f.name.empty() ? "frame " + std::to_string(f.id.index) : quoted(f.name);
  };
  const auto joint = [](const JointRef& j) {
    return j.name.empty() ? "joint " + std::to_string(j.index) : quoted(j.name);
  };
  std::string what = to_string(c.kind);
  if (c.frame.given()) what += " of " + frame(c.frame) + (c.frame_b.given() ? " to " + frame(c.frame_b) : "");
  if (c.joint.given()) what += " of " + joint(c.joint) + (c.joint_b.given() ? " to " + joint(c.joint_b) : "");
  return "constraint " + std::to_string(index) + " (" + what + ")";
}

// Carries what every check needs to name the constraint; its text is made only when something is wrong.
struct Compiler {
  const Model& model;
  const Constraint& in;
  int index;
  CompiledConstraint out;

  [[noreturn]] void fail(const std::string& message) const { throw Error(stated(in, index) + ": " + message); }

  template <class Work>
  auto named(Work&& work) const {
    try {
      return work();
    } catch (const Error& e) {
      fail(e.what());
    }
  }

  FrameId frame(const FrameRef& ref) const {
    if (ref.id.index < 0) return named([&] { return model.frame(ref.name); });
    if (ref.id.index >= static_cast<int>(model.frames().size()))
      fail("found frame index " + std::to_string(ref.id.index) + ", expected 0 to " +
           std::to_string(model.frames().size() - 1));
    return ref.id;
  }

  int joint(const JointRef& ref) const {
    if (ref.index < 0) return named([&] { return model.joint(ref.name); });
    if (ref.index >= static_cast<int>(model.joints().size()))
      fail("found joint index " + std::to_string(ref.index) + ", expected 0 to " +
           std::to_string(model.joints().size() - 1));
    return ref.index;
  }

  void finite(double x, const char* what) const {
    if (!std::isfinite(x))
      fail(std::string(what) + " is " + (std::isnan(x) ? "nan" : "infinite") + ", expected a finite number");
  }

  // Returns how many rows there are before the mask.
  int resolve_frames() {
    const CompiledModel& m = model.compiled();
    if (!in.frame.given()) fail("found no frame");
    if (in.joint.given() || in.joint_b.given()) fail("found a joint, expected only frames");
    out.frame = frame(in.frame);
    const BodyFrame& a = m.body_frames[static_cast<std::size_t>(out.frame.index)];
    out.body = a.body;
    out.X_bA = a.X_bf * to_transform(in.in_frame);
    if (!moves(m, out.body)) fail("the frame is fixed to the world, expected one that moves");
    if (in.frame_b.given()) {
      out.frame_b = frame(in.frame_b);
      const BodyFrame& b = m.body_frames[static_cast<std::size_t>(out.frame_b.index)];
      out.body_b = b.body;
      out.X_bB = b.X_bf * to_transform(in.in_frame_b);
      out.loop = b.body != 0;
      if (!out.loop) out.target = out.X_bB;
      if (b.body == a.body) fail("both frames are fixed to one body, expected two that move against each other");
      if (in.target) fail("found a target and a second frame, expected one of them");
    }
    if (in.axes == Axes::world) fail("found axes \"world\", expected local or world_aligned");
    if (in.target) out.target = to_transform(*in.target);
    return in.kind == ConstraintKind::weld ? 6 : 3;
  }

  int one_dof(const JointRef& ref, int& joint_index) {
    joint_index = joint(ref);
    const JointInfo& info = model.joints()[static_cast<std::size_t>(joint_index)];
    if (ref.dof < 0 || ref.dof >= info.nv)
      fail("found degree of freedom " + std::to_string(ref.dof) + " of joint " + quoted(info.name) +
           ", expected 0 to " + std::to_string(info.nv - 1));
    if (in.kind != ConstraintKind::friction && info.nq != 1)
      fail("joint " + quoted(info.name) + " is " + to_string(info.kind) + ", expected one with a single coordinate");
    return info.v_index + ref.dof;
  }

  // Where a joint is locked until hold(q) says otherwise.
  void neutral(JointKind kind) {
    if (kind == JointKind::spherical) out.target_q[3] = 1;
    if (kind == JointKind::planar) out.target_q[2] = 1;
    if (kind == JointKind::free) out.target_q[6] = 1;
  }

  int resolve_joints() {
    if (!in.joint.given()) fail("found no joint");
    if (in.frame.given() || in.frame_b.given()) fail("found a frame, expected only joints");
    finite(in.bound, "bound"), finite(in.multiplier, "multiplier"), finite(in.offset, "offset");
    out.multiplier = in.multiplier, out.offset = in.offset, out.bound = in.bound;
    if (in.kind == ConstraintKind::locked) {
      out.joint = joint(in.joint);
      const JointInfo& info = model.joints()[static_cast<std::size_t>(out.joint)];
      out.dof = info.v_index;
      neutral(info.kind);
      return info.nv;
    }
    out.dof = one_dof(in.joint, out.joint);
    if (in.kind == ConstraintKind::coupling) {
      if (!in.joint_b.given()) fail("found no second joint");
      out.dof_b = one_dof(in.joint_b, out.joint_b);
      if (out.dof_b == out.dof) fail("found one joint twice, expected two");
    }
    return 1;
  }

  void keep_rows(int all) {
    if (!in.mask.empty() && static_cast<int>(in.mask.size()) != all)
      fail("mask: found " + std::to_string(in.mask.size()) + " entries, expected " + std::to_string(all));
    for (int r = 0; r < all; ++r)
      if (in.mask.empty() || in.mask[static_cast<std::size_t>(r)]) out.kept[static_cast<std::size_t>(out.rows++)] = r;
    if (out.rows == 0) fail("mask: found no row that is kept, expected at least one");
  }

  void fill(const std::vector<double>& from, const char* what, bool one_for_all, double otherwise,
            std::array<double, 6>& to) const {
    to.fill(otherwise);
    const auto rows = static_cast<std::size_t>(out.rows);
    if (from.empty()) return;
    if (from.size() != rows && !(one_for_all && from.size() == 1))
      fail(std::string(what) + ": found " + std::to_string(from.size()) + " numbers, expected " + std::to_string(rows));
    for (std::size_t r = 0; r < rows; ++r) to[r] = from[from.size() == 1 ? 0 : r];
  }

  void check_placement(const Placement& p, const char* what) const {
    for (const double x : p.translation) finite(x, what);
    for (const double x : p.rotation) finite(x, what);
    if (const char* fault = rotation_fault(p.rotation)) fail(std::string(what) + " is " + fault);
  }

  void read_numbers() {
    finite(in.kp, "kp"), finite(in.kd, "kd");
    out.kp = in.kp, out.kd = in.kd;
    for (const double x : in.reference) finite(x, "reference");
    fill(in.reference, "reference", false, 0, out.reference);
    for (const double x : in.stiffness)
      if (!(x > 0)) fail("stiffness is " + std::to_string(x) + ", expected > 0");
    fill(in.stiffness, "stiffness", true, std::numeric_limits<double>::infinity(), out.stiffness);
    check_placement(in.in_frame, "in_frame"), check_placement(in.in_frame_b, "in_frame_b");
    if (in.target) check_placement(*in.target, "target");
  }

  // Row r is the power of a unit force along (or moment about) axis r of A.
  void make_rows() {
    for (int r = 0; r < out.rows; ++r) {
      double unit[6] = {0, 0, 0, 0, 0, 0};
      unit[out.kept[static_cast<std::size_t>(r)]] = 1;
      out.K[static_cast<std::size_t>(r)] =
          act(out.X_bA, Force<double>{{unit[0], unit[1], unit[2]}, {unit[3], unit[4], unit[5]}});
      out.square = rank_one_downdate(out.square, -1.0, out.K[static_cast<std::size_t>(r)]);
    }
  }

  CompiledConstraint run() {
    out.kind = in.kind;
    out.axes = in.axes;
    switch (in.kind) {
      case ConstraintKind::weld:
      case ConstraintKind::connect:
        keep_rows(resolve_frames());
        make_rows();
        break;
      case ConstraintKind::centre_of_mass:
        if (in.frame.given() || in.joint.given()) fail("found a frame or a joint, expected none");
        if (!(model.mass() > 0)) fail("found nothing that moves and has mass");
        if (in.target) out.target = to_transform(*in.target);
        keep_rows(3);
        break;
      default:
        keep_rows(resolve_joints());
    }
    read_numbers();
    return out;
  }
};

}  // namespace

const char* to_string(ConstraintKind kind) {
  switch (kind) {
    case ConstraintKind::weld:
      return "weld";
    case ConstraintKind::connect:
      return "connect";
    case ConstraintKind::coupling:
      return "coupling";
    case ConstraintKind::limit:
      return "limit";
    case ConstraintKind::friction:
      return "friction";
    case ConstraintKind::locked:
      return "locked";
    case ConstraintKind::centre_of_mass:
      break;
  }
  return "centre_of_mass";
}

CompiledConstraint compile_constraint(const Model& model, const Constraint& constraint, int index) {
  return Compiler{model, constraint, index, {}}.run();
}

std::string constraint_label(const Model& model, const CompiledConstraint& c, int index) {
  Constraint stated_as;
  stated_as.kind = c.kind;
  const auto frame = [&](FrameId id) {
    return id.index < 0 ? FrameRef() : FrameRef(model.frames()[static_cast<std::size_t>(id.index)].name);
  };
  const auto joint = [&](int j) {
    return j < 0 ? JointRef() : JointRef(model.joints()[static_cast<std::size_t>(j)].name);
  };
  stated_as.frame = frame(c.frame), stated_as.frame_b = frame(c.frame_b);
  stated_as.joint = joint(c.joint), stated_as.joint_b = joint(c.joint_b);
  return stated(stated_as, index);
}

}  // namespace tenon
