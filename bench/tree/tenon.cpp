// tenon's public calls, one entry per question and mode.
#include "tenon.hpp"

namespace race {
namespace {

struct Problem {
  std::shared_ptr<const tenon::Model> shared;
  std::shared_ptr<const States> states;
  const tenon::Model& model;
  tenon::Workspace workspace;
  tenon::Factorization factorization;
  std::size_t nq, nv;
  std::vector<double> x, M, dq, dv, kept[3], M_kept;

  Problem(std::shared_ptr<const tenon::Model> m, std::shared_ptr<const States> s)
      : shared(std::move(m)),
        states(std::move(s)),
        model(*shared),
        workspace(model),
        factorization(model),
        nq(static_cast<std::size_t>(model.nq())),
        nv(static_cast<std::size_t>(model.nv())),
        x(nv),
        M(nv * nv),
        dq(nv * nv),
        dv(nv * nv),
        kept{M, M, M},
        M_kept(M) {}

  std::span<const double> q(int k) const { return {&states->q[static_cast<std::size_t>(k) * nq], nq}; }
  std::span<const double> v(int k) const { return {&states->v[static_cast<std::size_t>(k) * nv], nv}; }
  std::span<const double> a(int k) const { return {&states->a[static_cast<std::size_t>(k) * nv], nv}; }
  std::span<const double> tau(int k) const { return {&states->tau[static_cast<std::size_t>(k) * nv], nv}; }
};
std::unique_ptr<Problem> p;

int give(const std::vector<double>& x, double* out) {
  std::copy(x.begin(), x.end(), out);
  return static_cast<int>(x.size());
}
int vector(int, double* out) { return give(p->x, out); }
int matrix(int, double* out) { return give(p->M, out); }
int lower_triangle(const std::vector<double>& M, double* out) {
  const std::size_t n = p->nv;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) out[i * n + j] = out[j * n + i] = M[i * n + j];
  return static_cast<int>(n * n);
}
int lower_triangle(int, double* out) { return lower_triangle(p->M, out); }
int lower_triangle_kept(int, double* out) { return lower_triangle(p->M_kept, out); }

void rnea(int k) { tenon::rnea(p->model, p->workspace, {p->q(k), p->v(k)}, p->a(k), p->x); }
void crba_lower(int k) { tenon::crba(p->model, p->workspace, p->q(k), {.triangle = tenon::Triangle::lower}, p->M); }
void crba_kept(int k) {
  tenon::crba(p->model, p->workspace, p->q(k), {.triangle = tenon::Triangle::lower, .zeros = tenon::Zeros::kept},
              p->M_kept);
}
void crba_both(int k) { tenon::crba(p->model, p->workspace, p->q(k), p->M); }
void aba(int k) { tenon::aba(p->model, p->workspace, {p->q(k), p->v(k)}, p->tau(k), p->x); }
void factorize(int) { (void)p->factorization.factorize(p->M); }
void solve(int k) { p->factorization.solve(p->tau(k), p->x); }
void crba_solve(int k) {
  crba_lower(k);
  factorize(k);
  solve(k);
}
void factors_given(int k) {
  crba_lower(k);
  factorize(k);
}
int solved_by_factors(int k, double* out) {
  solve(k);
  return give(p->x, out);
}
void minverse(int k) { tenon::minverse(p->model, p->workspace, p->q(k), p->M); }
void minverse_upper(int k) {
  tenon::minverse(p->model, p->workspace, p->q(k), {.triangle = tenon::Triangle::upper}, p->M);
}
int upper_triangle(int, double* out) {
  const std::size_t n = p->nv;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) out[i * n + j] = out[j * n + i] = p->M[i * n + j];
  return static_cast<int>(n * n);
}
void rnea_derivatives(int k) {
  tenon::rnea_derivatives(p->model, p->workspace, {p->q(k), p->v(k)}, p->a(k), {p->dq, p->dv, p->M});
}
// As Pinocchio does: the matrices were cleared once, and entries between branches are not written.
void rnea_derivatives_kept(int k) {
  tenon::rnea_derivatives(p->model, p->workspace, {p->q(k), p->v(k)}, p->a(k), {.zeros = tenon::Zeros::kept},
                          {p->kept[0], p->kept[1], p->kept[2]});
}
int kept_matrices(int, double* out) {
  int size = 0;
  for (const std::vector<double>& matrix : p->kept) size += give(matrix, out + size);
  return size;
}
void aba_derivatives(int k) {
  tenon::aba_derivatives(p->model, p->workspace, {p->q(k), p->v(k)}, p->tau(k), {p->dq, p->dv, p->M});
}
int three_matrices(int, double* out) {
  const int size = give(p->dq, out);
  give(p->dv, out + size);
  return 2 * size + give(p->M, out + 2 * size);
}

}  // namespace

void prepare_tenon(std::shared_ptr<const tenon::Model> model, std::shared_ptr<const States> states) {
  p = std::make_unique<Problem>(std::move(model), std::move(states));
}
std::size_t tenon_bytes() { return p->workspace.bytes() + p->factorization.bytes(); }

std::vector<TenonEntry> tenon_entries() {
  return {
      {{"rnea", "rnea", nullptr, rnea, vector}, "single", true},
      {{"crba", "crba, lower", nullptr, crba_lower, lower_triangle}, "single", false},
      {{"crba", "crba, lower, zeros kept", nullptr, crba_kept, lower_triangle_kept}, "single", false},
      {{"crba", "crba", nullptr, crba_both, matrix}, "single", true},
      {{"aba", "aba", nullptr, aba, vector}, "single", true},
      {{"factorize", "factorize", crba_lower, factorize, solved_by_factors}, "single", true},
      {{"solve", "solve", factors_given, solve, vector}, "single", true},
      {{"crba_solve", "crba, factorize, solve", nullptr, crba_solve, vector}, "single", true},
      {{"minverse", "minverse, upper", nullptr, minverse_upper, upper_triangle}, "single", false},
      {{"minverse", "minverse", nullptr, minverse, matrix}, "single", true},
      {{"rnea_derivatives", "rnea_derivatives", nullptr, rnea_derivatives, three_matrices}, "single", true},
      {{"rnea_derivatives", "derivatives, zeros kept", nullptr, rnea_derivatives_kept, kept_matrices}, "single", false},
      {{"aba_derivatives", "aba_derivatives", nullptr, aba_derivatives, three_matrices}, "single", true},
  };
}

}  // namespace race
