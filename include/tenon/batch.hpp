// Many samples of one robot at once: one sample per SIMD lane, blocks of lanes over threads. Throughput, not latency
// (`./run bench batch`).
#pragma once

#include "tenon/constrained.hpp"
#include "tenon/damped.hpp"
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

// The calls of tenon/dynamics.hpp over n samples, in double or in float, with memory of its own: there is no capacity,
// because that memory depends on the robot and the threads alone (up to 2 nv² numbers per lane and thread, by way of
// which matrices go in and out of rows). No call allocates, but that oneTBB's pool of tasks grows in the first ones,
// and memory with the first constraint set of its size, or with n where constrained_dynamics is given no reports.
// For one caller at a time.
//
// Lanes of double equal the single calls' body-by-body walk (Mode::single) to the bit, whatever n, the layout and the
// threads; single calls that choose otherwise (Mode::automatic) agree to rounding. Sizes,
// finiteness and unit quaternions are checked while a block is read; on tenon::Error, which names the first bad sample,
// the output holds anything. An output must not overlap an input.
//
// Packed arrays hold packed_size() numbers: the last block is padded. Padding of inputs is ignored, padding of outputs
// holds anything.
class Batch {
 public:
  explicit Batch(const Model& model, const BatchOptions& options = {});
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  int lanes_double() const;  // W of packed arrays, by the instruction set: 2, 4 (AVX2) or 8 (AVX-512)
  int lanes_float() const;   // twice as many
  int threads() const;
  std::size_t bytes() const;

  // wrenches: n samples of 6 numbers per wrench frame (force, moment; in the frame's axes at its origin), or none.
  void rnea(int n, std::span<const double> q, std::span<const double> v, std::span<const double> a,
            std::span<double> tau, Layout layout = Layout::rows, std::span<const double> wrenches = {});
  void rnea(int n, std::span<const float> q, std::span<const float> v, std::span<const float> a, std::span<float> tau,
            Layout layout = Layout::rows, std::span<const float> wrenches = {});

  void aba(int n, std::span<const double> q, std::span<const double> v, std::span<const double> tau,
           std::span<double> a, Layout layout = Layout::rows, std::span<const double> wrenches = {});
  void aba(int n, std::span<const float> q, std::span<const float> v, std::span<const float> tau, std::span<float> a,
           Layout layout = Layout::rows, std::span<const float> wrenches = {});

  // M: n matrices nv x nv. Memory bounds this one: of a branched robot most of M is zeros, which Zeros::kept leaves to
  // the caller, who has cleared them once; and one triangle is half of the rest.
  void crba(int n, std::span<const double> q, std::span<double> M, Layout layout = Layout::rows,
            Triangle triangle = Triangle::both, Zeros zeros = Zeros::written);
  void crba(int n, std::span<const float> q, std::span<float> M, Layout layout = Layout::rows,
            Triangle triangle = Triangle::both, Zeros zeros = Zeros::written);

  // out = M(q)^-1 x, one vector per sample.
  void minverse_apply(int n, std::span<const double> q, std::span<const double> x, std::span<double> out,
                      Layout layout = Layout::rows);
  void minverse_apply(int n, std::span<const float> q, std::span<const float> x, std::span<float> out,
                      Layout layout = Layout::rows);

  // Forward kinematics: for each placement frame twelve numbers, its rotation by rows and its translation, in the
  // world.
  void frame_placements(int n, std::span<const double> q, std::span<double> out, Layout layout = Layout::rows);
  void frame_placements(int n, std::span<const float> q, std::span<float> out, Layout layout = Layout::rows);

  // out = M^-1 x for given matrices of this robot's sparsity (crba, or crba and a positive diagonal): the branch-sparse
  // factorization and two substitutions [Fea05]. Reads the lower triangles; Error when one is not positive definite.
  void solve(int n, std::span<const double> M, std::span<const double> x, std::span<double> out,
             Layout layout = Layout::rows);
  void solve(int n, std::span<const float> M, std::span<const float> x, std::span<float> out,
             Layout layout = Layout::rows);

  // J M^-1 J^T of the set, n matrices rows x rows, by PV-OSIMr, or LTL-OSIM as listed [PVr]: frames held to the world
  // only. The first call with a set that needs more memory than any before it makes room; otherwise a set may change
  // between calls for nothing.
  void delassus(int n, const ConstraintSet& set, std::span<const double> q, std::span<double> out,
                Layout layout = Layout::rows, Delassus algorithm = Delassus::pv_osimr);
  void delassus(int n, const ConstraintSet& set, std::span<const float> q, std::span<float> out,
                Layout layout = Layout::rows, Delassus algorithm = Delassus::pv_osimr);

  // The damped inverse (R⁻¹ + J M⁻¹Jᵀ)⁻¹ of the set, n matrices rows x rows (tenon/damped.hpp, which says how stiffness
  // is given): frames held to the world only. By cABA-OSIM, with the single call's bits; samples of which that leaves
  // less than half of the digits by factorization, as there.
  void damped_inverse(int n, const ConstraintSet& set, std::span<const double> q, std::span<const double> stiffness,
                      std::span<double> out, Layout layout = Layout::rows);
  void damped_inverse(int n, const ConstraintSet& set, std::span<const float> q, std::span<const double> stiffness,
                      std::span<float> out, Layout layout = Layout::rows);

  // Accelerations and constraint forces under equality constraints (tenon/constrained.hpp), by constrained-aba or
  // prox-pv: frames held to the world only. lambda: n samples of one number per row, read where the settings ask for a
  // warm start; reports: n, or none. A sample that has converged waits for its neighbours, frozen: its answer does not
  // depend on them. It has the single call's bits (Mode::single) where rows have local axes and no gains, otherwise its
  // answer to rounding. In float a tolerance of 1e-10 is out of reach, and rounding is reported as stalled; 1e-2 is
  // not.
  void constrained_dynamics(int n, const ConstraintSet& set, std::span<const double> q, std::span<const double> v,
                            std::span<const double> tau, const ConstrainedSettings& settings,
                            std::span<double> acceleration, std::span<double> lambda,
                            std::span<SolveReport> reports = {}, Layout layout = Layout::rows,
                            std::span<const double> wrenches = {},
                            Constrained algorithm = Constrained::constrained_aba);
  void constrained_dynamics(int n, const ConstraintSet& set, std::span<const float> q, std::span<const float> v,
                            std::span<const float> tau, const ConstrainedSettings& settings,
                            std::span<float> acceleration, std::span<float> lambda, std::span<SolveReport> reports = {},
                            Layout layout = Layout::rows, std::span<const float> wrenches = {},
                            Constrained algorithm = Constrained::constrained_aba);

  // Numbers in a packed array of n samples, and the way there and back: rows (n, size) <-> packed.
  std::size_t packed_size_double(int n, int size) const;
  std::size_t packed_size_float(int n, int size) const;
  void pack(int n, int size, std::span<const double> rows, std::span<double> packed) const;
  void pack(int n, int size, std::span<const float> rows, std::span<float> packed) const;
  void unpack(int n, int size, std::span<const double> packed, std::span<double> rows) const;
  void unpack(int n, int size, std::span<const float> packed, std::span<float> rows) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace tenon
