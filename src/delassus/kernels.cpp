// Instantiates the plain algorithms, once per instruction set.
#include "delassus/kernels.hpp"

#include "delassus/dense.hpp"
#include "delassus/efpa.hpp"
#include "delassus/kjr.hpp"
#include "delassus/ltl_osim.hpp"
#include "delassus/pv_osim.hpp"
#include "delassus/pv_osimr.hpp"

namespace tenon {

const DelassusKernels TENON_ISA_NAME(delassus_kernels) = {
    ltl_osim_kernel<double>, kjr_kernel<double>,      efpa_kernel<double>,
    pv_osim_kernel<double>,  pv_osimr_kernel<double>, dense_delassus<double>,
};

}  // namespace tenon
