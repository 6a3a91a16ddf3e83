// Many samples of one robot at once: one sample per SIMD lane, blocks of lanes over threads. Throughput, not latency
// (`./run bench batch`).
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const int n = 1000;
//   std::vector<double> q, v(n * robot.nv()), tau(n * robot.nv()), a(n * robot.nv());
//   for (int k = 0; k < n; ++k) {
//     const std::vector<double> sample = tenon::random_configuration(robot, k);
//     q.insert(q.end(), sample.begin(), sample.end());  // row k of (n, nq)
//   }
//   tenon::Batch batch(robot, {.threads = 2});
//   batch.aba(n, {q, v}, tau, a);  // row k of (n, nv): what aba() answers to sample k
//   std::printf("the last arm's first joint turns at %.2f rad/s^2\n", a[(n - 1) * robot.nv()]);
#pragma once

#include <cassert>

#include "tenon/constrained.hpp"
#include "tenon/delassus.hpp"
#include "tenon/dynamics.hpp"

namespace tenon {

// How the numbers of n samples, `size` of them each, lie in an array.
enum class Layout {
  rows,    // row-major (n, size)
  packed,  // [block][number][lane] with W = lanes samples per block, what the kernels work on: no transposition
};

struct BatchOptions {
  int threads = 1;                          // 0: one per processor. The answers' bits do not depend on it
  std::vector<FrameId> wrench_frames{};     // where external wrenches act
  std::vector<FrameId> placement_frames{};  // which frame_placements() answers for
};

// The calls of tenon/dynamics.hpp over n samples, in double (Batch) or in float (FloatBatch), with memory of its own:
// there is no capacity, because that memory depends on the robot and the threads alone (up to 2 nv² numbers per lane
// and thread, by way of which matrices go in and out of rows). No call allocates, but that oneTBB's pool of tasks grows
// in the first ones, and memory with the first constraint set of its size, or with n where constrained_dynamics is
// given no reports. For one caller at a time.
//
// Lanes of double equal the single calls' body-by-body walk (Mode::single) to the bit, whatever n, the layout and the
// threads; single calls that choose otherwise (Mode::automatic) agree to rounding. Sizes,
// finiteness and unit quaternions are checked while a block is read; on tenon::Error, which names the first bad sample,
// the output holds anything. An output must not overlap an input.
//
// Packed arrays hold packed_size() numbers: the last block is padded. Padding of inputs is ignored, padding of outputs
// holds anything.
template <class T>
class BatchOf {
 public:
  explicit BatchOf(const Model& model, const BatchOptions& options = {});
  ~BatchOf();
  BatchOf(BatchOf&&) noexcept;
  BatchOf& operator=(BatchOf&&) noexcept;

  int lanes()
      const;  // W of packed arrays, by the instruction set: doubles 2, 4 (AVX2) or 8 (AVX-512), floats twice that
  int threads() const;
  std::size_t bytes() const;

  using In = std::span<const T>;
  using Out = std::span<T>;
  struct State {
    In q;
    In v{};
  };
  struct Options {
    Layout layout = Layout::rows;
  };
  // wrenches: n samples of 6 numbers per wrench frame (force, moment; in the frame's axes at its origin).
  struct DynamicsOptions {
    Layout layout = Layout::rows;
    View<T> wrenches{};
  };
  struct InertiaOptions {
    Layout layout = Layout::rows;
    Triangle triangle = Triangle::both;
    Zeros zeros = Zeros::written;
  };
  struct DelassusOptions {
    Layout layout = Layout::rows;
    Name algorithm{};  // pv-osimr (automatic) or ltl-osim
  };
  struct DampedOptions {
    Layout layout = Layout::rows;
    PerRow stiffness{};  // as in tenon/delassus.hpp
  };
  struct ConstrainedOptions {
    Layout layout = Layout::rows;
    Name algorithm{};  // constrained-aba (automatic) or prox-pv
    PerRow penalty{};
    double tolerance = 1e-10;
    int max_iterations = 50;
    bool warm_start = false;
    View<T> wrenches{};
  };
  struct ConstrainedMotion {
    Out acceleration, lambda;  // lambda: n samples of one number per row, read where the options ask for a warm start
    std::span<SolveReport> reports{};  // n, or none
  };

