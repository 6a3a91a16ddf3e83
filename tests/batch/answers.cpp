// What a batch answers against the single calls: every joint kind, triangle, layout and remainder, wrenches, floats.
#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "dynamics/workspace.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-11;  // as in tests/dynamics/walks.cpp: the same sums in another order

struct Answers {
  Vector tau, a, M, y;
};

// By the single public calls; `a` belongs to tau.
Answers one_by_one(const Model& model, const Samples& s) {
  Answers out{s.zeros(s.nv), s.zeros(s.nv), s.zeros(s.nv * s.nv), s.zeros(s.nv)};
  Workspace ws(model);
  for (int k = 0; k < s.n; ++k) {
    const auto q = sample(s.q, k, s.nq), v = sample(s.v, k, s.nv), a = sample(s.a, k, s.nv);
    const auto at = [&](Vector& x, std::size_t size) {
      return std::span(x).subspan(static_cast<std::size_t>(k) * size, size);
    };
    rnea(model, ws, {q, v}, a, at(out.tau, s.nv));
    aba(model, ws, {q, v}, at(out.tau, s.nv), at(out.a, s.nv));
    crba(model, ws, q, at(out.M, s.nv * s.nv));
    minverse_apply(model, ws, q, a, at(out.y, s.nv));
  }
  return out;
}

TEST(Batch, AnswersWhatSingleCallsAnswer) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    Batch batch(model);
    const Samples s(model, 1 + static_cast<int>(seed % 11), seed);
    const Answers expected = one_by_one(model, s);
    Vector tau = s.zeros(s.nv), a = s.zeros(s.nv), again = s.zeros(s.nv), y = s.zeros(s.nv);
    Vector M(s.zeros(s.nv * s.nv).size(), std::nan(""));
    batch.rnea(s.n, {s.q, s.v}, s.a, tau);
    EXPECT_LE(distance(tau, expected.tau), rounding) << seed;
    batch.aba(s.n, {s.q, s.v}, tau, a);
    batch.rnea(s.n, {s.q, s.v}, a, again);
    EXPECT_LE(distance(again, tau), rounding) << seed;
    batch.crba(s.n, s.q, M);
    EXPECT_LE(distance(M, expected.M), rounding) << seed;
    batch.minverse_apply(s.n, s.q, s.a, y);
    EXPECT_LE(unsolved(s, M, y, s.a), solved) << seed;
  }
}

TEST(Batch, TakesAnyNumberOfSamples) {
  const Model model(generators::quadruped_standin());
  for (const int threads : {1, 3}) {
    Batch batch(model, {.threads = threads});
    FloatBatch floats(model, {.threads = threads});
    for (int n = 0; n <= 2 * floats.lanes() + 1; ++n) {
      const Samples s(model, n, 9);
      const Answers expected = one_by_one(model, s);
      Vector tau = s.zeros(s.nv), y = s.zeros(s.nv), M = s.zeros(s.nv * s.nv);
      batch.rnea(n, {s.q, s.v}, s.a, tau);
      batch.crba(n, s.q, M);
      batch.minverse_apply(n, s.q, s.a, y);
      EXPECT_LE(distance(tau, expected.tau), rounding) << n;
      EXPECT_LE(distance(M, expected.M), rounding) << n;
      EXPECT_LE(unsolved(s, M, y, s.a), solved) << n;
      Floats narrow_tau(tau.size());
      floats.rnea(n, {narrow(s.q), narrow(s.v)}, narrow(s.a), narrow_tau);
      EXPECT_LE(distance(widen(narrow_tau), tau), 1e-5) << n;  // a hundred roundings of 6e-8
    }
  }
}

