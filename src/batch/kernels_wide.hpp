// The batch kernels of one instruction set, for double or float.
#pragma once

#include <cstddef>

#include "batch/walk.hpp"
#include "constrained/fast/bound_plan.hpp"
#include "constrained/names.hpp"
#include "delassus/fast/row_plan.hpp"
#include "delassus/scratch.hpp"
#include "spatial/isa.hpp"
#include "tenon/batch.hpp"

namespace tenon {

// A call, and the blocks of it that one thread takes.
template <class T>
struct BatchJob {
  Layout layout = Layout::rows;
  std::ptrdiff_t n = 0, first = 0, last = 0;  // samples; blocks
  const T *q = nullptr, *v = nullptr, *x = nullptr, *wrenches = nullptr, *M = nullptr;
  T* out = nullptr;
  bool lower = true, upper = true, zeros = true;  // crba: what of M is written
  const ConstraintSet::Data* set = nullptr;       // delassus
  const RowPlan<T>* plan = nullptr;
  const DelassusSizes* sizes = nullptr;
  const SolverSettings* settings = nullptr;  // constrained dynamics
  const BoundPlan* bound = nullptr;
  const T* R = nullptr;  // the same, damped inverse: one number per row
  T* lambda = nullptr;
  SolveReport* reports = nullptr;
};

// Every kernel returns the first of its blocks that holds a number it may not hold, or job.last.
template <class T>
struct BatchKernels {
  using Kernel = std::ptrdiff_t (*)(const BatchModel<T>&, double* scratch, const BatchJob<T>&);
  int lanes;
  std::size_t (*scratch_size)(const BatchModel<T>&);  // doubles, per thread
  Kernel rnea, crba, placements, solve;
  void (*pack)(const T* rows, std::ptrdiff_t n, int size, T* packed);
  void (*unpack)(const T* packed, std::ptrdiff_t n, int size, T* rows);
};
// Those that carry articulated inertias: files of their own, which the compiler schedules otherwise
// (src/CMakeLists.txt).
template <class T>
struct BatchArticulatedKernels {
  typename BatchKernels<T>::Kernel aba, minverse_apply;
};
template <class T>
struct BatchDelassusKernels {
  typename BatchKernels<T>::Kernel pv_osimr, ltl_osim, caba_osim;
  // Doubles, per thread; damped: caba-osim's.
  std::size_t (*pv_osimr_scratch)(const BatchModel<T>&, const RowPlan<T>&, bool damped);
  std::size_t (*ltl_osim_scratch)(const BatchModel<T>&, const DelassusSizes&);
};
template <class T>
struct BatchConstrainedKernels {
  typename BatchKernels<T>::Kernel constrained_aba, prox_pv;
  // Doubles, per thread; plan: of prox-pv, or null.
  std::size_t (*scratch_size)(const BatchModel<T>&, const ConstraintSet::Data&, const RowPlan<T>* plan);
};
TENON_ISA_TABLES(BatchKernels<double>, batch_double);
TENON_ISA_TABLES(BatchKernels<float>, batch_float);
TENON_ISA_TABLES(BatchArticulatedKernels<double>, articulated_double);
TENON_ISA_TABLES(BatchArticulatedKernels<float>, articulated_float);
TENON_ISA_TABLES(BatchDelassusKernels<double>, batch_delassus_double);
TENON_ISA_TABLES(BatchDelassusKernels<float>, batch_delassus_float);
TENON_ISA_TABLES(BatchConstrainedKernels<double>, batch_constrained_double);
TENON_ISA_TABLES(BatchConstrainedKernels<float>, batch_constrained_float);

// The longest that a unit quaternion may be off. One bound for each number type.
template <class T>
constexpr T batch_unit_tolerance = sizeof(T) == 8 ? T(1e-6) : T(1e-5);

}  // namespace tenon
