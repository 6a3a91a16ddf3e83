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
// other, and Eigen::Map and Eigen::Ref of these whose type says that there are no gaps. A column-major matrix, a
// transposed one, a block, an expression or an Eigen::Ref<tenon::RowMatrix>, whose rows may stand apart, does not
// compile, because its numbers would be read in another order, or from somewhere else.
#pragma once

#include <Eigen/Core>
#include <span>
#include <type_traits>

namespace tenon {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Whether numbers of an X with these strides stand one after the other. Eigen's stride 0 means "no gap".
template <class X, class Stride>
constexpr bool without_gaps() {
  constexpr int inner = Stride::InnerStrideAtCompileTime, outer = Stride::OuterStrideAtCompileTime;
  constexpr bool rows_touch = outer == 0 || (outer != Eigen::Dynamic && outer == int(X::InnerSizeAtCompileTime));
  return (inner == 0 || inner == 1) && (bool(X::IsVectorAtCompileTime) || rows_touch);
}

// An object that owns its numbers, or a map of, or a reference to, numbers without gaps.
template <class X>
struct HasNoGaps : std::is_base_of<Eigen::PlainObjectBase<X>, X> {};
template <class X, int alignment, class Stride>
struct HasNoGaps<Eigen::Map<X, alignment, Stride>> : std::bool_constant<without_gaps<X, Stride>()> {};
template <class X, int options, class Stride>
struct HasNoGaps<Eigen::Ref<X, options, Stride>> : std::bool_constant<without_gaps<X, Stride>()> {};

template <class X>
concept PlainEigen = std::is_base_of_v<Eigen::EigenBase<X>, X> && HasNoGaps<X>::value &&
                     (bool(X::IsVectorAtCompileTime) || bool(X::IsRowMajor));

// A span of const numbers where x, or what it maps, is const.
template <class X>
  requires PlainEigen<std::remove_const_t<X>>
auto numbers(X& x) {
  return std::span(x.data(), static_cast<std::size_t>(x.size()));
}
template <PlainEigen X>
void numbers(const X&&) = delete;  // a temporary would be gone when the call reads it

}  // namespace tenon
