// The public Batch: algorithms of the tree.
#include "batch/data.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {

namespace {

const BatchOptions& checked(const Model& model, const BatchOptions& options) {
  for (const FrameId frame : options.wrench_frames) check_frame(model, frame, "wrench_frames");
  for (const FrameId frame : options.placement_frames) check_frame(model, frame, "placement_frames");
  return options;
}

}  // namespace

template <class T>
BatchOf<T>::BatchOf(const Model& model, const BatchOptions& options)
    : data_(std::make_unique<Data>(model, checked(model, options))) {}
template <class T>
BatchOf<T>::~BatchOf() = default;
template <class T>
BatchOf<T>::BatchOf(BatchOf&&) noexcept = default;
template <class T>
BatchOf<T>& BatchOf<T>::operator=(BatchOf&&) noexcept = default;

template <class T>
int BatchOf<T>::lanes() const {
  return data().tables.kernels.lanes;
}
template <class T>
int BatchOf<T>::threads() const {
  return data().threads.count();
}
template <class T>
std::size_t BatchOf<T>::bytes() const {
  const Data& d = data();
  const BatchModel<T>& m = d.lanes_model;
  return sizeof(Data) + sizeof(double) * d.scratch.size() + sizeof(m.walk.trunk[0]) * m.walk.trunk.size() +
         sizeof(m.wrench_frames[0]) * (m.wrench_frames.size() + m.placement_frames.size()) +
         sizeof(int) *
             (m.walk.slots.size() + m.unrelated.size() + m.tiles[1].size() + m.tiles[2].size() + m.tiles[3].size()) +
         m.branches.bytes() + d.plan.bytes() + d.judge.bytes() + sizeof(SolveReport) * d.reports.size();
}

template <class T>
void BatchOf<T>::Data::dynamics(typename BatchKernels<T>::Kernel kernel, int n, const State& state, In x,
                                const char* x_name, const DynamicsOptions& options, Out out, const char* out_name) {
  BatchJob<T> j = job(n, options.layout, state.q);
  check(n, options.layout, state.v, model.nv(), "v");
  check(n, options.layout, x, model.nv(), x_name);
  check(n, options.layout, out, model.nv(), out_name);
  j.v = state.v.data(), j.x = x.data(), j.out = out.data();
  add_wrenches(j, n, options.layout, options.wrenches);
  run(kernel, j, x_name);
}

template <class T>
void BatchOf<T>::rnea(int n, const State& state, In a, const DynamicsOptions& options, Out tau) {
  Data& d = data();
  d.dynamics(d.tables.kernels.rnea, n, state, a, "a", options, tau, "tau");
}
template <class T>
void BatchOf<T>::aba(int n, const State& state, In tau, const DynamicsOptions& options, Out a) {
  Data& d = data();
  d.dynamics(d.tables.articulated.aba, n, state, tau, "tau", options, a, "a");
}

template <class T>
void BatchOf<T>::crba(int n, In q, const InertiaOptions& options, Out M) {
  Data& d = data();
  BatchJob<T> j = d.job(n, options.layout, q);
  d.check(n, options.layout, M, d.model.nv() * d.model.nv(), "M");
  j.out = M.data();
  j.lower = options.triangle != Triangle::upper, j.upper = options.triangle != Triangle::lower;
  j.zeros = options.zeros == Zeros::written;
  d.run(d.tables.kernels.crba, j, "x");
}

template <class T>
void BatchOf<T>::minverse_apply(int n, In q, In x, const Options& options, Out out) {
  Data& d = data();
  BatchJob<T> j = d.job(n, options.layout, q);
  d.check(n, options.layout, x, d.model.nv(), "x");
  d.check(n, options.layout, out, d.model.nv(), "out");
  j.x = x.data(), j.out = out.data();
  d.run(d.tables.articulated.minverse_apply, j, "x");
}

template <class T>
void BatchOf<T>::frame_placements(int n, In q, const Options& options, Out out) {
  Data& d = data();
  BatchJob<T> j = d.job(n, options.layout, q);
  d.check(n, options.layout, out, static_cast<int>(12 * d.lanes_model.placement_frames.size()), "out");
  j.out = out.data();
  d.run(d.tables.kernels.placements, j, "x");
}

template <class T>
void BatchOf<T>::solve(int n, In M, In x, const Options& options, Out out) {
  Data& d = data();
  BatchJob<T> j;
  j.layout = options.layout;
  j.n = static_cast<std::ptrdiff_t>(samples(n));
  d.check(n, options.layout, M, d.model.nv() * d.model.nv(), "M");
  d.check(n, options.layout, x, d.model.nv(), "x");
  d.check(n, options.layout, out, d.model.nv(), "out");
  j.M = M.data(), j.x = x.data(), j.out = out.data();
  d.run(d.tables.kernels.solve, j, "x");
}

template <class T>
std::size_t BatchOf<T>::packed_size(int n, int size) const {
  return array_size(samples(n), size, Layout::packed, data().lanes());
}
template <class T>
void BatchOf<T>::pack(int n, int size, In rows, Out packed) const {
  const Data& d = data();
  d.check(n, Layout::rows, rows, size, "rows");
  d.check(n, Layout::packed, packed, size, "packed");
  d.tables.kernels.pack(rows.data(), n, size, packed.data());
}
template <class T>
void BatchOf<T>::unpack(int n, int size, In packed, Out rows) const {
  const Data& d = data();
  d.check(n, Layout::packed, packed, size, "packed");
  d.check(n, Layout::rows, rows, size, "rows");
  d.tables.kernels.unpack(packed.data(), n, size, rows.data());
}

template class BatchOf<double>;
template class BatchOf<float>;

}  // namespace tenon
