// Instruction sets: kernels are compiled once per set, in an inline namespace of its name.
#pragma once

#ifndef TENON_ISA
#define TENON_ISA isa_baseline
#endif

namespace tenon {

enum class Isa { baseline, avx2 };

// The best set that this machine has and this library was built with; TENON_ISA=baseline|avx2 in the environment
// overrides. Read once.
Isa active_isa();
const char* to_string(Isa isa);

}  // namespace tenon
