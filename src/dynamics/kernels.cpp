// Instantiates the plain kernels and those in the root's frame, once per instruction set.
#include "dynamics/kernels.hpp"

namespace tenon {

const DynamicsKernels TENON_ISA_NAME(dynamics_kernels) = {
    rnea_kernel<double>,
    aba_kernel<double>,
    crba_kernel<double>,
    minverse_kernel<double>,
    aba_eliminate_kernel<double>,
    apply_minverse_kernel,
    mirror,
};

}  // namespace tenon
