// The kernels of the active instruction set.
#include "factorization/kernels.hpp"
#include "spatial/isa.hpp"

namespace tenon {

inline namespace isa_baseline {
extern const FactorizationKernels factorization_table;
}
#ifdef TENON_HAS_AVX2
namespace isa_avx2 {
extern const FactorizationKernels factorization_table;
}
#endif
#ifdef TENON_HAS_AVX512
namespace isa_avx512 {
extern const FactorizationKernels factorization_table;
}
#endif

const FactorizationKernels& factorization_kernels() {
#ifdef TENON_HAS_AVX512
  if (active_isa() == Isa::avx512) return isa_avx512::factorization_table;
#endif
#ifdef TENON_HAS_AVX2
  if (active_isa() != Isa::baseline) return isa_avx2::factorization_table;
#endif
  return isa_baseline::factorization_table;
}

}  // namespace tenon
