// Where this checkout stands, for tests that read its files.
#pragma once

#include <string>

namespace tenon::test {

std::string source_dir();

}  // namespace tenon::test
