// Which sample of a bad block is bad, and why.
#pragma once

#include "batch/kernels_wide.hpp"

namespace tenon {

// Throws: Error "q[12][3] is nan, expected a finite number" (sample 12), or about a quaternion. `vector` names job.x.
template <class T>
[[noreturn]] void explain_bad_block(const Model& model, const BatchModel<T>& batch, const BatchJob<T>& job,
                                    std::ptrdiff_t block, int lanes, const char* vector);

}  // namespace tenon
