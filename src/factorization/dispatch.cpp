// The kernels of the active instruction set.
#include "factorization/kernels.hpp"

namespace tenon {

const FactorizationKernels& factorization_kernels() { return TENON_ISA_CHOICE(factorization_table); }

}  // namespace tenon
