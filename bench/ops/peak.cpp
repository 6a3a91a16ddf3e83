// Chains of instructions whose number per cycle is known, or asked for.
#include "peak.hpp"

#include <cstdint>

#include "timed.hpp"

namespace tenon::ops {

double clock_rate() {
  constexpr int additions = 1000;
  const double us = least([] {
    std::uint64_t x = 1;
    for (int i = 0; i < additions / 10; ++i) {
      // Ten in a row, so that the loop's own counter hides behind them.
#if defined(__x86_64__)
      asm volatile(
          "add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n"
          "add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n"
          : "+r"(x));
#else
      for (int k = 0; k < 10; ++k) {
        x += x;
        asm volatile("" : "+r"(x));
      }
#endif
    }
  });
  return additions / us;
}

namespace {

#if defined(__x86_64__)
// Twelve chains, more than a unit's latency times its number; registers 12 and 13 are the factors.
#define TENON_TWELVE(step) \
  step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9) step(10) step(11)
#define TENON_FUSED(r, k) "vfmadd231pd %%" r "12, %%" r "13, %%" r #k "\n"
#define TENON_YMM(k) TENON_FUSED("ymm", k)
#define TENON_ZMM(k) TENON_FUSED("zmm", k)
#define TENON_MUL_ADD(k) "mulpd %%xmm12, %%xmm" #k "\naddpd %%xmm13, %%xmm" #k "\n"
#define TENON_CLOBBERED \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13"

constexpr int rounds = 100, chains = 12;

void baseline_rounds() {
  asm volatile("xorpd %%xmm12, %%xmm12\n xorpd %%xmm13, %%xmm13\n" ::: TENON_CLOBBERED);
  for (int i = 0; i < rounds; ++i) asm volatile(TENON_TWELVE(TENON_MUL_ADD)::: TENON_CLOBBERED);
}
void avx2_rounds() {
  asm volatile("vzeroall" ::: TENON_CLOBBERED);
  for (int i = 0; i < rounds; ++i) asm volatile(TENON_TWELVE(TENON_YMM)::: TENON_CLOBBERED);
  asm volatile("vzeroupper");
}
void avx512_rounds() {
  asm volatile("vzeroall" ::: TENON_CLOBBERED);
  for (int i = 0; i < rounds; ++i) asm volatile(TENON_TWELVE(TENON_ZMM)::: TENON_CLOBBERED);
  asm volatile("vzeroupper");
}

double per_cycle(void (*call)(), int lanes, double cycles_per_us) {
  return 2.0 * lanes * chains * rounds / (least(call) * cycles_per_us);
}
#endif

}  // namespace

Peak measured_peak(Isa isa, double cycles_per_us) {
#if defined(__x86_64__)
  if (isa == Isa::baseline) {
    const double both = per_cycle(baseline_rounds, 2, cycles_per_us);
    return {both, both};
  }
  const double four = per_cycle(avx2_rounds, 4, cycles_per_us);
  return {four, isa == Isa::avx512 ? per_cycle(avx512_rounds, 8, cycles_per_us) : four};
#else
  (void)isa, (void)cycles_per_us;
  return {8, 8};  // not measured: two units of two doubles
#endif
}

}  // namespace tenon::ops
