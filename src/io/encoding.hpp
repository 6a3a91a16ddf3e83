// Bytes of a robot file to UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "tenon/error.hpp"

namespace tenon::io {

struct DecodedText {
  std::string text;    // UTF-8, without byte order mark
  std::string remark;  // not empty where bytes had to be reinterpreted
  int line = 0;        // of the first such byte
};

// UTF-8 passes. Bytes that are not UTF-8 are read as Latin-1, which old files use in comments and names; UTF-16, UTF-32
// and NUL bytes are an Error.
DecodedText decode(std::string_view bytes, const Source& whole);

}  // namespace tenon::io
