// Numbers of general position, drawn in a fixed order from a seed: no zero, no alignment, no symmetry by accident.
#pragma once

#include <cstdint>
#include <random>

#include "tenon/description.hpp"

namespace tenon::generators {

class General {
 public:
  // The engine's numbers are the same everywhere; the standard distributions are not, so they are not used.
  explicit General(std::uint64_t seed) : engine_(seed * 0x9e3779b97f4a7c15ULL + 0xd1b54a32d192ed03ULL) {}

  double uniform(double lower, double upper) {
    return lower + (upper - lower) * static_cast<double>(engine_() >> 11) * 0x1.0p-53;
  }
  int integer(int lower, int upper) {
    return lower + static_cast<int>(engine_() % static_cast<std::uint64_t>(upper - lower + 1));
  }
  bool chance(double probability) { return uniform(0, 1) < probability; }

  Vector3 direction();                                   // of length one
  Placement placement(double shortest, double longest);  // any rotation, a translation of such a length
  MassProperties mass_properties(double size);           // of a solid of roughly this size, 0.3 to 3 kg

 private:
  std::mt19937_64 engine_;
};

// "link_007": padded so that names sort in the order of the numbers below `count`.
std::string numbered(const char* stem, int number, int count);

// Throws Error for a size that no mechanism has, or that would fill the memory.
constexpr int many = 1'000'000;
void expect_size(const char* generator, const char* what, int value, int least, int most = many);

}  // namespace tenon::generators
