// Checks at the border: every span has the model's size and holds finite numbers.
#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include "spatial/finite.hpp"
#include "tenon/model.hpp"

namespace tenon {

[[noreturn]] void throw_size(std::size_t found, std::size_t expected, const char* argument);
[[noreturn]] void throw_bad_input(std::span<const double> x, const char* argument, double limit);

// Error "q: found 5 numbers, expected 7".
inline void check_size(std::size_t found, std::size_t expected, const char* argument) {
  if (found != expected) [[unlikely]]
    throw_size(found, expected, argument);
}
inline bool all_finite(std::span<const double> x) {
  return TENON_ISA_CHOICE(all_finite_kernel)(x.data(), x.size(), 1.0);
}
// The same for an input, which must also be finite and not beyond `limit`: Error "v[3] is nan, expected a finite
// number", "v[3] is 1e+200, expected at most 1e+50 in magnitude".
inline void check_input(std::span<const double> x, int expected, const char* argument,
                        double limit = largest_input<double>) {
  check_size(x.size(), static_cast<std::size_t>(expected), argument);
  if (!TENON_ISA_CHOICE(all_finite_kernel)(x.data(), x.size(), overflow_factor(limit))) [[unlikely]]
    throw_bad_input(x, argument, limit);
}
[[noreturn]] void throw_shared(const char* name, const char* other);
// An output must not lie on an input that is still read, or on another output: Error "lambda: shares memory with q,
// expected a place of its own".
inline void check_apart(std::span<const double> a, std::span<const double> b, const char* name, const char* other) {
  if (!a.empty() && !b.empty() && a.data() < b.data() + b.size() && b.data() < a.data() + a.size()) [[unlikely]]
    throw_shared(name, other);
}
// Each output has memory of its own.
struct NamedOutput {
  std::span<const double> numbers;
  const char* name;
};
inline void check_outputs_apart(std::initializer_list<NamedOutput> outputs) {
  for (const NamedOutput* a = outputs.begin(); a != outputs.end(); ++a)
    for (const NamedOutput* b = outputs.begin(); b != a; ++b) check_apart(a->numbers, b->numbers, a->name, b->name);
}
// What is wrong with a number: "nan, expected a finite number".
std::string bad_input_text(double x, double limit);
// A quaternion (size 4), or a cosine and sine, is of length 1 within 1e-6.
void check_unit_length(const char* argument, const JointInfo& joint, const double* part, int size);
// Error "frame: found index 12, expected 0 to 9".
void check_frame(const Model& model, FrameId frame, const char* argument);

}  // namespace tenon
