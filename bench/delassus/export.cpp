// A generated mechanism for the peers, as compiled: one line per moving joint, fixed ones merged, axes along z.
#include <cstdio>
#include <tenon/generators.hpp>

#include "contest.hpp"
#include "model/compiled.hpp"

namespace race {
namespace {

std::string joint_line(const tenon::CompiledModel& model, const tenon::Body& body) {
  const auto& R = body.X_pj.R;
  const auto& p = body.X_pj.p;
  const auto& I = body.I;
  const double m = I.m, c[3] = {I.h.x / m, I.h.y / m, I.h.z / m};
  const double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];  // inertia about the centre of mass: Steiner
  const double inertia[] = {I.I.xx - m * (cc - c[0] * c[0]), I.I.xy + m * c[0] * c[1], I.I.xz + m * c[0] * c[2],
                            I.I.yy - m * (cc - c[1] * c[1]), I.I.yz + m * c[1] * c[2], I.I.zz - m * (cc - c[2] * c[2])};
  const double armature = model.armature[static_cast<std::size_t>(body.v)];
  const double numbers[] = {R.xx, R.xy, R.xz,       R.yx,       R.yy,       R.yz,       R.zx,       R.zy,      R.zz,
                            p.x,  p.y,  p.z,        0,          0,          1,          armature,   m,         c[0],
                            c[1], c[2], inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]};
  const std::string kind = body.kind == tenon::JointKind::free        ? "free"
                           : body.kind == tenon::JointKind::prismatic ? "prismatic"
                                                                      : "revolute";
  std::string line = "joint " + model.joints[static_cast<std::size_t>(body.joint)].name + " " + kind + " " +
                     std::to_string(body.parent - 1);
  for (const double x : numbers) {
    char text[32];
    std::snprintf(text, sizeof text, " %.17g", x);
    line += text;
  }
  return line;
}

}  // namespace

void export_tree(const std::string& generator, const std::string& file) {
  const tenon::Model model(tenon::generators::make(generator), {.screw_frames = false});
  const tenon::CompiledModel& m = model.compiled();
  std::ofstream out(file);
  out << "tree " << m.description.name << "\n";
  for (int i = 1; i < m.body_count(); ++i) out << joint_line(m, m.bodies[static_cast<std::size_t>(i)]) << "\n";
  if (!out) throw std::runtime_error(file + ": cannot be written");
}

}  // namespace race
