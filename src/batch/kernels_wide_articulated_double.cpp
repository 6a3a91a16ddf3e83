// Instantiates ABA and M⁻¹x of batches of doubles, once per instruction set.
#include "batch/tables.hpp"

namespace tenon {

const BatchArticulatedKernels<double> TENON_ISA_NAME(articulated_double) = batch_articulated_kernels<double>();

}  // namespace tenon
