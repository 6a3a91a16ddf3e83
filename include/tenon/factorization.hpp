// The branch-sparse factors of the inertia matrix: M = Lᵀ D L with L unit lower triangular, zero wherever M is. [Fea05]
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "tenon/model.hpp"
#include "tenon/operations.hpp"

namespace tenon {

// Holds the factors of one M, sized once by a Model. Factorizing and solving allocate nothing; one thread at a time.
// `automatic`, the fastest on every tree measured: four rows side by side. `single`: row by row, to the bits of
// Batch::solve. `lanes`: the same with limbs alike side by side.
class Factorization {
 public:
  explicit Factorization(const Model& model, Mode mode = Mode::automatic);
  ~Factorization();
  Factorization(Factorization&&) noexcept;
  Factorization& operator=(Factorization&&) noexcept;

  int nv() const;
  std::size_t bytes() const;
  struct Data;  // internal
  Data& data() { return *data_; }
  const Data& data() const { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

// How it went. A matrix is refused when a pivot is negative, zero up to rounding, or not a number.
struct FactorizationReport {
  bool positive_definite = true;
  int row = -1;      // of M, where it failed: what lies above cannot be factorized
  int joint = -1;    // whose degree of freedom that is
  double pivot = 0;  // found there
  explicit operator bool() const { return positive_definite; }
};
// "joint "knee" (row 9 of M): pivot is -0.2, expected > 0: M is not positive definite", or "positive definite".
std::string describe(const Model& model, const FactorizationReport& report);

// M is nv x nv, row-major; only the lower triangle is read, and of it only what the tree allows to differ from zero.
FactorizationReport factorize(const Model& model, Factorization& factorization, std::span<const double> M);
// The same, and leaves D on the diagonal and L below it in M. Nothing else of M is touched; a refused M not at all.
FactorizationReport factorize_in_place(const Model& model, Factorization& factorization, std::span<double> M);

// All of these take one vector, or `columns` vectors stored as the columns of a row-major nv x columns matrix; `out`
// may be `x`. They throw Error if the last factorize() refused its matrix.
void solve(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);  // M⁻¹x
void multiply_L(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
void multiply_Lt(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
void solve_L(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
void solve_Lt(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
// out = D x and out = D⁻¹x.
void multiply_D(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
void solve_D(Factorization& factorization, std::span<const double> x, std::span<double> out, int columns = 1);
// M⁻¹, nv x nv, row-major.
void inverse(Factorization& factorization, std::span<double> Minv);

// What the printed algorithms cost on this model's tree ([Fea05] Table 1), and how sparse its M is.
struct FactorizationCost {
  int nv = 0;
  long nonzeros = 0, zeros = 0;                                           // of M, by branches
  OperationCount factorize, back_substitute, multiply, inverse_multiply;  // per vector
};
FactorizationCost factorization_cost(const Model& model);

}  // namespace tenon
