// CRBA in the root's frame, for one instruction set, and how much scratch it needs.
#pragma once

#include "model/compiled.hpp"
#include "spatial/isa.hpp"
#include "walk/root_walk.hpp"

namespace tenon {

struct CrbaKernels {
  void (*crba)(const CompiledModel&, const RootWalk&, double* scratch, const double* q, double* M, bool lower,
               bool upper, bool zeros);
  std::size_t (*scratch_size)(const CompiledModel&, const RootWalk&);  // doubles
};
TENON_ISA_TABLES(CrbaKernels, crba_kernels);

}  // namespace tenon
