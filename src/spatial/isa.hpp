// Instruction sets: kernels are compiled once per set, in an inline namespace of its name.
#pragma once

#ifndef TENON_ISA
#define TENON_ISA isa_baseline
#endif

// Tables of kernels, one per set: TENON_ISA_TABLES(Type, table) declares them, TENON_ISA_NAME(table) is table_isa_avx2
// inside the AVX2 build of a kernel file, and TENON_ISA_CHOICE(table) picks the active set's at run time (in ordinary
// files of the library).
#define TENON_ISA_JOIN2(a, b) a##_##b
#define TENON_ISA_JOIN(a, b) TENON_ISA_JOIN2(a, b)
#define TENON_ISA_NAME(name) TENON_ISA_JOIN(name, TENON_ISA)
#define TENON_ISA_TABLES(Type, name) extern const Type name##_isa_baseline, name##_isa_avx2, name##_isa_avx512
#if defined(TENON_HAS_AVX512)
#define TENON_ISA_CHOICE(name) \
  (active_isa() == Isa::avx512 ? name##_isa_avx512 : active_isa() == Isa::avx2 ? name##_isa_avx2 : name##_isa_baseline)
#elif defined(TENON_HAS_AVX2)
#define TENON_ISA_CHOICE(name) (active_isa() == Isa::avx2 ? name##_isa_avx2 : name##_isa_baseline)
#else
// TENON_ISA is read all the same: a wish that cannot be met is an error in every build.
#define TENON_ISA_CHOICE(name) ((void)active_isa(), name##_isa_baseline)
#endif

namespace tenon {

enum class Isa { baseline, avx2, avx512 };

// The best set that this machine has and this library was built with; TENON_ISA=baseline|avx2|avx512 in the
// environment overrides. Read once. AVX-512 gives single calls twice the registers (of four doubles: legs and arms are
// not more), batches those of eight doubles.
Isa choose_isa();
inline Isa active_isa() {
  static const Isa isa = choose_isa();
  return isa;
}
bool machine_has(Isa isa);  // this machine and this build
const char* to_string(Isa isa);

}  // namespace tenon
