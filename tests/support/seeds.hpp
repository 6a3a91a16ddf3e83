// Seeds of the property tests: fixed, printed on failure (`<< seed`), and fewer under a sanitizer.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace tenon::test {

// 0, 1, …, count - 1; the environment variable TENON_TEST_SEEDS caps the count (sanitizer runs).
std::vector<std::uint64_t> seeds(int count);
// How many of something a test over seeds(count) must have seen that sees `today` of them with all its seeds: nearly as
// many, and in proportion, with room for the draw, where the environment caps the seeds.
double nearly(double today, int count);
// How many it may have excused that excuses `today` of them: little more, and in proportion.
double hardly_more_than(double today, int count);

// Uniform numbers in [lower, upper], the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15ULL + 0x2545f4914f6cdd1dULL) {}
  double uniform(double lower = -1, double upper = 1) {
    return lower + (upper - lower) * static_cast<double>(engine_() >> 11) * 0x1.0p-53;
  }
  int integer(int lower, int upper) {
    return lower + static_cast<int>(engine_() % static_cast<std::uint64_t>(upper - lower + 1));
  }
  std::vector<double> vector(int n, double scale = 1) {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (double& xi : x) xi = uniform(-scale, scale);
    return x;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tenon::test
