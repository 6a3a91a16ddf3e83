// <mimic> across joints: does the joint that is followed exist, and does following end.
#include <unordered_map>

#include "io/number.hpp"
#include "io/urdf.hpp"

namespace tenon::io {

void check_urdf_mimics(XmlDocument& document, RobotDescription& robot) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::unordered_map<std::string_view, std::size_t> joints;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) joints.emplace(robot.joints[j].name, j);

  std::vector<std::size_t> leader(robot.joints.size(), none);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    Joint& joint = robot.joints[j];
    if (!joint.mimic) continue;
    const auto found = joints.find(joint.mimic->joint);
    if (found != joints.end() && velocity_size(robot.joints[found->second].kind) == 1) {
      leader[j] = found->second;
      continue;
    }
    document.add(
        {Diagnostic::Severity::warning, joint.source,
         "mimics " + in_quotes(joint.mimic->joint) +
             (found == joints.end() ? ", which the file does not have" : ", which does not have one coordinate") +
             ": read as a joint that moves by itself"});
    joint.mimic.reset();
  }

  // Follow the leaders; each joint is walked once.
  enum class State : char { fresh, on_the_way, done };
  std::vector<State> state(robot.joints.size(), State::fresh);
  for (std::size_t start = 0; start < leader.size(); ++start) {
    std::size_t j = start;
    for (; j != none && state[j] == State::fresh; j = leader[j]) state[j] = State::on_the_way;
    if (j != none && state[j] == State::on_the_way)
      throw Error(robot.joints[j].source, "mimics " + in_quotes(robot.joints[j].mimic->joint) +
                                              (leader[j] == j ? ", itself" : ", which follows it in turn") +
                                              ", expected a joint that moves by itself");
    for (j = start; j != none && state[j] == State::on_the_way; j = leader[j]) state[j] = State::done;
  }
}

}  // namespace tenon::io
