// URDF under random bytes: a Model or a tenon::Error, nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tenon/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    tenon::RobotDescription robot = tenon::parse_urdf(text);
    for (const bool floating_base : {false, true}) {
      robot.floating_base = floating_base;
      try {
        const tenon::Model model(robot);
      } catch (const tenon::Error&) {
      }
    }
  } catch (const tenon::Error&) {
  }
  return 0;
}
