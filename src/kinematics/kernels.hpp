// The kinematics kernels of one instruction set.
#pragma once

#include "kinematics/forward.hpp"

namespace tenon {

struct KinematicsKernels {
  void (*forward)(const CompiledModel&, KinematicBody<double>*, double* sine, double* cosine, const double* q,
                  const double* v, const double* a);
};
extern const KinematicsKernels kinematics_kernels_isa_baseline, kinematics_kernels_isa_avx2;

}  // namespace tenon
