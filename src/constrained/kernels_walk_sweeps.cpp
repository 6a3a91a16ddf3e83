// The sweep of constrained-aba that gains by options of its own (src/CMakeLists.txt).
#include "constrained/fast/constrained_aba.hpp"

namespace tenon {
inline namespace TENON_ISA {

template void bound_imbalance(const CompiledModel&, const Walk<4>&, const BoundPlan&,
                              BoundScratch<double, Pack<double, 4>>, const double*, const double*);

}  // namespace TENON_ISA
}  // namespace tenon
