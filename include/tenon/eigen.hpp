// Eigen's vectors and matrices as arguments of tenon's calls. Opt-in: tenon itself does not need Eigen.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const Eigen::VectorXd q = Eigen::VectorXd::Zero(robot.nq());
//   tenon::RowMatrix M(robot.nv(), robot.nv());
//   tenon::Workspace ws(robot);
//   tenon::crba(robot, ws, tenon::numbers(q), tenon::numbers(M));
//   std::printf("the largest inertia is %.3f kg m^2\n", M.diagonal().maxCoeff());
//
// tenon's matrices are row-major. numbers() takes vectors and row-major matrices whose numbers stand one after the
// other; a column-major matrix, a transposed one, a block or an expression does not compile, because its numbers would
// be read in another order, or from somewhere else.
#pragma once

#include <Eigen/Core>
#include <span>
#include <type_traits>

namespace tenon {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// An object that owns its numbers, or a map of numbers without gaps.
template <class X>
struct OwnsNumbers : std::is_base_of<Eigen::PlainObjectBase<X>, X> {};
template <class X, int alignment, class Stride>
struct OwnsNumbers<Eigen::Map<X, alignment, Stride>>
    : std::bool_constant<int(Stride::OuterStrideAtCompileTime) == 0 &&
                         (int(Stride::InnerStrideAtCompileTime) == 0 || int(Stride::InnerStrideAtCompileTime) == 1)> {};

template <class X>
concept PlainEigen = std::is_base_of_v<Eigen::EigenBase<X>, X> && OwnsNumbers<X>::value &&
                     (bool(X::IsVectorAtCompileTime) || bool(X::IsRowMajor));

template <PlainEigen X>
std::span<const typename X::Scalar> numbers(const X& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
template <PlainEigen X>
std::span<typename X::Scalar> numbers(X& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
template <PlainEigen X>
void numbers(const X&&) = delete;  // a temporary would be gone when the call reads it

}  // namespace tenon
