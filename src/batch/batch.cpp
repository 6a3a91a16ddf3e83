// The public Batch: sizes, threads, and the message about a bad sample.
#include "tenon/batch.hpp"

#include <cmath>
#include <limits>

#include "batch/check.hpp"
#include "batch/judge.hpp"
#include "batch/kernels_wide.hpp"
#include "batch/threads.hpp"
#include "constrained/settings.hpp"
#include "delassus/automatic.hpp"
#include "delassus/damped_automatic.hpp"
#include "model/arguments.hpp"
#include "model/number_text.hpp"
#include "spatial/aligned.hpp"
#include "spatial/isa.hpp"

namespace tenon {
namespace {

// What depends on the number type.
template <class T>
struct Half {
  const BatchKernels<T>& kernels;
  const BatchArticulatedKernels<T>& articulated;
  const BatchDelassusKernels<T>& constrained;
  const BatchConstrainedKernels<T>& bound;
  BatchModel<T> model;
  RowPlan<T> plan;   // of the set that was asked for last
  std::vector<T> R;  // rows

  Half(const BatchKernels<T>& table, const BatchArticulatedKernels<T>& more, const BatchDelassusKernels<T>& rows,
       const BatchConstrainedKernels<T>& solves, const CompiledModel& compiled, const BatchOptions& options)
      : kernels(table),
        articulated(more),
        constrained(rows),
        bound(solves),
        model(make_batch_model<T>(compiled, options, table.lanes)),
        plan(compiled, model.walk, 1) {}
  std::size_t blocks(int n) const { return (static_cast<std::size_t>(n) + lanes() - 1) / lanes(); }
  std::size_t lanes() const { return static_cast<std::size_t>(kernels.lanes); }
};

std::size_t samples(int n) {
  if (n < 0) throw Error("n is " + std::to_string(n) + ", expected >= 0");
  return static_cast<std::size_t>(n);
}

std::size_t array_size(std::size_t n, int size, Layout layout, std::size_t lanes) {
  if (size < 0) throw Error("size is " + std::to_string(size) + ", expected >= 0");
  if (layout == Layout::packed) n = (n + lanes - 1) / lanes * lanes;
  return n * static_cast<std::size_t>(size);
}

}  // namespace

struct Batch::Data {
  Model model;
  Threads threads;
  Half<double> doubles;
  Half<float> floats;
  std::size_t scratch_size;  // doubles per thread
  AlignedVector scratch;
  DelassusSizes sizes;            // of ltl-osim, but for the rows
  std::vector<double> stiffness;  // rows
  BoundPlan bound;                // of the set that was asked for last
  BatchJudge judge;
  std::vector<SolveReport> reports;        // where the caller has none
  std::vector<std::ptrdiff_t> unanswered;  // per thread

  Data(const Model& m, const BatchOptions& options)
      : model(m),
        threads(options.threads),
        doubles(TENON_ISA_WIDE_CHOICE(batch_double), TENON_ISA_WIDE_CHOICE(articulated_double),
                TENON_ISA_WIDE_CHOICE(batch_delassus_double), TENON_ISA_WIDE_CHOICE(batch_constrained_double),
                m.compiled(), options),
        floats(TENON_ISA_WIDE_CHOICE(batch_float), TENON_ISA_WIDE_CHOICE(articulated_float),
               TENON_ISA_WIDE_CHOICE(batch_delassus_float), TENON_ISA_WIDE_CHOICE(batch_constrained_float),
               m.compiled(), options),
        scratch_size(std::max(doubles.kernels.scratch_size(doubles.model), floats.kernels.scratch_size(floats.model))),
        // A page apart, so that no two threads share a cache line. The matrix in it starts as zeros (drive.hpp).
        scratch((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0),
        sizes(delassus_sizes(m.compiled(), {})),
        bound(m.compiled(), doubles.model.walk),
        judge(m, options, threads.count()) {}

  const Half<double>& half(double) const { return doubles; }
  const Half<float>& half(float) const { return floats; }
  Half<double>& half(double) { return doubles; }
  Half<float>& half(float) { return floats; }

  // Cuts the job into one run of blocks per thread; the cuts do not change what a block computes. after(job, thread) on
  // blocks without a bad one.
  template <class T, class After>
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector, After&& after) {
    const Half<T>& h = half(T{});
    const auto blocks = static_cast<std::ptrdiff_t>(h.blocks(static_cast<int>(job.n)));
    const std::ptrdiff_t parts = std::min<std::ptrdiff_t>(threads.count(), blocks);
    std::ptrdiff_t first_bad = threads.run(static_cast<int>(parts), blocks, [&](int part, std::ptrdiff_t blocks_) {
      BatchJob<T> mine = job;
      mine.first = blocks_ * part / parts, mine.last = blocks_ * (part + 1) / parts;
      const std::ptrdiff_t bad =
          kernel(h.model, scratch.data() + (scratch_size + 512) * static_cast<std::size_t>(part), mine);
      if (bad == mine.last) after(mine, part);
      return bad == mine.last ? blocks_ : bad;
    });
    if (first_bad < blocks) explain_bad_block(model, h.model, job, first_bad, h.kernels.lanes, vector);
  }
  template <class T>
  void run(typename BatchKernels<T>::Kernel kernel, const BatchJob<T>& job, const char* vector) {
    run<T>(kernel, job, vector, [](const BatchJob<T>&, int) {});
  }

