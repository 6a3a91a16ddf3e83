#include "support/seeds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace tenon::test {

std::vector<std::uint64_t> seeds(int count) {
  if (const char* cap = std::getenv("TENON_TEST_SEEDS")) count = std::min(count, std::max(1, std::atoi(cap)));
  std::vector<std::uint64_t> list(static_cast<std::size_t>(count));
  std::iota(list.begin(), list.end(), 0u);
  return list;
}

double nearly(double today, int count) {
  const auto here = static_cast<double>(seeds(count).size());
  if (here == count) return 0.95 * today;
  return std::max(0.0, 0.9 * today * here / count * (1 - 2 / std::sqrt(here)));
}

double hardly_more_than(double today, int count) {
  const auto here = static_cast<double>(seeds(count).size());
  const double share = today * here / count;
  return here == count ? 1.1 * today + 2 : share + 6 * std::sqrt(share) + 6;
}

}  // namespace tenon::test
