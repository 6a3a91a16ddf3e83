#include "support/seeds.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tenon::test {

std::vector<std::uint64_t> seeds(int count) {
  if (const char* cap = std::getenv("TENON_TEST_SEEDS")) count = std::min(count, std::max(1, std::atoi(cap)));
  std::vector<std::uint64_t> list(static_cast<std::size_t>(count));
  std::iota(list.begin(), list.end(), 0u);
  return list;
}

}  // namespace tenon::test
