// Instruction sets agree to rounding, in one process: the tables of all sets that this machine has on the same samples,
// those with fused operations to the bit. The widths that only AVX-512 has run as templates too, on whatever registers
// there are.
#include <gtest/gtest.h>

#include "batch/samples.hpp"
#include "batch/tables.hpp"
#include "spatial/aligned.hpp"
#include "spatial/isa.hpp"

namespace tenon::test {
namespace {

template <class T>
struct Tables {
  const BatchKernels<T>& kernels;
  const BatchArticulatedKernels<T>& articulated;
};

constexpr int questions = 6;  // rnea, aba, crba, M⁻¹x, placements, solve

template <class T>
std::vector<T> answer(const Model& model, const Tables<T>& t, int question, const Samples& s) {
  const BatchModel<T> batch =
      make_batch_model<T>(model.compiled(), {.placement_frames = {FrameId{1}}}, t.kernels.lanes);
  AlignedVector memory(t.kernels.scratch_size(batch), 0.0);
  const std::vector<T> q(s.q.begin(), s.q.end()), v(s.v.begin(), s.v.end()), x(s.a.begin(), s.a.end());
  const std::size_t n = static_cast<std::size_t>(s.n);
  std::vector<T> out(question == 2 ? n * s.nv * s.nv : question == 4 ? 12 * n : x.size());
  const std::vector<T> M = question == 5 ? answer(model, t, 2, s) : std::vector<T>();
  BatchJob<T> job;
  job.n = s.n, job.last = (s.n + t.kernels.lanes - 1) / t.kernels.lanes;
  job.q = q.data(), job.v = v.data(), job.x = x.data(), job.out = out.data(), job.M = M.data();
  const typename BatchKernels<T>::Kernel kernels[] = {t.kernels.rnea,       t.articulated.aba,
                                                      t.kernels.crba,       t.articulated.minverse_apply,
                                                      t.kernels.placements, t.kernels.solve};
  EXPECT_EQ(kernels[question](batch, memory.data(), job), job.last);
  return out;
}

const Tables<double> baseline{batch_double_isa_baseline, articulated_double_isa_baseline};

#ifdef TENON_HAS_AVX512
constexpr double rounding = 1e-12;  // LANES: relative, over the largest number of a sample
const Tables<double> avx2{batch_double_isa_avx2, articulated_double_isa_avx2};

TEST(InstructionSets, WithFusedOperationsAnswerTheSameBitsInBatches) {
  if (!machine_has(Isa::avx512)) GTEST_SKIP() << "no AVX-512";
  const Tables<double> avx512{batch_double_isa_avx512, articulated_double_isa_avx512};
  for (const auto seed : seeds(100)) {
    const Model model(random_robot(seed));
    const Samples s(model, 1 + static_cast<int>(seed % 19), seed);
    for (int question = 0; question < questions; ++question)
      EXPECT_EQ(answer(model, avx512, question, s), answer(model, avx2, question, s)) << seed << ": " << question;
  }
}

TEST(InstructionSets, AgreeToRoundingInBatches) {
  if (!machine_has(Isa::avx2)) GTEST_SKIP() << "no AVX2";
  for (const auto& robot : {generators::quadruped_standin(), generators::humanoid_standin(), generators::chain(7)}) {
    const Model model(robot);
    const Samples s(model, 9, 1);
    for (int question = 0; question < questions; ++question)
      EXPECT_LE(distance(answer(model, avx2, question, s), answer(model, baseline, question, s)), rounding) << question;
  }
}
#endif

TEST(InstructionSets, OfAnyWidthAnswerTheSameBits) {
  const BatchKernels<double> eight{8,
                                   batch_scratch_size<Pack<double, 8>>,
                                   drive_rnea<Pack<double, 8>>,
                                   drive_crba<Pack<double, 8>>,
                                   drive_placements<Pack<double, 8>>,
                                   drive_solve<Pack<double, 8>>,
                                   nullptr,
                                   nullptr};
  const BatchArticulatedKernels<double> eight_more{drive_aba<Pack<double, 8>>, drive_minverse_apply<Pack<double, 8>>};
  const BatchKernels<float> sixteen{16,
                                    batch_scratch_size<Pack<float, 16>>,
                                    drive_rnea<Pack<float, 16>>,
                                    drive_crba<Pack<float, 16>>,
                                    drive_placements<Pack<float, 16>>,
                                    drive_solve<Pack<float, 16>>,
                                    nullptr,
                                    nullptr};
  const BatchArticulatedKernels<float> sixteen_more{drive_aba<Pack<float, 16>>, drive_minverse_apply<Pack<float, 16>>};
  const Tables<float> floats{batch_float_isa_baseline, articulated_float_isa_baseline};
  for (const auto seed : seeds(20)) {
    const Model model(random_robot(seed));
    const Samples s(model, 21, seed);
    for (int question = 0; question < questions; ++question) {
      EXPECT_EQ(answer(model, Tables<double>{eight, eight_more}, question, s), answer(model, baseline, question, s));
      EXPECT_EQ(answer(model, Tables<float>{sixteen, sixteen_more}, question, s), answer(model, floats, question, s));
    }
  }
}

}  // namespace
}  // namespace tenon::test
