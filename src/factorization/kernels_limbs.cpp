// The kernel of fast/branch_rows.hpp with limbs alike in lanes: the forced lanes mode of a Factorization.
#include <algorithm>

#include "factorization/fast/branch_rows.hpp"
#include "factorization/kernels_parts.hpp"

namespace tenon {
inline namespace TENON_ISA {

namespace {

// One group of limbs; a Pack has a number of each limb.
template <int W>
class Limbs {
 public:
  using P = Pack<double, W>;
  Limbs(const LimbFactor& f, const LimbGroup& group)
      : f_(f),
        group_(group),
        held_(group.tables.held),
        numbers_(reinterpret_cast<P*>(f.numbers) + group.numbers),
        x_(reinterpret_cast<P*>(f.x) + group.x) {}

  // From the limbs' rows of M in f.rows; the trunk's lose what the limbs have for them.
  template <class Pivot>
  void factorize(Pivot&& pivot) const {
    const long own = own_numbers();
    std::fill_n(numbers_, own, P(0.0));
    const double* from[W];
    for (int lane = 0; lane < W; ++lane) from[lane] = row_of(lane);
    for (long i = own; i < size(); ++i) {
      P number;
      for (int lane = 0; lane < W; ++lane) number.set(lane, from[lane][i - own]);
      numbers_[i] = number;
    }
    rows().template factorize<false>([&](int row, P D) {
      for (int lane = 0; lane < group_.lanes; ++lane) pivot(group_.first[lane] + row - held_, D[lane]);
    });
    const P* sum = numbers_;
    for (int place = 0; place < held_; ++place) {
      double* const row = f_.rows.numbers + f_.tables->trunk_tables.rows[group_.path[place]].begin;
      for (int p = 0; p <= place; ++p) row[p] += over_limbs(*sum++);
    }
  }

  // x = L⁻ᵀx; the trunk's loses what the limbs have for it.
  void carry(const double* x, long stride) const {
    std::fill_n(x_, held_, P(0.0));
    const int n = static_cast<int>(group_.tables.rows.size());
    for (int i = held_; i < n; ++i) {
      P number;
      for (int lane = 0; lane < W; ++lane) number.set(lane, x[(group_.first[lane] + i - held_) * stride]);
      x_[i] = number;
    }
    rows().carry();
    for (int place = 0; place < held_; ++place) f_.trunk_x[group_.path[place]] += over_limbs(x_[place]);
  }
  // The trunk is done.
  void substitute(double* out, long stride) const {
    P* const place = reinterpret_cast<P*>(f_.place);
    for (int p = 0; p < held_; ++p) place[p] = P(f_.trunk_x[group_.path[p]]);
    rows().substitute(place);
    const int n = static_cast<int>(group_.tables.rows.size());
    for (int i = held_; i < n; ++i)
      for (int lane = 0; lane < group_.lanes; ++lane) out[(group_.first[lane] + i - held_) * stride] = x_[i][lane];
  }

 private:
  BranchRows<P, true> rows() const { return {group_.tables, numbers_, x_}; }
  long own_numbers() const { return held_ * (held_ + 1L) / 2; }
  long size() const { return static_cast<long>(group_.tables.numbers); }
  const double* row_of(int lane) const { return f_.rows.numbers + f_.rows.tables->rows[group_.first[lane]].begin; }
  double over_limbs(const P& x) const {
    double sum = x[0];
    for (int lane = 1; lane < group_.lanes; ++lane) sum += x[lane];
    return sum;
  }

  const LimbFactor& f_;
  const LimbGroup& group_;
  const int held_;
  P* numbers_;
  P* x_;
};

template <int W>
int factorize(const LimbFactor& f, const double* M) {
  const long n = static_cast<long>(f.rows.tables->rows.size());
  for (const BranchRun& run : f.rows.tables->runs) std::copy_n(M + run.from, run.count, f.rows.numbers + run.to);
  int failed = -1;  // the last row: what lies above it is made of it, what lies below is not
  const auto pivot = [&](int row, double D) {
    f.rows.pivots[row] = D;
    if (!(D > pivot_rounding * M[row * (n + 1)])) failed = std::max(failed, row);
  };
  for (const LimbGroup& group : f.tables->groups) Limbs<W>(f, group).factorize(pivot);
  BranchRows<double>(f.tables->trunk_tables, f.rows.numbers, nullptr).factorize<false>([&](int row, double D) {
    pivot(f.tables->trunk[row], D);
  });
  return failed;
}

template <int W>
void solve(const LimbFactor& f, const double* x, double* out, int columns) {
  const BranchRows<double> trunk(f.tables->trunk_tables, f.rows.numbers, f.trunk_x);
  const std::vector<int>& row = f.tables->trunk;
  if (row.empty() && f.tables->groups.empty()) return;  // nothing moves, and x may be null
  const long stride = columns;
  for (int c = 0; c < columns; ++c, ++x, ++out) {
    for (std::size_t t = 0; t < row.size(); ++t) f.trunk_x[t] = x[row[t] * stride];
    for (const LimbGroup& group : f.tables->groups) Limbs<W>(f, group).carry(x, stride);
    trunk.carry();
    trunk.substitute(f.rows.place);
    for (std::size_t t = 0; t < row.size(); ++t) out[row[t] * stride] = f.trunk_x[t];
    for (const LimbGroup& group : f.tables->groups) Limbs<W>(f, group).substitute(out, stride);
  }
}

}  // namespace

int limbs_factorize(const LimbFactor& f, const double* M) {
  const int W = f.tables->width;
  return (W == 2 ? factorize<2> : W == 4 ? factorize<4> : factorize<8>)(f, M);
}

void limbs_solve(const LimbFactor& f, const double* x, double* out, int columns) {
  const int W = f.tables->width;
  (W == 2 ? solve<2> : W == 4 ? solve<4> : solve<8>)(f, x, out, columns);
}

}  // namespace TENON_ISA
}  // namespace tenon