  void rnea(int n, const State& state, In a, Out tau) { rnea(n, state, a, {}, tau); }
  void rnea(int n, const State& state, In a, const DynamicsOptions& options, Out tau);
  void aba(int n, const State& state, In tau, Out a) { aba(n, state, tau, {}, a); }
  void aba(int n, const State& state, In tau, const DynamicsOptions& options, Out a);

  // M: n matrices nv x nv. Memory bounds this one: of a branched robot most of M is zeros, which Zeros::kept leaves to
  // the caller, who has cleared them once; and one triangle is half of the rest.
  void crba(int n, In q, Out M) { crba(n, q, {}, M); }
  void crba(int n, In q, const InertiaOptions& options, Out M);

  // out = M(q)^-1 x, one vector per sample.
  void minverse_apply(int n, In q, In x, Out out) { minverse_apply(n, q, x, {}, out); }
  void minverse_apply(int n, In q, In x, const Options& options, Out out);

  // Forward kinematics: for each placement frame twelve numbers, its rotation by rows and its translation, in the
  // world.
  void frame_placements(int n, In q, Out out) { frame_placements(n, q, {}, out); }
  void frame_placements(int n, In q, const Options& options, Out out);

  // out = M^-1 x for given matrices of this robot's sparsity (crba, or crba and a positive diagonal): the branch-sparse
  // factorization and two substitutions [Fea05]. Reads the lower triangles; Error when one is not positive definite.
  void solve(int n, In M, In x, Out out) { solve(n, M, x, {}, out); }
  void solve(int n, In M, In x, const Options& options, Out out);

  // J M^-1 J^T of the set, n matrices rows x rows: frames held to the world only. The first call with a set that needs
  // more memory than any before it makes room; otherwise a set may change between calls for nothing.
  void delassus(const ConstraintSet& set, int n, In q, Out out) { delassus(set, n, q, {}, out); }
  void delassus(const ConstraintSet& set, int n, In q, const DelassusOptions& options, Out out);

  // The damped inverse (R⁻¹ + J M⁻¹Jᵀ)⁻¹ of the set, n matrices rows x rows: frames held to the world only. By
  // caba-osim, with the single call's bits; samples of which that leaves less than half of the digits by factorization,
  // as there.
  void damped_inverse(const ConstraintSet& set, int n, In q, Out out) { damped_inverse(set, n, q, {}, out); }
  void damped_inverse(const ConstraintSet& set, int n, In q, const DampedOptions& options, Out out);

  // Accelerations and constraint forces under equality constraints (tenon/constrained.hpp): rigid rows of frames held
  // to the world only. A sample that has converged waits for its neighbours, frozen: its answer does not depend on
  // them. It has the single call's bits (Mode::single) where rows have local axes and no gains, otherwise its answer to
  // rounding. In float a tolerance of 1e-10 is out of reach, and rounding is reported as stalled; 1e-2 is not. Returns
  // the report of the worst sample: the first that has not converged, or that of the largest residual.
  SolveReport constrained_dynamics(const ConstraintSet& set, int n, const State& state, In tau,
                                   const ConstrainedMotion& out) {
    return constrained_dynamics(set, n, state, tau, {}, out);
  }
  SolveReport constrained_dynamics(const ConstraintSet& set, int n, const State& state, In tau,
                                   const ConstrainedOptions& options, const ConstrainedMotion& out);

  // Numbers in a packed array of n samples, and the way there and back: rows (n, size) <-> packed.
  std::size_t packed_size(int n, int size) const;
  void pack(int n, int size, In rows, Out packed) const;
  void unpack(int n, int size, In packed, Out rows) const;

 private:
  struct Data;
  const Data& data() const {
    assert(data_ && "Batch: used after it was moved from");
    return *data_;
  }
  Data& data() {
    assert(data_ && "Batch: used after it was moved from");
    return *data_;
  }
  std::unique_ptr<Data> data_;
};

using Batch = BatchOf<double>;
using FloatBatch = BatchOf<float>;

}  // namespace tenon
