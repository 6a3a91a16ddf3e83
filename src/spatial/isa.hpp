// Instruction sets: kernels are compiled once per set, in an inline namespace of its name.
#pragma once

#ifndef TENON_ISA
#define TENON_ISA isa_baseline
#endif

// Names of per-set objects: TENON_ISA_NAME(table) is table_isa_avx2 inside the AVX2 build of a kernel file, and
// TENON_ISA_CHOICE(table) picks the active set's at run time (in ordinary files of the library).
#define TENON_ISA_JOIN2(a, b) a##_##b
#define TENON_ISA_JOIN(a, b) TENON_ISA_JOIN2(a, b)
#define TENON_ISA_NAME(name) TENON_ISA_JOIN(name, TENON_ISA)
// TENON_ISA_WIDE_CHOICE(table) does so for kernels_wide*.cpp, which alone exist for AVX-512 too: the others run their
// AVX2 code there, because a single call has no more than four lanes to fill.
#ifdef TENON_HAS_AVX2
#define TENON_ISA_CHOICE(name) (active_isa() == Isa::baseline ? name##_isa_baseline : name##_isa_avx2)
#else
#define TENON_ISA_CHOICE(name) (name##_isa_baseline)
#endif
#ifdef TENON_HAS_AVX512
#define TENON_ISA_WIDE_CHOICE(name) (active_isa() == Isa::avx512 ? name##_isa_avx512 : TENON_ISA_CHOICE(name))
#else
#define TENON_ISA_WIDE_CHOICE(name) TENON_ISA_CHOICE(name)
#endif

namespace tenon {

enum class Isa { baseline, avx2, avx512 };

// The best of baseline and AVX2 that this machine has and this library was built with; TENON_ISA=baseline|avx2|avx512
// in the environment overrides. AVX-512 is never chosen unasked: it has not run on a machine that has it. Read once.
Isa active_isa();
bool machine_has(Isa isa);  // this machine and this build
const char* to_string(Isa isa);

}  // namespace tenon
