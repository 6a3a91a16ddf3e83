// MJCF under random bytes: a Model or a tenon::Error, nothing else.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tenon/load.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const bool floating_base : {false, true}) {
    try {
      tenon::LoadOptions options;
      options.floating_base = floating_base;
      const tenon::Model model(tenon::parse_mjcf(text, "mjcf", options));
    } catch (const tenon::Error&) {
    }
  }
  return 0;
}
