// n random samples of a robot in every shape that the batch tests need.
#pragma once

#include <cstring>

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

inline Vector packed(const Batch& batch, int n, std::size_t size, const Vector& rows) {
  Vector out(batch.packed_size_double(n, static_cast<int>(size)), std::nan(""));
  batch.pack(n, static_cast<int>(size), rows, out);
  // Padding may hold anything.
  const std::size_t W = static_cast<std::size_t>(batch.lanes_double()), used = static_cast<std::size_t>(n) % W;
  if (used != 0)
    for (std::size_t e = static_cast<std::size_t>(n) / W * W * size; e < out.size(); ++e)
      if (e % W >= used) out[e] = std::nan("");
  return out;
}
inline Floats packed(const Batch& batch, int n, std::size_t size, const Floats& rows) {
  Floats out(batch.packed_size_float(n, static_cast<int>(size)));
  batch.pack(n, static_cast<int>(size), rows, out);
  return out;
}
template <class T>
std::vector<T> unpacked(const Batch& batch, int n, std::size_t size, const std::vector<T>& packed_numbers) {
  std::vector<T> rows(static_cast<std::size_t>(n) * size);
  batch.unpack(n, static_cast<int>(size), packed_numbers, rows);
  return rows;
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
