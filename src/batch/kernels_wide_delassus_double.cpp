// Instantiates the Delassus matrix of batches of doubles, once per instruction set.
#include "batch/drive_delassus.hpp"

namespace tenon {

const BatchDelassusKernels<double> TENON_ISA_NAME(batch_delassus_double) = batch_delassus_kernels<double>();

}  // namespace tenon
