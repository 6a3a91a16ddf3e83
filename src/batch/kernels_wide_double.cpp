// Instantiates RNEA, CRBA and what else works on batches of doubles, once per instruction set.
#include "batch/tables.hpp"

namespace tenon {

const BatchKernels<double> TENON_ISA_NAME(batch_double) = batch_kernels<double>();

}  // namespace tenon
