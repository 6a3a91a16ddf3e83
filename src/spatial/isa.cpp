// What this machine has, and what TENON_ISA asks for.
#include "spatial/isa.hpp"

#include <cstdlib>
#include <string>

#include "tenon/error.hpp"

namespace tenon {

bool machine_has(Isa isa) {
  switch (isa) {
#ifdef TENON_HAS_AVX512
    case Isa::avx512:
      return machine_has(Isa::avx2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl");
#endif
#ifdef TENON_HAS_AVX2
    case Isa::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    default:
      return isa == Isa::baseline;
  }
}

Isa choose_isa() {
  const char* wish = std::getenv("TENON_ISA");
  if (!wish || !*wish)
    return machine_has(Isa::avx512) ? Isa::avx512 : machine_has(Isa::avx2) ? Isa::avx2 : Isa::baseline;
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (std::string(wish) != to_string(isa)) continue;
    if (!machine_has(isa)) throw Error(std::string("TENON_ISA: this machine or build has no ") + wish);
    return isa;
  }
  throw Error(std::string("TENON_ISA: found \"") + wish + "\", expected baseline, avx2 or avx512");
}

const char* to_string(Isa isa) { return isa == Isa::baseline ? "baseline" : isa == Isa::avx2 ? "avx2" : "avx512"; }

}  // namespace tenon
