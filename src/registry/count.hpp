// Operation counts: what Algorithm::count points to. Plain kernels and kernels in the root's
// frame, run on Counted numbers; what the walks and other fast versions save beside them is not counted.
#pragma once

#include "tenon/algorithms.hpp"

namespace tenon::count {

using Count = OperationCount(const Model&, const Question&);

Count rnea, gravity, bias, crba, crba_plain, rnea_columns, aba, minverse, minverse_apply;
Count crba_ltdl, ltdl_inverse, ltdl_solve, ltl, ltdl;
Count rnea_derivatives, aba_derivatives, coriolis, regressor;
Count placement, velocity, acceleration;

}  // namespace tenon::count
