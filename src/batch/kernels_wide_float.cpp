// Instantiates RNEA, CRBA and what else works on batches of floats, once per instruction set.
#include "batch/tables.hpp"

namespace tenon {

const BatchKernels<float> TENON_ISA_NAME(batch_float) = batch_kernels<float>();

}  // namespace tenon
