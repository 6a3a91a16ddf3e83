// Instantiates constrained dynamics of batches of doubles, once per instruction set.
#include "batch/drive_constrained.hpp"

namespace tenon {

const BatchConstrainedKernels<double> TENON_ISA_NAME(batch_constrained_double) = batch_constrained_kernels<double>();

}  // namespace tenon
