// The calls of a Factorization that take one vector or the columns of a matrix.
#pragma once

#include "tenon/factorization.hpp"

namespace tenon::test {

using VectorCall = void (Factorization::*)(std::span<const double> x, const ColumnOptions& options,
                                           std::span<double> out);
inline constexpr VectorCall vector_calls[] = {
    &Factorization::solve,    &Factorization::multiply_L, &Factorization::multiply_Lt, &Factorization::solve_L,
    &Factorization::solve_Lt, &Factorization::multiply_D, &Factorization::solve_D};

}  // namespace tenon::test
