// The lane schedule as text: one line per group, from the limbs' roots to their tips, one column per lane; then what
// the algorithms make of it.
#include <algorithm>
#include <cstdio>

#include "model/compiled.hpp"
#include "walk/root_walk.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

namespace {

std::string joint_name(const CompiledModel& m, int body) {
  const int joint = body > 0 ? m.bodies[static_cast<std::size_t>(body)].joint : -1;
  return joint < 0 ? (body > 0 ? "fixed" : "world") : m.joints[static_cast<std::size_t>(joint)].name;
}

// A limb's root names what carries it.
std::string cell(const CompiledModel& m, const LaneGroup& group, int lane) {
  const int body = group.body[static_cast<std::size_t>(lane)];
  if (body < 0) return "-";
  std::string text = joint_name(m, body);
  if (group.ends >> lane & 1) text += " < " + joint_name(m, m.bodies[static_cast<std::size_t>(body)].parent);
  return text;
}

std::string one_decimal(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string inertia_matrix(const CompiledModel& m) {
  if (root_walk_pays(m)) return "in the root's frame, four bodies at a time";
  if (m.walks->columns.groups.empty()) return "body by body";
  const bool same = m.walks->columns.groups.size() == m.walks->limbs.groups.size();
  return counted(m.walks->columns.groups.size(), "group") + " and " +
         counted(m.walks->columns.trunk.size(), "trunk step") + (same ? "" : ", limbs of the first level only");
}

std::string forward_dynamics(const CompiledModel& m) {
  if (m.walks->limbs.trunk.empty()) return "no trunk";
  return m.walks->limbs.wide.empty() ? "trunk in scalar steps" : "trunk in wide steps, SIMD inside a body";
}

std::string algorithms(const CompiledModel& m) {
  return "crba   " + inertia_matrix(m) + "\n" + "aba    " + forward_dynamics(m) + "\n";
}

}  // namespace

std::string describe_schedule(const Model& model) {
  const CompiledModel& m = model.compiled();
  const LaneSchedule& s = m.walks->schedule;
  if (s.scalar())
    return "body by body: " + std::to_string(s.trunk.size()) + " bodies, no limbs that gain from lanes\n" +
           algorithms(m);
  const std::size_t places = s.groups.size() * static_cast<std::size_t>(s.width);
  std::string out = std::to_string(s.width) + " lanes, " + std::to_string(s.groups.size()) + " groups, " +
                    std::to_string(s.limbs.size()) + " limbs, " + std::to_string(s.idle_places) + " of " +
                    std::to_string(places) + " places idle; estimated " + one_decimal(s.cost) +
                    " steps where body by body takes " + one_decimal(s.scalar_cost) + "\n";
  for (const int body : s.trunk) out += "trunk  " + joint_name(m, body) + "\n";
  std::size_t widest = 0;
  for (const LaneGroup& group : s.groups)
    for (int lane = 0; lane < s.width; ++lane) widest = std::max(widest, cell(m, group, lane).size());
  for (std::size_t k = s.groups.size(); k-- > 0;) {
    std::string line = (k < 10 ? "group  " : "group ") + std::to_string(k);
    for (int lane = 0; lane < s.width; ++lane) {
      std::string text = cell(m, s.groups[k], lane);
      text.resize(widest, ' ');
      line += "  " + text;
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out + algorithms(m);
}

}  // namespace tenon
