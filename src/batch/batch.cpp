// The public Batch: algorithms of the tree.
#include "batch/data.hpp"

namespace tenon {

template <class T>
void Batch::Data::dynamics(bool inverse, int n, std::span<const T> q, std::span<const T> v, std::span<const T> x,
                           std::span<T> out, Layout layout, std::span<const T> wrenches) {
  const char* vector = inverse ? "a" : "tau";
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, v, model.nv(), "v");
  check(n, layout, x, model.nv(), vector);
  check(n, layout, out, model.nv(), inverse ? "tau" : "a");
  j.v = v.data(), j.x = x.data(), j.out = out.data();
  add_wrenches(j, n, layout, wrenches);
  run<T>(inverse ? half(T{}).kernels.rnea : half(T{}).articulated.aba, j, vector);
}

template <class T>
void Batch::Data::crba(int n, std::span<const T> q, std::span<T> M, Layout layout, Triangle triangle, Zeros zeros) {
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, M, model.nv() * model.nv(), "M");
  j.out = M.data();
  j.lower = triangle != Triangle::upper, j.upper = triangle != Triangle::lower, j.zeros = zeros == Zeros::written;
  run<T>(half(T{}).kernels.crba, j, "x");
}

template <class T>
void Batch::Data::minverse_apply(int n, std::span<const T> q, std::span<const T> x, std::span<T> out, Layout layout) {
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, x, model.nv(), "x");
  check(n, layout, out, model.nv(), "out");
  j.x = x.data(), j.out = out.data();
  run<T>(half(T{}).articulated.minverse_apply, j, "x");
}

template <class T>
void Batch::Data::placements(int n, std::span<const T> q, std::span<T> out, Layout layout) {
  BatchJob<T> j = job(n, layout, q);
  check(n, layout, out, static_cast<int>(12 * half(T{}).model.placement_frames.size()), "out");
  j.out = out.data();
  run<T>(half(T{}).kernels.placements, j, "x");
}

template <class T>
void Batch::Data::solve(int n, std::span<const T> M, std::span<const T> x, std::span<T> out, Layout layout) {
  BatchJob<T> j;
  j.layout = layout;
  j.n = static_cast<std::ptrdiff_t>(samples(n));
  check(n, layout, M, model.nv() * model.nv(), "M");
  check(n, layout, x, model.nv(), "x");
  check(n, layout, out, model.nv(), "out");
  j.M = M.data(), j.x = x.data(), j.out = out.data();
  run<T>(half(T{}).kernels.solve, j, "x");
}

template <class T>
void Batch::Data::repack(int n, int size, std::span<const T> from, std::span<T> to, bool forward) const {
  check(n, forward ? Layout::rows : Layout::packed, from, size, forward ? "rows" : "packed");
  check(n, forward ? Layout::packed : Layout::rows, to, size, forward ? "packed" : "rows");
  const BatchKernels<T>& kernels = half(T{}).kernels;
  (forward ? kernels.pack : kernels.unpack)(from.data(), n, size, to.data());
}

namespace {

const BatchOptions& checked(const Model& model, const BatchOptions& options) {
  for (const FrameId frame : options.wrench_frames) check_frame(model, frame, "wrench_frames");
  for (const FrameId frame : options.placement_frames) check_frame(model, frame, "placement_frames");
  return options;
}

}  // namespace

Batch::Batch(const Model& model, const BatchOptions& options)
    : data_(std::make_unique<Data>(model, checked(model, options))) {}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