  template <class T>
  BatchJob<T> job(int n, Layout layout, std::span<const T> q) const {
    BatchJob<T> job;
    job.layout = layout;
    job.n = static_cast<std::ptrdiff_t>(samples(n));
    check(n, layout, q, model.nq(), "q");
    job.q = q.data();
    return job;
  }
  template <class T, std::size_t extent>
  void check(int n, Layout layout, std::span<T, extent> x, int size, const char* name) const {
    check_size(x.size(), array_size(samples(n), size, layout, half(std::remove_const_t<T>{}).lanes()), name);
  }

  template <class T>
  void add_wrenches(BatchJob<T>& j, int n, Layout layout, std::span<const T> wrenches) const {
    if (wrenches.empty()) return;
    check(n, layout, wrenches, static_cast<int>(6 * half(T{}).model.wrench_frames.size()), "wrenches");
    j.wrenches = wrenches.data();
  }
  template <class T>
  void dynamics(bool inverse, int n, std::span<const T> q, std::span<const T> v, std::span<const T> x, std::span<T> out,
                Layout layout, std::span<const T> wrenches) {
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
  void crba(int n, std::span<const T> q, std::span<T> M, Layout layout, Triangle triangle, Zeros zeros) {
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, M, model.nv() * model.nv(), "M");
    j.out = M.data();
    j.lower = triangle != Triangle::upper, j.upper = triangle != Triangle::lower, j.zeros = zeros == Zeros::written;
    run<T>(half(T{}).kernels.crba, j, "x");
  }

  template <class T>
  void minverse_apply(int n, std::span<const T> q, std::span<const T> x, std::span<T> out, Layout layout) {
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, x, model.nv(), "x");
    check(n, layout, out, model.nv(), "out");
    j.x = x.data(), j.out = out.data();
    run<T>(half(T{}).articulated.minverse_apply, j, "x");
  }

