// Instantiates forward kinematics, once per instruction set.
#include "kinematics/kernels.hpp"

namespace tenon {

const KinematicsKernels TENON_ISA_NAME(kinematics_kernels) = {
    forward_kinematics_kernel<double>,
};

}  // namespace tenon
