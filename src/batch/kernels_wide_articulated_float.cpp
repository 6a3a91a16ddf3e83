// Instantiates ABA and M⁻¹x of batches of floats, once per instruction set.
#include "batch/tables.hpp"

namespace tenon {

const BatchArticulatedKernels<float> TENON_ISA_NAME(articulated_float) = batch_articulated_kernels<float>();

}  // namespace tenon
