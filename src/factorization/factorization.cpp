// The public calls: checks at the border, then the kernels of the active instruction set.
#include "tenon/factorization.hpp"

#include <algorithm>
#include <cstdio>

#include "factorization/cost.hpp"
#include "factorization/fast/packed.hpp"
#include "model/arguments.hpp"
#include "model/compiled.hpp"
#include "tenon/algorithms.hpp"

namespace tenon {

struct Factorization::Data {
  PackedStorage storage;
  const FactorizationKernels& kernels = factorization_kernels();
  bool usable = false;
  std::size_t rows = 0;
  Model model;

  // A forced mode factorizes and solves row by row; its factors are packed when the first product asks for them.
  std::unique_ptr<BranchStorage> single;
  std::unique_ptr<LimbStorage> limbs;
  bool to_pack = false;

  Data(const Model& m, Mode mode) : storage(m.compiled().lambda), rows(m.compiled().lambda.size() - 1), model(m) {
    if (mode == Mode::single) single = std::make_unique<BranchStorage>(m.compiled().lambda);
    if (mode == Mode::lanes) limbs = std::make_unique<LimbStorage>(m.compiled().lambda);
  }
  int nv() const { return static_cast<int>(rows); }
  bool row_by_row() const { return single || limbs; }
  const BranchStorage& branch_rows() { return limbs ? limbs->factors() : *single; }
  PackedStorage& packed() {
    if (to_pack) [[unlikely]] {
      storage.pack(branch_rows());
      to_pack = false;
    }
    return storage;
  }
};

Factorization::Factorization(const Model& model, const WalkOptions& options)
    : data_(std::make_unique<Data>(model, options.mode)) {}
Factorization::~Factorization() = default;
Factorization::Factorization(Factorization&&) noexcept = default;
Factorization& Factorization::operator=(Factorization&&) noexcept = default;
int Factorization::nv() const { return data().nv(); }
std::size_t Factorization::bytes() const {
  const Data& d = data();
  return d.storage.bytes() + (d.single ? d.single->bytes() : 0) + (d.limbs ? d.limbs->bytes() : 0);
}

namespace {

using Data = Factorization::Data;
using VectorKernel = void (*FactorizationKernels::*)(const PackedFactor&, const double*, double*);
using ColumnsKernel = void (*FactorizationKernels::*)(const PackedFactor&, double*, int);

void check_usable(const Data& data, const char* call) {
  if (!data.usable)
    throw Error(std::string(call) + ": found no factors, expected a positive definite matrix to be factorized first");
}

void check(const Data& data, const char* call, std::span<const double> x, std::span<double> out, int columns) {
  check_usable(data, call);
  if (columns < 0)
    throw Error(std::string(call) + ": found " + std::to_string(columns) + " columns, expected 0 or more");
  const std::size_t expected = static_cast<std::size_t>(data.nv()) * static_cast<std::size_t>(columns);
  check_size(x.size(), expected, "x");
  check_size(out.size(), expected, "out");
}
void copy(std::span<const double> x, std::span<double> out) {
  if (x.data() != out.data()) std::copy(x.begin(), x.end(), out.begin());
}

// One vector comes first: a small robot's solve takes less time than the checks of the general case.
inline void apply(Data& data, const char* call, VectorKernel one, ColumnsKernel several, std::span<const double> x,
                  std::span<double> out, int columns) {
  if (columns == 1 && data.usable && x.size() == data.rows && out.size() == data.rows) [[likely]]
    return (data.kernels.*one)(data.packed().factor(), x.data(), out.data());
  check(data, call, x, out, columns);
  copy(x, out);
  if (columns > 0) (data.kernels.*several)(data.packed().factor(), out.data(), columns);
}

template <class Operation>
void scale_rows(Data& data, const char* call, std::span<const double> x, std::span<double> out, int columns,
                Operation&& operation) {
  check(data, call, x, out, columns);
  const std::size_t width = static_cast<std::size_t>(columns);
  const PackedStorage& storage = data.packed();
  for (const Block& block : storage.tree().blocks())
    for (int q = 0; q < block.count; ++q) {
      const double D = storage.pivot(block, q);
      const std::size_t begin = static_cast<std::size_t>(block.row + q) * width;
      for (std::size_t c = begin; c < begin + width; ++c) out[c] = operation(x[c], D);
    }
}

JointId joint_of_row(const Model& model, int row) {
  const auto joints = model.joints();
  const auto owner = std::find_if(joints.begin(), joints.end(), [row](const JointInfo& joint) {
    return joint.v_index <= row && row < joint.v_index + joint.nv;
  });
  return {static_cast<int>(owner - joints.begin())};
}

FactorizationReport factorize_row_by_row(Data& data, std::span<const double> M) {
  const int failed = data.limbs ? data.kernels.limbs_factorize(data.limbs->factor(), M.data())
                                : data.kernels.branch_factorize(data.single->factor(), M.data());
  data.usable = data.to_pack = failed < 0;
  if (data.usable) return {};
  return {false, failed, joint_of_row(data.model, failed), data.branch_rows().pivot(failed)};
}

}  // namespace

FactorizationReport Factorization::factorize(std::span<const double> M) {
  Data& data = this->data();
  if (M.size() != data.rows * data.rows) check_size(M.size(), data.rows * data.rows, "M");
  if (data.row_by_row()) return factorize_row_by_row(data, M);
  const int failed = data.kernels.factorize(data.storage.factor(), M.data());
  data.usable = failed < 0;
  if (data.usable) [[likely]]
    return {};
  const auto [row, pivot] = data.storage.failure(failed, M);
  return {false, row, joint_of_row(data.model, row), pivot};
}

FactorizationReport Factorization::factorize_in_place(std::span<double> M) {
  const FactorizationReport report = factorize(M);
  if (report) data().packed().unpack(M);
  return report;
}

std::string describe(const Model& model, const FactorizationReport& report) {
  if (report) return "positive definite";
  char pivot[32];
  std::snprintf(pivot, sizeof pivot, "%.3g", report.pivot);
  return "joint \"" + model.joint_info(report.joint).name + "\" (row " + std::to_string(report.row) +
         " of M): pivot is " + pivot + ", expected > 0: M is not positive definite";
}

void Factorization::solve(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  Data& data = this->data();
  if (data.row_by_row()) {
    check(data, "solve", x, out, options.columns);
    return data.limbs ? data.kernels.limbs_solve(data.limbs->factor(), x.data(), out.data(), options.columns)
                      : data.kernels.branch_solve(data.single->factor(), x.data(), out.data(), options.columns);
  }
  apply(data, "solve", &FactorizationKernels::solve, &FactorizationKernels::solve_columns, x, out, options.columns);
}
void Factorization::multiply_L(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  apply(data(), "multiply_L", &FactorizationKernels::multiply_l, &FactorizationKernels::multiply_l_columns, x, out,
        options.columns);
}
void Factorization::multiply_Lt(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  apply(data(), "multiply_Lt", &FactorizationKernels::multiply_lt, &FactorizationKernels::multiply_lt_columns, x, out,
        options.columns);
}
void Factorization::solve_L(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  apply(data(), "solve_L", &FactorizationKernels::solve_l, &FactorizationKernels::solve_l_columns, x, out,
        options.columns);
}
void Factorization::solve_Lt(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  apply(data(), "solve_Lt", &FactorizationKernels::solve_lt, &FactorizationKernels::solve_lt_columns, x, out,
        options.columns);
}
void Factorization::multiply_D(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  scale_rows(data(), "multiply_D", x, out, options.columns, [](double x, double d) { return x * d; });
}
void Factorization::solve_D(std::span<const double> x, const ColumnOptions& options, std::span<double> out) {
  scale_rows(data(), "solve_D", x, out, options.columns, [](double x, double d) { return x / d; });
}

void Factorization::inverse(std::span<double> Minv) {
  Data& data = this->data();
  check_usable(data, "inverse");
  check_size(Minv.size(), static_cast<std::size_t>(data.nv()) * static_cast<std::size_t>(data.nv()), "Minv");
  data.kernels.inverse(data.packed().factor(), Minv.data());
}

FactorizationCost factorization_cost(const Model& model) {
  const TreeSums tree = tree_sums(model.compiled().lambda);
  constexpr FactorKind kind = FactorKind::ltdl;
  return {model.nv(),
          tree.nonzeros(),
          tree.zeros(),
          factorize_cost(kind, tree),
          back_substitute_cost(kind, tree),
          multiply_cost(kind, tree),
          inverse_multiply_cost(kind, tree)};
}

}  // namespace tenon
