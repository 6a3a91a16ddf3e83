// Instantiates the listed algorithms, once per instruction set.
#include "constrained/kernels.hpp"

#include "constrained/algorithms.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

constexpr auto table = for_each_type(ConstrainedAlgorithms{}, []<class A>() -> ConstrainedKernels::Kernel {
  if constexpr (requires { &A::template run<double>; })
    return A::template run<double>;
  else
    return nullptr;
});

}  // namespace
}  // namespace TENON_ISA

const ConstrainedKernels TENON_ISA_NAME(constrained_kernels) = {table.data()};

}  // namespace tenon
