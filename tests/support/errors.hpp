// What a call throws, for tests of messages.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tenon/error.hpp"

namespace tenon::test {

// The text of the Error, or nothing where there is none.
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}
inline void expect_error(const std::string& found, const std::string& words) {
  EXPECT_NE(found.find(words), std::string::npos) << "\"" << found << "\" lacks \"" << words << "\"";
}

}  // namespace tenon::test
