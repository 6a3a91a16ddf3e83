// n random samples of a robot in every shape that the batch tests need.
#pragma once

#include <cstring>
#include <limits>

#include "support/mechanism.hpp"
#include "tenon/batch.hpp"

namespace tenon::test {

using Floats = std::vector<float>;
inline Floats narrow(const Vector& x) { return Floats(x.begin(), x.end()); }
inline Vector widen(const Floats& x) { return Vector(x.begin(), x.end()); }

// Arrays (n, size), row-major.
struct Samples {
  int n;
  std::size_t nq, nv;
  Vector q, v, a;

  Samples(const Model& model, int count, std::uint64_t seed)
      : n(count), nq(static_cast<std::size_t>(model.nq())), nv(static_cast<std::size_t>(model.nv())) {
    Random random(seed);
    for (int k = 0; k < n; ++k) {
      const Vector qk = random_q(model, random), vk = random.vector(model.nv()), ak = random.vector(model.nv());
      q.insert(q.end(), qk.begin(), qk.end());
      v.insert(v.end(), vk.begin(), vk.end());
      a.insert(a.end(), ak.begin(), ak.end());
    }
  }
  Vector zeros(std::size_t size) const { return Vector(static_cast<std::size_t>(n) * size, 0.0); }
};
template <class T>
std::span<const T> sample(const std::vector<T>& x, int k, std::size_t size) {
  return std::span(x).subspan(static_cast<std::size_t>(k) * size, size);
}

template <class T>
std::vector<T> packed(const BatchOf<T>& batch, int n, std::size_t size, const std::vector<T>& rows) {
  const T nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> out(batch.packed_size(n, static_cast<int>(size)), nan);
  batch.pack(n, static_cast<int>(size), rows, out);
  // Padding may hold anything.
  const std::size_t W = static_cast<std::size_t>(batch.lanes()), used = static_cast<std::size_t>(n) % W;
  if (used != 0)
    for (std::size_t e = static_cast<std::size_t>(n) / W * W * size; e < out.size(); ++e)
      if (e % W >= used) out[e] = nan;
  return out;
}
template <class T>
std::vector<T> unpacked(const BatchOf<T>& batch, int n, std::size_t size, const std::vector<T>& packed_numbers) {
  std::vector<T> rows(static_cast<std::size_t>(n) * size);
  batch.unpack(n, static_cast<int>(size), packed_numbers, rows);
  return rows;
}

// How a batch solves what a single call solves by these options. Wrenches of a batch are numbers: they are given apart.
template <class T>
typename BatchOf<T>::ConstrainedOptions batch_options(const ConstrainedOptions& options, Layout layout = Layout::rows,
                                                      View<T> wrenches = {}) {
  return {.layout = layout,
          .algorithm = options.algorithm,
          .penalty = options.penalty,
          .tolerance = options.tolerance,
          .max_iterations = options.max_iterations,
          .warm_start = options.warm_start,
          .wrenches = wrenches};
}

// M out = x: the normwise backward error, which does not grow with the condition of M.
inline double unsolved(const Samples& s, const Vector& M, const Vector& out, const Vector& x) {
  const auto largest = [](std::span<const double> all) {
    double most = 0;
    for (const double one : all) most = std::max(most, std::abs(one));
    return most;
  };
  double worst = 0;
  for (int k = 0; k < s.n; ++k) {
    const auto Mk = sample(M, k, s.nv * s.nv), y = sample(out, k, s.nv), xk = sample(x, k, s.nv);
    Vector rest = product(Mk, y);
    for (std::size_t i = 0; i < s.nv; ++i) rest[i] -= xk[i];
    worst = std::max(worst, largest(rest) / (static_cast<double>(s.nv) * largest(Mk) * largest(y) + largest(xk)));
  }
  return worst;
}
constexpr double solved = 1e-13;  // some hundred roundings

}  // namespace tenon::test