  template <class T>
  void placements(int n, std::span<const T> q, std::span<T> out, Layout layout) {
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, out, static_cast<int>(12 * half(T{}).model.placement_frames.size()), "out");
    j.out = out.data();
    run<T>(half(T{}).kernels.placements, j, "x");
  }

  template <class T>
  void solve(int n, std::span<const T> M, std::span<const T> x, std::span<T> out, Layout layout) {
    BatchJob<T> j;
    j.layout = layout;
    j.n = static_cast<std::ptrdiff_t>(samples(n));
    check(n, layout, M, model.nv() * model.nv(), "M");
    check(n, layout, x, model.nv(), "x");
    check(n, layout, out, model.nv(), "out");
    j.M = M.data(), j.x = x.data(), j.out = out.data();
    run<T>(half(T{}).kernels.solve, j, "x");
  }

  // A set that needs more memory than any before makes room.
  void make_room(std::size_t needed) {
    if (needed <= scratch_size) return;
    scratch_size = needed;
    scratch.assign((scratch_size + 512) * static_cast<std::size_t>(threads.count()), 0.0);
  }
  template <class T>
  void compile_plan(Half<T>& h, const ConstraintSet& set, bool damped) {
    if (h.plan.serial != set.data().serial) {
      h.plan.reserve(set.capacity());
      h.plan.compile(model.compiled(), set.data());
    }
    make_room(h.constrained.pv_osimr_scratch(h.model, h.plan, damped));
  }
  template <class T>
  void delassus(int n, const ConstraintSet& set, std::span<const T> q, std::span<T> out, Layout layout,
                Delassus algorithm) {
    const ConstraintSet::Data& rows = tenon::checked(model, set);
    const bool ltl = algorithm == Delassus::ltl_osim;
    if (!ltl && algorithm != Delassus::automatic && algorithm != Delassus::pv_osimr)
      throw Error(std::string("delassus of a batch: found ") + to_string(algorithm) +
                  ", expected pv-osimr or ltl-osim");
    for (int c = 0; c < set.size(); ++c)
      if (!rows.constraints[static_cast<std::size_t>(c)].single_body())
        throw Error(set.label(c) + ": a batch takes frames held to the world only");
    Half<T>& h = half(T{});
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, out, rows.rows * rows.rows, "out");
    if (rows.rows == 0) return;
    sizes.rows = static_cast<std::size_t>(rows.rows);
    if (ltl)
      make_room(h.constrained.ltl_osim_scratch(h.model, sizes));
    else
      compile_plan(h, set, false);
    j.out = out.data(), j.set = &rows, j.plan = &h.plan, j.sizes = &sizes;
    run<T>(ltl ? h.constrained.ltl_osim : h.constrained.pv_osimr, j, "x");
  }

  template <class T>
  void damped_inverse(int n, const ConstraintSet& set, std::span<const T> q, std::span<const double> own,
                      std::span<T> out, Layout layout) {
    const ConstraintSet::Data& rows = tenon::checked(model, set);
    check_takes(set, Damped::caba_osim);
    check_stiffness(set, own);
    Half<T>& h = half(T{});
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, out, rows.rows * rows.rows, "out");
    if (rows.rows == 0) return;
    compile_plan(h, set, true);
    h.R.resize(static_cast<std::size_t>(rows.rows));
    for (int r = 0; r < rows.rows; ++r) h.R[static_cast<std::size_t>(r)] = static_cast<T>(row_stiffness(rows, own, r));
    j.out = out.data(), j.set = &rows, j.plan = &h.plan, j.R = h.R.data();
    run<T>(h.constrained.caba_osim, j, "x");
  }

  template <class T>
  void constrained_dynamics(int n, const ConstraintSet& set, std::span<const T> q, std::span<const T> v,
                            std::span<const T> tau, const ConstrainedSettings& settings, std::span<T> acceleration,
                            std::span<T> lambda, std::span<SolveReport> own_reports, Layout layout,
                            std::span<const T> wrenches, Constrained algorithm) {
    const ConstraintSet::Data& rows = tenon::checked(model, set);
    const bool pv = algorithm == Constrained::prox_pv;
    if (!pv && algorithm != Constrained::automatic && algorithm != Constrained::constrained_aba)
      throw Error(std::string("constrained_dynamics of a batch: found ") + to_string(algorithm) +
                  ", expected constrained-aba or prox-pv");
    check_takes(set, Constrained::constrained_aba);
    check_settings(settings, rows.rows);
    Half<T>& h = half(T{});
    BatchJob<T> j = job(n, layout, q);
    check(n, layout, v, model.nv(), "v");
    check(n, layout, tau, model.nv(), "tau");
    check(n, layout, acceleration, model.nv(), "acceleration");
    check(n, layout, lambda, rows.rows, "lambda");
    if (!own_reports.empty()) check_size(own_reports.size(), samples(n), "reports");
    j.v = v.data(), j.x = tau.data(), j.out = acceleration.data(), j.lambda = lambda.data();
    if (own_reports.empty() && reports.size() < samples(n)) reports.resize(samples(n));
    j.set = &rows, j.settings = &settings;
    j.reports = own_reports.empty() ? reports.data() : own_reports.data();
    add_wrenches(j, n, layout, wrenches);
    if (pv) compile_plan(h, set, false);
    make_room(h.bound.scratch_size(h.model, rows, pv ? &h.plan : nullptr));
    if (bound.serial != rows.serial) bound.reserve(set.capacity()), bound.compile(rows);
    j.plan = &h.plan, j.bound = &bound;
    stiffness.resize(static_cast<std::size_t>(rows.rows));
    const double mu =
        settings.mu ? *settings.mu : automatic_mu<T>(rows, pv ? Constrained::prox_pv : Constrained::constrained_aba);
    fill_R(set, mu, settings, Constrained::constrained_aba, stiffness);
    for (const double x : stiffness)
      if (!std::isfinite(static_cast<T>(x)) || static_cast<T>(x) < std::numeric_limits<T>::min())
        throw Error("settings: a mu of " + number_text(x) + ", expected one that a float holds");
    h.R.assign(stiffness.begin(), stiffness.end());
    j.R = h.R.data();
    judge.make_room(static_cast<std::size_t>(rows.rows));
    unanswered.assign(static_cast<std::size_t>(threads.count()), j.n);
    const std::ptrdiff_t lanes = h.kernels.lanes;
    run<T>(pv ? h.bound.prox_pv : h.bound.constrained_aba, j, "tau", [&](const BatchJob<T>& mine, int thread) {
      const std::ptrdiff_t end = std::min(mine.n, mine.last * lanes);
      const std::ptrdiff_t at = judge.judge(model, set, mine, lanes, !pv, mine.first * lanes, end, thread);
      if (at < end) unanswered[static_cast<std::size_t>(thread)] = at;
    });
    if (const std::ptrdiff_t first = std::ranges::min(unanswered); first < j.n)
      throw Error("acceleration[" + std::to_string(first) + "] is not finite: the input is too large");
  }

  template <class T>
  void repack(int n, int size, std::span<const T> from, std::span<T> to, bool forward) const {
    check(n, forward ? Layout::rows : Layout::packed, from, size, forward ? "rows" : "packed");
    check(n, forward ? Layout::packed : Layout::rows, to, size, forward ? "packed" : "rows");
    const BatchKernels<T>& kernels = half(T{}).kernels;
    (forward ? kernels.pack : kernels.unpack)(from.data(), n, size, to.data());
  }
};

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

