// What a step knows of its body, out of the compiled one.
#pragma once

#include "model/compiled.hpp"

namespace tenon {

StepConstants<double> constants_of(const CompiledModel& model, const Body& body);
StepConstants<double> idle_constants();  // of a lane without a body: finite, never zero, never used
template <int W>
void set_lane(StepConstants<LaneRow<W>>& lanes, int lane, const StepConstants<double>& k);

}  // namespace tenon
