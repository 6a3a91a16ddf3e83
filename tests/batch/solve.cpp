// M y = x of a batch: backward error, layouts, matrices that it refuses, and what it leaves unread.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "batch/samples.hpp"
#include "model/compiled.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

TEST(BatchSolve, UndoesTheInertiaMatrix) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    Batch batch(model);
    const Samples s(model, 1 + static_cast<int>(seed % 9), seed);
    Vector M = s.zeros(s.nv * s.nv), y = s.zeros(s.nv);
    batch.crba(s.n, s.q, M);
    batch.solve(s.n, M, s.a, y);
    const Vector packed_M = packed(batch, s.n, s.nv * s.nv, M), packed_x = packed(batch, s.n, s.nv, s.a);
    Vector z(packed_x.size());
    batch.solve(s.n, packed_M, packed_x, {.layout = Layout::packed}, z);
    EXPECT_EQ(unpacked(batch, s.n, s.nv, z), y) << seed;
    EXPECT_LE(unsolved(s, M, y, s.a), solved) << seed;
  }
}

TEST(BatchSolve, RefusesAMatrixThatIsNotPositiveDefiniteOrNotFinite) {
  const Model model(generators::chain(3));
  Batch batch(model);
  Vector M(2 * 9, 0.0), x(6, 1.0), out(6);
  for (int k = 0; k < 3; ++k) M[4 * k] = 1, M[9 + 4 * k] = 1;
  EXPECT_NO_THROW(batch.solve(2, M, x, out));
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  for (const auto& [entry, number] : std::vector<std::pair<int, double>>{{4, -1},
                                                                         {4, 0},
                                                                         {0, nan},
                                                                         {4, nan},
                                                                         {8, nan},
                                                                         {3, nan},
                                                                         {6, nan},
                                                                         {7, nan},
                                                                         {0, infinite},
                                                                         {4, infinite},
                                                                         {8, infinite},
                                                                         {3, infinite},
                                                                         {6, -infinite},
                                                                         {7, infinite}}) {
    const double before = std::exchange(M[9 + static_cast<std::size_t>(entry)], number);
    EXPECT_THROW(batch.solve(2, M, x, out), Error) << entry << " " << number;
    M[9 + static_cast<std::size_t>(entry)] = before;
  }
  EXPECT_NO_THROW(batch.solve(2, M, x, out));  // nothing is left of them
  EXPECT_EQ(out, x);
}

// The upper triangle, and entries between branches.
TEST(BatchSolve, ReadsNothingElseOfTheMatrix) {
  for (const auto seed : seeds(100)) {
    const Model model(random_robot(seed));
    Batch batch(model);
    const Samples s(model, 5, seed);
    Vector M = s.zeros(s.nv * s.nv), y = s.zeros(s.nv), z = s.zeros(s.nv);
    batch.crba(s.n, s.q, M);
    batch.solve(s.n, M, s.a, y);
    for (int k = 0; k < s.n; ++k)
      for (int i = 0; i < model.nv(); ++i)
        for (int j = 0; j < model.nv(); ++j) {
          int support = i;
          while (support > j) support = model.compiled().lambda[static_cast<std::size_t>(support) + 1] - 1;
          if (support != j) M[static_cast<std::size_t>((k * model.nv() + i) * model.nv() + j)] = std::nan("");
        }
    batch.solve(s.n, M, s.a, z);
    EXPECT_EQ(y, z) << seed;
  }
}

}  // namespace
}  // namespace tenon::test
