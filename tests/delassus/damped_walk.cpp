// caba-osim on the walks, body by body and limbs in lanes, against the plain kernel.
#include <gtest/gtest.h>

#include <cmath>

#include "delassus/damped_algorithms.hpp"
#include "delassus/kernels_damped.hpp"
#include "spatial/aligned.hpp"
#include "support/allocations.hpp"
#include "support/constraints.hpp"

namespace tenon::test {
namespace {

struct Stiff {
  Mechanism m;
  Random random;
  ConstraintSet set;
  std::size_t rows;
  Vector R;

  Stiff(std::uint64_t seed, double scale)
      : m(random_robot(seed), seed),
        random(seed + 7),
        set(m.model, random_constraints(m.model, random)),
        rows(static_cast<std::size_t>(set.rows())) {
    const bool one = seed % 3 == 0;  // the same R for all rows goes another way
    for (std::size_t r = 0; r < rows; ++r) R.push_back(one ? scale : scale * std::exp(random.uniform(-2, 2)));
  }
  Vector walk(Mode mode) const {
    Workspace ws(m.model, set, {.mode = mode});
    Vector out(rows * rows);
    damped_inverse(m.model, set, ws, m.q, {.algorithm = "caba-osim", .stiffness = R}, out);
    return out;
  }
  // In the set's order.
  Vector plain() const {
    const DelassusSizes sizes = delassus_sizes(m.model.compiled(), set.capacity());
    Arena measure;
    damped_scratch<double>(sizes, Damped::caba_osim_plain, measure);
    AlignedVector memory(measure.used());
    Arena arena(memory.data());
    const DampedScratch<double> w = damped_scratch<double>(sizes, Damped::caba_osim_plain, arena);
    const int* user = set.data().branching.user_rows();
    for (std::size_t a = 0; a < rows; ++a) w.R[a] = R[static_cast<std::size_t>(user[a])];
    damped_kernels_isa_baseline[Damped::caba_osim_plain].inverse(m.model.compiled(), set.data(), w, m.q.data());
    Vector out(rows * rows);
    for (std::size_t a = 0; a < rows; ++a)
      for (std::size_t b = a; b < rows; ++b) {
        const auto i = static_cast<std::size_t>(user[a]), j = static_cast<std::size_t>(user[b]);
        out[i * rows + j] = out[j * rows + i] = w.A[a * rows + b];
      }
    return out;
  }
};

// caba-osimf's solve reads and writes L₁ alone, which is zero across limbs: no dense matrix is made.
TEST(DampedKernels, CabaOsimfAppliesWithoutTheDenseMatrix) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot"), connect("HL_foot"), connect("HR_foot")});
  const DelassusSizes sizes = delassus_sizes(model.compiled(), set.capacity());
  Arena measure;
  damped_scratch<double>(sizes, Damped::caba_osimf, measure);
  AlignedVector memory(measure.used());
  Arena arena(memory.data());
  const DampedScratch<double> w = damped_scratch<double>(sizes, Damped::caba_osimf, arena);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q, x(12, 1.0);
  for (int a = 0; a < 12; ++a) w.R[a] = 10, w.x[a] = 1;
  damped_kernels_isa_baseline[Damped::caba_osimf].solve(model.compiled(), set.data(), w, q.data());
  for (int a = 0; a < 12; ++a)
    for (int b = a; b < 12; ++b) EXPECT_EQ(w.A[12 * a + b] != 0, a / 3 == b / 3) << a << " " << b;
  Workspace ws(model, set);
  Vector expected(12);
  damped_solve(model, set, ws, q, x, {.algorithm = "dense", .stiffness = 10}, expected);
  const int* user = set.data().branching.user_rows();
  for (int a = 0; a < 12; ++a) EXPECT_NEAR(w.x[a], expected[static_cast<std::size_t>(user[a])], 1e-12);
}

// With R = 1 nothing cancels; stiffer rows lose what the formula loses.
TEST(DampedWalk, IsThePlainKernelInEveryMode) {
  for (const auto seed : seeds(1000))
    for (const double scale : {1.0, 1e3}) {
      const Stiff d(seed, scale);
      const Vector expected = d.plain();
      for (const Mode mode : {Mode::single, Mode::lanes, Mode::automatic})
        EXPECT_LE(distance(d.walk(mode), expected), 1e-10 * scale) << seed << " " << scale;
    }
}

TEST(DampedWalk, GivesTheSameBitsEveryTimeAndAllocatesNothing) {
  for (const auto seed : seeds(50)) {
    const Stiff d(seed, 10);
    for (const Mode mode : {Mode::single, Mode::lanes}) {
      const Vector once = d.walk(mode);
      Workspace ws(d.m.model, d.set, {.mode = mode});
      Vector again(once.size());
      for (int twice = 0; twice < 2; ++twice) {
        const Allocations heap;
        damped_inverse(d.m.model, d.set, ws, d.m.q, {.algorithm = "caba-osim", .stiffness = d.R}, again);
        if (Allocations::active()) EXPECT_EQ(heap.count(), 0) << seed;
        EXPECT_EQ(again, once) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace tenon::test
