// The machine, measured in the same run: its clock, and how many operations its multiply-add units do per cycle.
#pragma once

#include "spatial/isa.hpp"

namespace tenon::ops {

// Cycles per microsecond: dependent additions take one cycle each.
double clock_rate();

// Operations on doubles per cycle, by independent chains of fused multiply-adds (two operations each) in the registers
// that kernels use; baseline x86-64 has none, there by multiplications and additions in turn. Floats: twice that.
struct Peak {
  double single = 0;  // registers of up to four doubles: single calls
  double batch = 0;   // the widest that the set has
};
Peak measured_peak(Isa isa, double cycles_per_us);

}  // namespace tenon::ops
