// The robots of [cABA] section VIII by stand-ins: their joint trees, our own masses and lengths.
#include "caba/caba.hpp"
#include "tenon/builder.hpp"
#include "tenon/generators.hpp"

namespace tenon::paper::caba {

namespace {

// A hand of two jaws driven by two motors: seven small links, as Talos' grippers have.
RobotDescription gripper() {
  ModelBuilder hand("gripper");
  hand.link("palm", solid_box(0.3, {0.05, 0.08, 0.06}));
  const auto add = [&](const char* name, const char* parent, const Placement& place, double mass) {
    hand.link(name, solid_box(mass, {0.02, 0.02, 0.05}, placement_at(0, 0, -0.02)));
    hand.revolute(std::string(name) + "_joint", parent, name, place, {1, 0, 0});
  };
  add("motor_double", "palm", placement_at(0, 0.02, -0.05), 0.14);
  add("inner_double", "palm", placement_at(0, 0.013, -0.08), 0.09);
  add("fingertip_1", "inner_double", placement_at(0.03, 0.04, -0.05), 0.03);
  add("fingertip_2", "inner_double", placement_at(-0.03, 0.04, -0.05), 0.03);
  add("motor_single", "palm", placement_at(0, -0.02, -0.05), 0.11);
  add("inner_single", "palm", placement_at(0, -0.013, -0.08), 0.05);
  add("fingertip_3", "inner_single", placement_at(0, -0.04, -0.05), 0.03);
  return hand.description();
}

std::vector<Constraint> on(const std::vector<std::string>& frames, bool points) {
  std::vector<Constraint> list;
  for (const std::string& frame : frames) list.push_back(points ? connect(frame) : weld(frame));
  return list;
}

std::vector<Constraint> both(std::vector<Constraint> a, const std::vector<Constraint>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<std::string> fingertips(const std::string& prefix) {
  std::vector<std::string> list;
  for (const char* finger : {"FF", "LF", "MF", "RF", "TH"}) list.push_back(prefix + finger + "_tip");
  return list;
}

}  // namespace

Model plain_model(const RobotDescription& robot) { return Model(robot, {.screw_frames = false}); }

RobotDescription talos_standin() {
  RobotDescription robot = generators::humanoid_standin();
  const RobotDescription hand = gripper();
  for (const std::string side : {"left", "right"}) robot = merged(robot, hand, {side + "_hand", {}, side + "_", {}});
  return robot;
}

System talos_on_points() {
  std::vector<Constraint> list;
  for (const char* sole : {"left_sole", "right_sole"})
    for (const double x : {-0.08, 0.12})
      for (const double y : {-0.04, 0.04}) {
        list.push_back(connect(sole));
        list.back().in_frame.translation = {x, y, 0};
      }
  return {"Talos", "F3⁴ on each foot", plain_model(talos_standin()), list};
}

std::vector<System> systems() {
  const Model arm = plain_model(generators::arm7_standin()), solo = plain_model(generators::quadruped_standin()),
              talos = plain_model(talos_standin()), atlas = plain_model(generators::atlas_standin(2));
  const auto talos_feet = on({"left_sole", "right_sole"}, false), hands = on({"left_hand", "right_hand"}, false);
  const auto atlas_feet = on({"l_sole", "r_sole"}, false), left = on(fingertips("l_"), true),
             right = on(fingertips("r_"), true);
  return {{"7-axis arm", "H3", arm, on({"tool"}, true)},
          {"7-axis arm", "H6", arm, on({"tool"}, false)},
          {"Solo", "F3²", solo, on({"FL_foot", "FR_foot"}, true)},
          {"Solo", "F3⁴", solo, on({"FL_foot", "FR_foot", "HL_foot", "HR_foot"}, true)},
          {"Talos", "F6²", talos, talos_feet},
          {"Talos", "F6²H6²", talos, both(talos_feet, hands)},
          {"Atlas + hands", "F6²", atlas, atlas_feet},
          {"Atlas + hands", "F6²T3⁵", atlas, both(atlas_feet, left)},
          {"Atlas + hands", "F6²T3¹⁰", atlas, both(both(atlas_feet, left), right)}};
}

}  // namespace tenon::paper::caba
