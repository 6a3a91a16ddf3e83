// The dense reference against Pinocchio's constrained accelerations and forces of the bundled robots, v ≠ 0.
#include <gtest/gtest.h>

#include "constrained/dense.hpp"
#include "support/mechanism.hpp"
#include "support/source_dir.hpp"
#include "tenon/load.hpp"

namespace tenon::test {
namespace {

struct Held {
  ConstraintKind kind;
  const char* frame;
};
struct Golden {
  const char* robot;
  bool floating;
  std::vector<Held> held;
  Vector q, v, tau, acceleration, force;
};
const Golden golden[] = {
#include "constrained/pinocchio_golden.inc"
};

TEST(DenseKkt, EqualsPinocchiosConstrainedDynamics) {
  for (const Golden& g : golden) {
    const Model model =
        load_urdf((source_dir() + "/scenes/robots/") + g.robot + ".urdf", {.floating_base = g.floating});
    std::vector<Constraint> list;
    for (const Held& held : g.held) {
      list.push_back(held.kind == ConstraintKind::weld ? weld(held.frame) : connect(held.frame));
      if (held.kind == ConstraintKind::connect) list.back().axes = Axes::world_aligned;
    }
    const ConstraintSet set(model, list);
    Vector a(g.acceleration.size()), lambda(g.force.size());
    dense_constrained_dynamics(model, set, g.q, g.v, g.tau, a, lambda);
    EXPECT_LE(distance(a, g.acceleration), 1e-9) << g.robot;
    EXPECT_LE(distance(lambda, g.force), 1e-9) << g.robot;
  }
}

}  // namespace
}  // namespace tenon::test
