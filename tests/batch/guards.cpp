// Bad input names its sample, nothing allocates, and a batch can be moved and used again.
#include <gtest/gtest.h>

#include <limits>

#include "batch/samples.hpp"
#include "support/allocations.hpp"

namespace tenon::test {
namespace {

template <class Call>
std::string error(Call&& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

struct Quadruped {
  Model model{generators::quadruped_standin()};
  Batch batch{model, {.threads = 2, .wrench_frames = {FrameId{1}}, .placement_frames = {FrameId{2}}}};
  FloatBatch floats{model, {.threads = 2}};
  Samples s{model, 21, 1};
  Vector tau = s.zeros(s.nv), M = s.zeros(s.nv * s.nv);
};

TEST(BatchGuards, NameTheSampleAndTheNumber) {
  Quadruped r;
  const Samples good = r.s;
  const auto rnea = [&] { r.batch.rnea(21, {r.s.q, r.s.v}, r.s.a, r.tau); };
  EXPECT_EQ(error(rnea), "no error");
  r.s.v[20 * r.s.nv + 2] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(rnea), "v[20][2] is infinite, expected a finite number");
  r.s.a[17 * r.s.nv] = std::nan("");
  EXPECT_EQ(error(rnea), "a[17][0] is nan, expected a finite number");
  EXPECT_EQ(error([&] { r.batch.aba(21, {good.q, good.v}, r.s.a, r.tau); }),
            "tau[17][0] is nan, expected a finite number");
  EXPECT_EQ(error([&] { r.batch.minverse_apply(21, good.q, r.s.a, r.tau); }),
            "x[17][0] is nan, expected a finite number");
  r.s.q[3 * r.s.nq + 6] += 0.5;
  EXPECT_EQ(error(rnea).find("q[3]: joint \"root_joint\": quaternion has length "), 0u) << error(rnea);
  EXPECT_EQ(error([&] { r.batch.crba(21, r.s.q, r.M); }).find("q[3]: joint"), 0u);
  Vector wrenches(21 * 6, 0.0);
  wrenches[5 * 6 + 1] = std::nan("");
  EXPECT_EQ(error([&] { r.batch.rnea(21, {good.q, good.v}, good.a, {.wrenches = wrenches}, r.tau); }),
            "wrenches[5][1] is nan, expected a finite number");
  r.s = good;
  EXPECT_EQ(error(rnea), "no error");
}

TEST(BatchGuards, NameTheSampleOfPackedAndFloatArrays) {
  Quadruped r;
  Vector q = packed(r.batch, 21, r.s.nq, r.s.q), v = packed(r.batch, 21, r.s.nv, r.s.v),
         a = packed(r.batch, 21, r.s.nv, r.s.a), out(v.size());
  EXPECT_EQ(error([&] { r.batch.rnea(21, {q, v}, a, {.layout = Layout::packed}, out); }), "no error");
  r.s.v[7 * r.s.nv + 2] = std::nan("");
  v = packed(r.batch, 21, r.s.nv, r.s.v);
  EXPECT_EQ(error([&] { r.batch.rnea(21, {q, v}, a, {.layout = Layout::packed}, out); }),
            "v[7][2] is nan, expected a finite number");
  Floats fq = narrow(r.s.q), fv = narrow(r.s.v), fa = narrow(r.s.a), fout(fv.size());
  EXPECT_EQ(error([&] { r.floats.rnea(21, {fq, fv}, fa, fout); }), "v[7][2] is nan, expected a finite number");
  fq[20 * r.s.nq + 3] += 1;
  fv = fa;
  EXPECT_EQ(error([&] { r.floats.aba(21, {fq, fv}, fa, fout); }).find("q[20]: joint"), 0u);
}

TEST(BatchGuards, RefuseWrongSizesAndOptions) {
  Quadruped r;
  Vector small(5);
  EXPECT_EQ(error([&] { r.batch.rnea(21, {r.s.q, r.s.v}, r.s.a, small); }), "tau: found 5 numbers, expected 378");
  EXPECT_EQ(error([&] { r.batch.rnea(20, {r.s.q, r.s.v}, r.s.a, r.tau); }), "q: found 399 numbers, expected 380");
  EXPECT_EQ(error([&] { r.batch.rnea(21, {r.s.q, r.s.v}, r.s.a, {.wrenches = small}, r.tau); }),
            "wrenches: found 5 numbers, expected 126");
  EXPECT_EQ(error([&] { r.batch.crba(21, r.s.q, small); }), "M: found 5 numbers, expected 6804");
  EXPECT_EQ(error([&] { r.batch.aba(-1, {r.s.q, r.s.v}, r.s.a, r.tau); }), "n is -1, expected >= 0");
  EXPECT_EQ(error([&] { r.batch.pack(2, -1, small, small); }), "size is -1, expected >= 0");
  EXPECT_EQ(error([&] { (void)r.batch.packed_size(2, -1); }), "size is -1, expected >= 0");
  EXPECT_EQ(error([&] { Batch(r.model, {.threads = -2}); }), "threads is -2, expected 0 (one per processor) to 4096");
  EXPECT_EQ(error([&] { Batch(r.model, {.wrench_frames = {FrameId{1000}}}); }).find("wrench_frames: found"), 0u);
}

long allocations_of_every_call(Quadruped& r, Batch& batch, FloatBatch& floats) {
  const Floats q = narrow(r.s.q), v = narrow(r.s.v), a = narrow(r.s.a);
  Floats out(v.size()), M(r.M.size());
  const Vector wrenches(21 * 6, 1.0);
  const Vector pq = packed(batch, 21, r.s.nq, r.s.q), pv = packed(batch, 21, r.s.nv, r.s.v);
  Vector pout(pv.size()), pM(batch.packed_size(21, static_cast<int>(r.s.nv * r.s.nv)));
  const ConstraintSet feet(r.model, {connect(FrameId{static_cast<int>(r.model.frames().size()) - 1})});
  Vector A(21 * 9), X(21 * 12);
  for (const char* algorithm : {"pv-osimr", "ltl-osim"})
    batch.delassus(feet, 21, r.s.q, {.algorithm = algorithm}, A);  // makes room
  const Allocations heap;
  batch.rnea(21, {r.s.q, r.s.v}, r.s.a, {.wrenches = wrenches}, r.tau);
  batch.aba(21, {r.s.q, r.s.v}, r.s.a, r.tau);
  batch.crba(21, r.s.q, r.M);
  batch.minverse_apply(21, r.s.q, r.s.a, r.tau);
  floats.rnea(21, {q, v}, a, out);
  floats.aba(21, {q, v}, a, out);
  floats.crba(21, q, {.triangle = Triangle::lower, .zeros = Zeros::kept}, M);
  floats.minverse_apply(21, q, a, out);
  batch.rnea(21, {pq, pv}, pv, {.layout = Layout::packed}, pout);
  batch.aba(21, {pq, pv}, pv, {.layout = Layout::packed}, pout);
  batch.crba(21, pq, {.layout = Layout::packed}, pM);
  batch.minverse_apply(21, pq, pv, {.layout = Layout::packed}, pout);
  batch.solve(21, pM, pv, {.layout = Layout::packed}, pout);
  batch.solve(21, r.M, r.s.a, r.tau);
  batch.frame_placements(21, r.s.q, X);
  for (const char* algorithm : {"pv-osimr", "ltl-osim"}) batch.delassus(feet, 21, r.s.q, {.algorithm = algorithm}, A);
  return heap.count();
}

TEST(BatchGuards, AllocateNothing) {
  if (!Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  Quadruped r;
  Batch batch(r.model, {.wrench_frames = {FrameId{1}}, .placement_frames = {FrameId{2}}});
  FloatBatch floats(r.model);
  EXPECT_EQ(allocations_of_every_call(r, batch, floats), 0);
}

// oneTBB takes a task from its pool, which grows when a worker gives its last one back late: a few times, not per call.
TEST(BatchGuards, OnThreadsAllocateOnlyUntilThePoolIsFull) {
  if (!Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  Quadruped r;
  long sum = 0;
  for (int round = 0; round < 50; ++round) sum += allocations_of_every_call(r, r.batch, r.floats);
  EXPECT_LE(sum, 40);  // of 700 calls
}

TEST(BatchGuards, AMovedBatchIsTheSameBatch) {
  Quadruped r;
  Vector expected = r.tau;
  r.batch.aba(21, {r.s.q, r.s.v}, r.s.a, expected);
  Batch other = std::move(r.batch);
  r.model = Model(generators::chain(2));  // a batch keeps the model it was made for
  other.aba(21, {r.s.q, r.s.v}, r.s.a, r.tau);
  EXPECT_EQ(r.tau, expected);
  EXPECT_GT(other.bytes(), 1000u);
}

}  // namespace
}  // namespace tenon::test