int Batch::lanes_double() const { return data_->doubles.kernels.lanes; }
int Batch::lanes_float() const { return data_->floats.kernels.lanes; }
int Batch::threads() const { return data_->threads.count(); }
std::size_t Batch::bytes() const {
  const auto walk = [](const auto& m) {
    return sizeof(m.walk.trunk[0]) * m.walk.trunk.size() +
           sizeof(m.wrench_frames[0]) * (m.wrench_frames.size() + m.placement_frames.size()) +
           sizeof(int) *
               (m.walk.slots.size() + m.unrelated.size() + m.tiles[1].size() + m.tiles[2].size() + m.tiles[3].size()) +
           m.branches.bytes();
  };
  return sizeof(Data) + sizeof(double) * data_->scratch.size() + walk(data_->doubles.model) +
         walk(data_->floats.model) + data_->doubles.plan.bytes() + data_->floats.plan.bytes() + data_->judge.bytes() +
         sizeof(SolveReport) * data_->reports.size();
}

void Batch::rnea(int n, std::span<const double> q, std::span<const double> v, std::span<const double> a,
                 std::span<double> tau, Layout layout, std::span<const double> wrenches) {
  data_->dynamics(true, n, q, v, a, tau, layout, wrenches);
}
void Batch::rnea(int n, std::span<const float> q, std::span<const float> v, std::span<const float> a,
                 std::span<float> tau, Layout layout, std::span<const float> wrenches) {
  data_->dynamics(true, n, q, v, a, tau, layout, wrenches);
}
void Batch::aba(int n, std::span<const double> q, std::span<const double> v, std::span<const double> tau,
                std::span<double> a, Layout layout, std::span<const double> wrenches) {
  data_->dynamics(false, n, q, v, tau, a, layout, wrenches);
}
void Batch::aba(int n, std::span<const float> q, std::span<const float> v, std::span<const float> tau,
                std::span<float> a, Layout layout, std::span<const float> wrenches) {
  data_->dynamics(false, n, q, v, tau, a, layout, wrenches);
}
void Batch::crba(int n, std::span<const double> q, std::span<double> M, Layout layout, Triangle triangle, Zeros zeros) {
  data_->crba(n, q, M, layout, triangle, zeros);
}
void Batch::crba(int n, std::span<const float> q, std::span<float> M, Layout layout, Triangle triangle, Zeros zeros) {
  data_->crba(n, q, M, layout, triangle, zeros);
}
void Batch::minverse_apply(int n, std::span<const double> q, std::span<const double> x, std::span<double> out,
                           Layout layout) {
  data_->minverse_apply(n, q, x, out, layout);
}
void Batch::minverse_apply(int n, std::span<const float> q, std::span<const float> x, std::span<float> out,
                           Layout layout) {
  data_->minverse_apply(n, q, x, out, layout);
}

void Batch::frame_placements(int n, std::span<const double> q, std::span<double> out, Layout layout) {
  data_->placements(n, q, out, layout);
}
void Batch::frame_placements(int n, std::span<const float> q, std::span<float> out, Layout layout) {
  data_->placements(n, q, out, layout);
}
void Batch::solve(int n, std::span<const double> M, std::span<const double> x, std::span<double> out, Layout layout) {
  data_->solve(n, M, x, out, layout);
}
void Batch::solve(int n, std::span<const float> M, std::span<const float> x, std::span<float> out, Layout layout) {
  data_->solve(n, M, x, out, layout);
}

std::size_t Batch::packed_size_double(int n, int size) const {
  return array_size(samples(n), size, Layout::packed, data_->doubles.lanes());
}
std::size_t Batch::packed_size_float(int n, int size) const {
  return array_size(samples(n), size, Layout::packed, data_->floats.lanes());
}
void Batch::pack(int n, int size, std::span<const double> rows, std::span<double> packed) const {
  data_->repack(n, size, rows, packed, true);
}
void Batch::pack(int n, int size, std::span<const float> rows, std::span<float> packed) const {
  data_->repack(n, size, rows, packed, true);
}
void Batch::unpack(int n, int size, std::span<const double> packed, std::span<double> rows) const {
  data_->repack(n, size, packed, rows, false);
}
void Batch::unpack(int n, int size, std::span<const float> packed, std::span<float> rows) const {
  data_->repack(n, size, packed, rows, false);
}

}  // namespace tenon
