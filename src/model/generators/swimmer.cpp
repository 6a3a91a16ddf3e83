// A row of bars that swims in the plane z = 0: planar base, revolute joints about z.
#include "model/generators/general.hpp"
#include "model/generators/shapes.hpp"
#include "tenon/generators.hpp"

namespace tenon::generators {

RobotDescription swimmer(int links) {
  expect_size("swimmer", "number of links", links, 1);
  constexpr double length = 0.5;
  ModelBuilder robot("swimmer_" + std::to_string(links));
  std::string parent;
  for (int k = 0; k < links; ++k) {
    const std::string link = numbered("bar_", k, links);
    Shapes(k % 2 ? light : accent).capsule(1 + 0.5 / (k + 1), 0.05, {0, 0, 0}, {-length, 0, 0}).add(robot, link);
    if (k == 0)
      robot.planar("root_joint", "", link);
    else
      drive(robot.revolute(numbered("joint_", k, links), parent, link, placement_at(-length, 0, 0)),
            {-1.7, 1.7, 2, 20, 0.01});
    parent = link;
  }
  return robot.description();
}

}  // namespace tenon::generators
