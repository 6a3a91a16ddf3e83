// The branch-sparse factors of the inertia matrix: M = Lᵀ D L with L unit lower triangular, zero wherever M is. [Fea05]
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const std::vector<double> q = tenon::neutral_configuration(robot), tau(robot.nv(), 1.0);
//   std::vector<double> M(robot.nv() * robot.nv()), a(robot.nv());
//   tenon::Workspace ws(robot);
//   tenon::crba(robot, ws, q, M);
//   for (int k = 0; k < robot.nv(); ++k) M[k * robot.nv() + k] += 0.01;  // a rotor on every joint
//   tenon::Factorization factors(robot);
//   if (factors.factorize(M)) factors.solve(tau, a);
//   std::printf("the first joint turns at %.2f rad/s^2\n", a[0]);
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "tenon/dynamics.hpp"
#include "tenon/model.hpp"

namespace tenon {

// How it went. A matrix is refused when a pivot is negative, zero up to rounding, or not a number.
struct [[nodiscard]] FactorizationReport {
  bool positive_definite = true;
  int row = -1;      // of M, where it failed: what lies above cannot be factorized
  JointId joint;     // whose degree of freedom that is
  double pivot = 0;  // found there
  explicit operator bool() const { return positive_definite; }
};
// "joint "knee" (row 9 of M): pivot is -0.2, expected > 0: M is not positive definite", or "positive definite".
std::string describe(const Model& model, const FactorizationReport& report);

// Holds the factors of one M, sized once by a Model. Factorizing and solving allocate nothing; one thread at a time.
// Mode::automatic, the fastest on every tree measured: four rows side by side. Mode::single: row by row, to the bits of
// Batch::solve. Mode::lanes: the same with limbs alike side by side.
class Factorization {
 public:
  explicit Factorization(const Model& model, const WalkOptions& options = {});
  ~Factorization();
  Factorization(Factorization&&) noexcept;
  Factorization& operator=(Factorization&&) noexcept;

  int nv() const;
  std::size_t bytes() const;

  // M is nv x nv, row-major; only the lower triangle is read, and of it only what the tree allows to differ from zero.
  FactorizationReport factorize(std::span<const double> M);
  // The same, and leaves D on the diagonal and L below it in M. Nothing else of M is touched; a refused M not at all.
  FactorizationReport factorize_in_place(std::span<double> M);

  // All of these take one vector, or the columns of a matrix; `out` may be `x`. They throw Error if the last
  // factorize() refused its matrix.
  void solve(std::span<const double> x, std::span<double> out) { solve(x, {}, out); }  // M⁻¹x
  void solve(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void multiply_L(std::span<const double> x, std::span<double> out) { multiply_L(x, {}, out); }
  void multiply_L(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void multiply_Lt(std::span<const double> x, std::span<double> out) { multiply_Lt(x, {}, out); }
  void multiply_Lt(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void solve_L(std::span<const double> x, std::span<double> out) { solve_L(x, {}, out); }
  void solve_L(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void solve_Lt(std::span<const double> x, std::span<double> out) { solve_Lt(x, {}, out); }
  void solve_Lt(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void multiply_D(std::span<const double> x, std::span<double> out) { multiply_D(x, {}, out); }
  void multiply_D(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  void solve_D(std::span<const double> x, std::span<double> out) { solve_D(x, {}, out); }
  void solve_D(std::span<const double> x, const ColumnOptions& options, std::span<double> out);
  // M⁻¹, nv x nv, row-major.
  void inverse(std::span<double> Minv);

  struct Data;  // internal
  Data& data() {
    assert(data_ && "Factorization: used after it was moved from");
    return *data_;
  }
  const Data& data() const {
    assert(data_ && "Factorization: used after it was moved from");
    return *data_;
  }

 private:
  std::unique_ptr<Data> data_;
};

}  // namespace tenon
