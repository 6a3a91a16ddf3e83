// Shared by the MJCF tests.
#pragma once

#include <cmath>

#include "io/support.hpp"
#include "tenon/builder.hpp"

namespace tenon::test {

// Line 1 is <mujoco>, so that the first line of `inside` is line 2.
inline RobotDescription mjcf(const std::string& inside, const LoadOptions& options = {}) {
  return parse_mjcf("<mujoco>\n" + inside + "\n</mujoco>", "m.xml", options);
}
inline std::string mjcf_error(const std::string& inside) {
  return error_text([&] { mjcf(inside); });
}
inline std::string world(const std::string& inside) { return "<worldbody>\n" + inside + "\n</worldbody>"; }
inline std::string body(const std::string& inside) { return world("<body name='b'>\n" + inside + "\n</body>"); }

inline void expect_near(const Placement& a, const Placement& b, double tolerance = 1e-14) {
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(a.rotation[k], b.rotation[k], tolerance) << "rotation " << k;
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(a.translation[k], b.translation[k], tolerance) << "translation " << k;
}

}  // namespace tenon::test
