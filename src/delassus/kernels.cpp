// Instantiates the listed algorithms, once per instruction set.
#include "delassus/kernels.hpp"

#include "delassus/algorithms.hpp"

namespace tenon {
inline namespace TENON_ISA {
namespace {

constexpr auto table = for_each_type(DelassusAlgorithms{}, []<class A>() -> DelassusKernels::Kernel {
  if constexpr (RunsInKernel<A, double>)
    return A::template run<double>;
  else
    return nullptr;
});

}  // namespace
}  // namespace TENON_ISA

const DelassusKernels TENON_ISA_NAME(delassus_kernels) = {table.data()};

}  // namespace tenon
