// Every public call refuses a quaternion, or a cosine and sine, that is not of unit length.
#include <gtest/gtest.h>

#include <functional>

#include "support/mechanism.hpp"
#include "tenon/configuration.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/kinematics.hpp"

namespace tenon::test {
namespace {

void expect_refused(const RobotDescription& robot, int begin, int size, const std::string& what) {
  const Model model(robot);
  Workspace ws(model);
  Kinematics kinematics(model);
  const std::size_t nv = static_cast<std::size_t>(model.nv());
  Vector zero(nv, 0.0), out(nv), A(nv * nv), B(nv * nv), C(nv * nv);
  Vector next(static_cast<std::size_t>(model.nq()));
  const Vector neutral = neutral_configuration(model);
  for (const double length : {0.0, 0.9, 1.1, 2.0}) {
    Vector q = neutral;
    for (int k = begin; k < begin + size; ++k) q[static_cast<std::size_t>(k)] *= length;
    const std::function<void()> calls[] = {
        [&] { rnea(model, ws, {q, zero}, zero, out); },
        [&] { aba(model, ws, {q, zero}, zero, out); },
        [&] { crba(model, ws, q, A); },
        [&] { minverse(model, ws, q, A); },
        [&] { minverse_apply(model, ws, q, zero, out); },
        [&] { rnea_derivatives(model, ws, {q, zero}, zero, {A, B, C}); },
        [&] { aba_derivatives(model, ws, {q, zero}, zero, {A, B, C}); },
        [&] { forward_kinematics(model, {q, zero}, zero, kinematics); },
        [&] { integrate(model, q, zero, next); },
        [&] { difference(model, neutral, q, out); },
    };
    for (const auto& call : calls) {
      try {
        call();
        ADD_FAILURE() << "length " << length << " was accepted";
      } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
      }
    }
  }
}

TEST(BadConfigurations, OfAFreeJointAreRefused) {
  expect_refused(generators::quadruped_standin(), 3, 4, "quaternion has length");
}
TEST(BadConfigurations, OfAPlanarJointAreRefused) {
  expect_refused(generators::swimmer(3), 2, 2, "cosine and sine has length");
}

}  // namespace
}  // namespace tenon::test
