// Instantiates constrained dynamics of batches of floats, once per instruction set.
#include "batch/drive_constrained.hpp"

namespace tenon {

const BatchConstrainedKernels<float> TENON_ISA_NAME(batch_constrained_float) = batch_constrained_kernels<float>();

}  // namespace tenon