// Arrays shorter than a register, and one sample in them: nothing beyond their ends may be touched (sanitizers look).
TEST(Batch, TakesRobotsSmallerThanARegister) {
  for (const int links : {1, 2, 3, 5}) {
    const Model model(generators::chain(links));
    Batch batch(model);
    for (int n = 1; n <= 4 * batch.lanes() + 1; ++n) {
      const Samples s(model, n, 3);
      const Answers expected = one_by_one(model, s);
      Vector tau = s.zeros(s.nv), M = s.zeros(s.nv * s.nv);
      batch.rnea(n, {s.q, s.v}, s.a, tau);
      batch.crba(n, s.q, M);
      EXPECT_LE(distance(tau, expected.tau), rounding) << links << " " << n;
      EXPECT_LE(distance(M, expected.M), rounding) << links << " " << n;
      Vector kept(M.size(), 0.0);
      batch.crba(n, s.q, {.zeros = Zeros::kept}, kept);
      EXPECT_EQ(kept, M) << links << " " << n;
    }
  }
}

// Everything that crba() can be asked for, in both layouts; `here` says which entries are promised.
TEST(Batch, WritesTheTrianglesAndZerosItIsAskedFor) {
  for (const auto& robot :
       {generators::humanoid_standin(), random_robot(3), random_robot(6), generators::chain(60), forked_chain(60)}) {
    const Model model(robot);
    Batch batch(model);
    const Samples s(model, 4 * batch.lanes() - 1, 2);
    const std::size_t size = s.nv * s.nv;
    Vector M = s.zeros(size);
    batch.crba(s.n, s.q, M);
    const Vector q = packed(batch, s.n, s.nq, s.q);
    for (const Triangle triangle : {Triangle::both, Triangle::lower, Triangle::upper})
      for (const Zeros zeros : {Zeros::written, Zeros::kept})
        for (const Layout layout : {Layout::rows, Layout::packed}) {
          // Kept zeros are zeros already; nan stands where they would have to be written, and in the other triangle.
          const auto here = [&](std::size_t e) {
            const std::size_t i = e % size / s.nv, j = e % s.nv;
            return triangle == Triangle::both || (triangle == Triangle::lower ? i >= j : i <= j);
          };
          Vector out(M.size(), std::nan(""));
          if (zeros == Zeros::kept)
            for (std::size_t e = 0; e < out.size(); ++e)
              if (here(e)) out[e] = 0;
          if (layout == Layout::packed) out = packed(batch, s.n, size, out);
          batch.crba(s.n, layout == Layout::rows ? s.q : q, {.layout = layout, .triangle = triangle, .zeros = zeros},
                     out);
          if (layout == Layout::packed) out = unpacked(batch, s.n, size, out);
          for (std::size_t e = 0; e < out.size(); ++e) {
            const std::size_t i = e % size / s.nv, j = e % s.nv;
            if (here(e)) ASSERT_EQ(out[e], M[e]) << i << " " << j;
          }
        }
  }
}

TEST(Batch, TakesWrenchesOnNamedFrames) {
  for (const auto seed : seeds(1000)) {
    Mechanism m = random_mechanism(seed);
    BatchOptions options;
    for (const ExternalWrench& w : m.wrenches) options.wrench_frames.push_back(w.frame);
    Batch batch(m.model, options);
    const Samples s(m.model, 6, seed);
    const std::size_t size = 6 * m.wrenches.size();
    Random random(seed);
    const Vector wrenches = random.vector(static_cast<int>(size) * s.n, 10);
    Vector tau = s.zeros(s.nv), a = s.zeros(s.nv);
    batch.rnea(s.n, {s.q, s.v}, s.a, {.wrenches = wrenches}, tau);
    batch.aba(s.n, {s.q, s.v}, tau, {.wrenches = wrenches}, a);
    for (int k = 0; k < s.n; ++k) {
      for (std::size_t w = 0; w < m.wrenches.size(); ++w)
        for (std::size_t r = 0; r < 6; ++r) m.wrenches[w].wrench[r] = sample(wrenches, k, size)[6 * w + r];
      const auto assign = [&](Vector& to, const Vector& from, std::size_t count) {
        std::ranges::copy(sample(from, k, count), to.begin());
      };
      assign(m.q, s.q, s.nq), assign(m.v, s.v, s.nv), assign(m.a, s.a, s.nv);
      EXPECT_LE(distance(sample(tau, k, s.nv), m.rnea()), rounding) << seed;
      assign(m.a, a, s.nv);
      EXPECT_LE(distance(sample(tau, k, s.nv), m.rnea()), rounding) << seed;
    }
    const Vector q = packed(batch, s.n, s.nq, s.q), v = packed(batch, s.n, s.nv, s.v),
                 x = packed(batch, s.n, s.nv, s.a), f = packed(batch, s.n, size, wrenches);
    Vector y(x.size());
    batch.rnea(s.n, {q, v}, x, {.layout = Layout::packed, .wrenches = f}, y);
    EXPECT_EQ(unpacked(batch, s.n, s.nv, y), tau) << seed;
  }
}

