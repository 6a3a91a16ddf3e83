// Instantiates the fast derivatives, once per instruction set.
#include "dynamics/kernels_derivatives.hpp"

namespace tenon {

const DerivativeKernels TENON_ISA_NAME(derivative_kernels) = {
    rnea_derivatives_kernel,
    aba_derivatives_kernel,
};

}  // namespace tenon
