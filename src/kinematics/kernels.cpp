// Instantiates forward kinematics, once per instruction set.
#include "kinematics/kernels.hpp"

#include "kinematics/forward_walk.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

void placements(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q,
                KinematicBody<double>* body) {
  Arena arena(scratch);
  placement_walk<double>(model, walk, forward_scratch<double>(model, walk, arena), q, body);
}
void motions(const CompiledModel& model, const Walk<4>& walk, double* scratch, const double* q, const double* v,
             const double* a, KinematicBody<double>* body) {
  Arena arena(scratch);
  forward_walk<double>(model, walk, forward_scratch<double>(model, walk, arena), q, v, a, body);
}
std::size_t scratch_size(const CompiledModel& model, const Walk<4>& walk) {
  Arena arena;
  forward_scratch<double>(model, walk, arena);
  return arena.used();
}

Transform<double> compose(const Transform<double>& X_ab, const Transform<double>& X_bc) { return X_ab * X_bc; }

}  // namespace
}  // namespace TENON_ISA

const KinematicsKernels TENON_ISA_NAME(kinematics_kernels) = {
    placements, motions, scratch_size, forward_kinematics_kernel<double>, compose,
};

}  // namespace tenon
