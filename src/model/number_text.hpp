// A number as messages show it.
#pragma once

#include <cstdio>
#include <string>

namespace tenon {

inline std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

}  // namespace tenon