void Batch::delassus(int n, const ConstraintSet& set, std::span<const double> q, std::span<double> out, Layout layout,
                     Delassus algorithm) {
  data_->delassus(n, set, q, out, layout, algorithm);
}
void Batch::delassus(int n, const ConstraintSet& set, std::span<const float> q, std::span<float> out, Layout layout,
                     Delassus algorithm) {
  data_->delassus(n, set, q, out, layout, algorithm);
}
void Batch::damped_inverse(int n, const ConstraintSet& set, std::span<const double> q,
                           std::span<const double> stiffness, std::span<double> out, Layout layout) {
  data_->damped_inverse(n, set, q, stiffness, out, layout);
}
void Batch::damped_inverse(int n, const ConstraintSet& set, std::span<const float> q, std::span<const double> stiffness,
                           std::span<float> out, Layout layout) {
  data_->damped_inverse(n, set, q, stiffness, out, layout);
}
void Batch::constrained_dynamics(int n, const ConstraintSet& set, std::span<const double> q, std::span<const double> v,
                                 std::span<const double> tau, const ConstrainedSettings& settings,
                                 std::span<double> acceleration, std::span<double> lambda,
                                 std::span<SolveReport> reports, Layout layout, std::span<const double> wrenches,
                                 Constrained algorithm) {
  data_->constrained_dynamics(n, set, q, v, tau, settings, acceleration, lambda, reports, layout, wrenches, algorithm);
}
void Batch::constrained_dynamics(int n, const ConstraintSet& set, std::span<const float> q, std::span<const float> v,
                                 std::span<const float> tau, const ConstrainedSettings& settings,
                                 std::span<float> acceleration, std::span<float> lambda, std::span<SolveReport> reports,
                                 Layout layout, std::span<const float> wrenches, Constrained algorithm) {
  data_->constrained_dynamics(n, set, q, v, tau, settings, acceleration, lambda, reports, layout, wrenches, algorithm);
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
