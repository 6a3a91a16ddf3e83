// Instantiates the listed algorithms of the damped inverse, once per instruction set.
#include "delassus/kernels_damped.hpp"

#include "delassus/damped_algorithms.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

// A member that a descriptor does not have is null.
#define TENON_KERNEL_OR_NULL(name)                                         \
  [] {                                                                     \
    if constexpr (requires { &A::template name<double>; })                 \
      return static_cast<DampedKernels::Kernel>(A::template name<double>); \
    else                                                                   \
      return static_cast<DampedKernels::Kernel>(nullptr);                  \
  }()

constexpr auto table = for_each_type(DampedAlgorithms{}, []<class A>() -> DampedKernels::Algorithm {
  return {TENON_KERNEL_OR_NULL(inverse), TENON_KERNEL_OR_NULL(solve), TENON_KERNEL_OR_NULL(factors),
          TENON_KERNEL_OR_NULL(diagonal)};
});
#undef TENON_KERNEL_OR_NULL

}  // namespace
}  // namespace TENON_ISA

const DampedKernels TENON_ISA_NAME(damped_kernels) = {table.data(), invert_damped<double, 4>,
                                                      factor_and_solve_damped<double, 4>};

}  // namespace tenon
