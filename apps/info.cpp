// tenon info: what a robot is, on one screen or as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "commands.hpp"
#include "describe.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "terminal.hpp"

namespace tenon::cli {

namespace {

constexpr std::size_t most_joints_shown = 30;

std::string range_text(int first, int count) {
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}–{}", first, first + count - 1);
}

std::string limits_text(const JointInfo& joint) {
  if (joint.nv != 1 || (std::isinf(joint.lower[0]) && std::isinf(joint.upper[0]))) return joint.nv == 1 ? "free" : "";
  return fmt::format("[{:.3g}, {:.3g}]", joint.lower[0], joint.upper[0]);
}

std::string joint_table(const Model& model) {
  const auto joints = model.joints();
  Table table("llrrll");
  const auto head = [](std::string_view text) { return paint(stdout, Ink::dim, text); };
  table.row({head("joint"), head("type"), head("q"), head("v"), head("limits"), head("parent")});
  for (const JointInfo& joint : joints.first(std::min(joints.size(), most_joints_shown)))
    table.row({paint(stdout, Ink::cyan, joint.name), joint.continuous ? "continuous" : to_string(joint.kind),
               range_text(joint.q_index, joint.nq), range_text(joint.v_index, joint.nv), limits_text(joint),
               joint.parent.index < 0 ? "world" : model.joint_info(joint.parent).name});
  std::string out = table.text();
  if (joints.size() > most_joints_shown)
    out += fmt::format("  … and {} more: --json lists them all\n", joints.size() - most_joints_shown);
  return out;
}

std::string counted(std::ptrdiff_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int count_frames(const Model& model, FrameInfo::Kind kind) {
  const auto frames = model.frames();
  return static_cast<int>(std::count_if(frames.begin(), frames.end(), [&](const auto& f) { return f.kind == kind; }));
}

std::string diagnostics_text(const Model& model, const std::string& robot) {
  const auto list = model.diagnostics();
  if (list.empty()) return paint(stdout, Ink::green, "none: nothing of the file was ignored or changed");
  const auto warnings = std::count_if(list.begin(), list.end(),
                                      [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::warning; });
  const auto notes = static_cast<std::ptrdiff_t>(list.size()) - warnings;
  return paint(
             stdout, Ink::yellow,
             fmt::format("{} warning{}, {} note{}", warnings, warnings == 1 ? "" : "s", notes, notes == 1 ? "" : "s")) +
         fmt::format(": tenon lint {}", robot);
}

std::string conventions_text() {
  return "SI units, radians, right-handed, z up; matrices row-major\n"
         "               spatial vectors: linear first, then angular\n"
         "               free joint: q = x y z qx qy qz qw, v in the body frame\n"
         "               spherical: q = qx qy qz qw; planar: q = x y cos sin";
}

std::string screen(const Model& model, const InfoOptions& options) {
  const Vector3 g = model.gravity();
  const auto label = [](std::string_view text) { return "  " + paint(stdout, Ink::dim, fmt::format("{:<13}", text)); };
  std::string out = fmt::format("{}: {}, nq {}, nv {}, {:.4g} kg\n\n", paint(stdout, Ink::bold, model.name()),
                                counted(static_cast<std::ptrdiff_t>(model.joints().size()), "joint"), model.nq(),
                                model.nv(), model.mass());
  out += joint_table(model) + "\n";
  using Kind = FrameInfo::Kind;
  out += label("frames") + fmt::format("{}: the world, {}, {}, {}, {}\n", model.frames().size(),
                                       counted(count_frames(model, Kind::link), "link"),
                                       counted(count_frames(model, Kind::joint), "joint"),
                                       counted(count_frames(model, Kind::fixed_joint), "fixed joint"),
                                       counted(count_frames(model, Kind::site), "site"));
  out += label("gravity") + fmt::format("{:g} {:g} {:g} m/s²\n", g[0], g[1], g[2]);
  out += label("conventions") + conventions_text() + "\n";
  out += label("diagnostics") + diagnostics_text(model, options.robot) + "\n";
  return out;
}

}  // namespace

int info(const InfoOptions& options) {
  const Model model = make_model(options.robot, options.floating_base);
  if (options.schedule) {
    print(describe_schedule(model));
    return 0;
  }
  if (!options.json) {
    print(screen(model, options));
    return 0;
  }
  print(json_text({{"name", model.name()},
                   {"nq", model.nq()},
                   {"nv", model.nv()},
                   {"mass", model.mass()},
                   {"gravity", model.gravity()},
                   {"joints", joints_json(model)},
                   {"frames", frames_json(model)}}));
  return 0;
}

}  // namespace tenon::cli
