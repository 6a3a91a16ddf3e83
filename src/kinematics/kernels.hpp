// The kinematics kernels of one instruction set.
#pragma once

#include "kinematics/forward.hpp"
#include "spatial/isa.hpp"
#include "walk/walk.hpp"

namespace tenon {

struct KinematicsKernels {
  void (*placements)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, KinematicBody<double>*);
  void (*motions)(const CompiledModel&, const Walk<4>&, double* scratch, const double* q, const double* v,
                  const double* a, KinematicBody<double>*);
  std::size_t (*scratch_size)(const CompiledModel&, const Walk<4>&);  // doubles
  void (*forward)(const CompiledModel&, KinematicBody<double>*, double* sine, double* cosine, const double* q,
                  const double* v, const double* a);
  Transform<double> (*compose)(const Transform<double>& X_ab, const Transform<double>& X_bc);
};
TENON_ISA_TABLES(KinematicsKernels, kinematics_kernels);

}  // namespace tenon
