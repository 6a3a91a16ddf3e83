#include "dynamics/kernels.hpp"

namespace tenon {

const DynamicsKernels TENON_ISA_NAME(dynamics_kernels) = {
    rnea_kernel<double>,
    aba_kernel<double>,
    crba_kernel<double>,
};

}  // namespace tenon