// Floats lose with the robot's condition: the humanoid's lightest link weighs a thousandth of it.
TEST(Batch, OfFloatsAgreesWithDoublesToFloatRounding) {
  for (const auto& robot : {generators::quadruped_standin(), generators::humanoid_standin(), generators::chain(10)}) {
    const Model model(robot);
    FloatBatch batch(model);
    const Samples s(model, 3 * batch.lanes() + 1, 5);
    const Answers expected = one_by_one(model, s);
    const Floats q = narrow(s.q), v = narrow(s.v), a = narrow(s.a), tau_in = narrow(expected.tau);
    Floats tau(expected.tau.size()), out(tau.size()), M(expected.M.size()), y(tau.size());
    batch.rnea(s.n, {q, v}, a, tau);
    EXPECT_LE(distance(widen(tau), expected.tau), 1e-5);
    batch.crba(s.n, q, M);
    EXPECT_LE(distance(widen(M), expected.M), 1e-5);
    batch.aba(s.n, {q, v}, tau_in, out);
    EXPECT_LE(distance(widen(out), expected.a), 1e-3);
    batch.minverse_apply(s.n, q, a, y);
    EXPECT_LE(distance(widen(y), expected.y), 1e-3);

    const Floats pq = packed(batch, s.n, s.nq, q), pv = packed(batch, s.n, s.nv, v), pa = packed(batch, s.n, s.nv, a);
    Floats packed_out(pa.size());
    batch.rnea(s.n, {pq, pv}, pa, {.layout = Layout::packed}, packed_out);
    EXPECT_EQ(unpacked(batch, s.n, s.nv, packed_out), tau);
  }
}

TEST(BatchAnswers, OfForwardKinematicsAreThoseOfSingleCalls) {
  for (const auto seed : seeds(1000)) {
    const Model model(random_robot(seed));
    std::vector<FrameId> frames;
    for (int f = 0; f < static_cast<int>(model.frames().size()); f += 2) frames.push_back({f});
    Batch batch(model, {.placement_frames = frames});
    FloatBatch floats(model, {.placement_frames = frames});
    const Samples s(model, 1 + static_cast<int>(seed % 9), seed);
    const std::size_t size = 12 * frames.size();
    Vector out = s.zeros(size);
    Floats narrow_out(out.size());
    batch.frame_placements(s.n, s.q, out);
    floats.frame_placements(s.n, narrow(s.q), narrow_out);
    EXPECT_LE(distance(widen(narrow_out), out), 1e-4) << seed;
    const Vector q = packed(batch, s.n, s.nq, s.q);
    Vector x(batch.packed_size(s.n, static_cast<int>(size)));
    batch.frame_placements(s.n, q, {.layout = Layout::packed}, x);
    EXPECT_EQ(unpacked(batch, s.n, size, x), out) << seed;
    Kinematics kinematics(model, {.mode = Mode::single});
    for (int k = 0; k < s.n; ++k) {
      forward_kinematics(model, {sample(s.q, k, s.nq)}, kinematics);
      Vector expected;
      for (const FrameId frame : frames) {
        const Placement X = frame_placement(model, kinematics, frame);
        expected.insert(expected.end(), X.rotation.begin(), X.rotation.end());
        expected.insert(expected.end(), X.translation.begin(), X.translation.end());
      }
      EXPECT_LE(distance(sample(out, k, size), expected), 1e-12) << seed << " " << k;
    }
  }
}

}  // namespace
}  // namespace tenon::test
