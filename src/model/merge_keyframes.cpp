// Moves the coordinates of each keyframe to where their joints stand after merging.
#include "model/merge_keyframes.hpp"

#include <algorithm>
#include <unordered_map>

#include "model/joint_order.hpp"

namespace tenon {
namespace {

// Where each moving joint's coordinates begin and how many they are.
struct Layout {
  struct Range {
    std::size_t begin, size;
  };
  std::unordered_map<std::string, Range> q, v;
  std::vector<double> neutral_q, neutral_v;

  explicit Layout(const RobotDescription& description, const std::string& prefix = "") {
    for (const int k : joint_order(description)) {
      const Joint& joint = description.joints[static_cast<std::size_t>(k)];
      const std::size_t nq = static_cast<std::size_t>(configuration_size(joint.kind));
      const std::size_t nv = static_cast<std::size_t>(velocity_size(joint.kind));
      q[prefix + joint.name] = {neutral_q.size(), nq};
      v[prefix + joint.name] = {neutral_v.size(), nv};
      neutral_q.resize(neutral_q.size() + nq, 0);
      neutral_v.resize(neutral_v.size() + nv, 0);
      if (joint.kind == JointKind::spherical || joint.kind == JointKind::free) neutral_q.back() = 1;
      if (joint.kind == JointKind::planar) neutral_q[neutral_q.size() - 2] = 1;
    }
  }
};

using Ranges = std::unordered_map<std::string, Layout::Range>;

// An empty vector of a keyframe says nothing and stays empty; one of another size is not ours to rearrange.
std::vector<double> rearranged(const std::vector<double>& values, const std::string& where, std::size_t expected,
                               const Ranges& from, const Ranges& to, std::vector<double> result) {
  if (values.empty()) return {};
  if (values.size() != expected)
    throw Error(where + " has " + std::to_string(values.size()) + " numbers, expected " + std::to_string(expected));
  for (const auto& [name, range] : from)
    std::copy_n(values.data() + range.begin, range.size, result.data() + to.at(name).begin);
  return result;
}

}  // namespace

void merge_keyframes(RobotDescription& robot, const RobotDescription& before, const RobotDescription& other,
                     const std::string& prefix) {
  if (robot.keyframes.empty()) return;
  const Layout merged(robot), first(before), second(other, prefix);
  for (std::size_t k = 0; k < robot.keyframes.size(); ++k) {
    Keyframe& keyframe = robot.keyframes[k];
    const std::string where = "keyframe \"" + keyframe.name + "\": ";
    const bool of_first = k < before.keyframes.size();
    const Layout& own = of_first ? first : second;
    keyframe.q = rearranged(keyframe.q, where + "q", own.neutral_q.size(), own.q, merged.q, merged.neutral_q);
    keyframe.v = rearranged(keyframe.v, where + "v", own.neutral_v.size(), own.v, merged.v, merged.neutral_v);
    if (keyframe.control.empty()) continue;
    // Actuators keep their order, the part's after the robot's.
    if (!of_first) keyframe.control.insert(keyframe.control.begin(), before.actuators.size(), 0);
    keyframe.control.resize(robot.actuators.size(), 0);
  }
}

}  // namespace tenon
