// Instantiates the plain algorithms, once per instruction set.
#include "constrained/kernels.hpp"

#include "constrained/constrained_aba.hpp"
#include "constrained/constrained_aba_residual.hpp"
#include "constrained/prox_ltl.hpp"
#include "constrained/prox_ltls.hpp"
#include "constrained/prox_pv.hpp"
#include "constrained/pv.hpp"
#include "constrained/pv_early.hpp"
#include "constrained/pv_soft.hpp"

namespace tenon {

const ConstrainedKernels TENON_ISA_NAME(constrained_kernels) = {
    prox_ltl_kernel<double>,
    prox_ltls_kernel<double>,
    pv_kernel<double>,
    prox_pv_kernel<double>,
    pv_soft_kernel<double>,
    pv_early_kernel<double>,
    constrained_aba_kernel<double>,
    constrained_aba_plain_kernel<double>,
};

}  // namespace tenon
