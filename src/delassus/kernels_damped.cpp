// Instantiates the algorithms of the damped inverse, once per instruction set.
#include "delassus/kernels_damped.hpp"

#include "delassus/caba_osimf.hpp"
#include "delassus/damped_dense.hpp"
#include "delassus/ltl_osim_inverse.hpp"
#include "delassus/pv_osimf.hpp"
#include "delassus/pv_osimr_cholesky.hpp"
#include "delassus/pv_osimr_inverse.hpp"

namespace tenon {

const DampedKernels TENON_ISA_NAME(damped_kernels) = {
    {caba_osim_inverse<double>, caba_osim_solve<double>, nullptr},
    {caba_osimf_inverse<double>, caba_osimf_solve<double>, caba_osimf_factors<double, GradedOmega>},
    {pv_osimf_inverse<double>, pv_osimf_solve<double>, pv_osimf_factors<double>},
    {pv_osimr_cholesky_inverse<double>, pv_osimr_cholesky_solve<double>, pv_osimr_cholesky_factors<double>},
    {ltl_osim_cholesky_inverse<double>, ltl_osim_cholesky_solve<double>, ltl_osim_cholesky_factors<double>},
    {ltl_osim_inverse_inverse<double>, ltl_osim_inverse_solve<double>, nullptr},
    caba_osimf_diagonal<double>,
    invert_damped<double, 4>,
    factor_and_solve_damped<double, 4>,
    dense_damped_inverse<double>,
    dense_damped_solve<double>,
};

}  // namespace tenon
