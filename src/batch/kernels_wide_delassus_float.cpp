// Instantiates the Delassus matrix of batches of floats, once per instruction set.
#include "batch/drive_delassus.hpp"

namespace tenon {

const BatchDelassusKernels<float> TENON_ISA_NAME(batch_delassus_float) = batch_delassus_kernels<float>();

}  // namespace tenon
