// tenon's side of the batch race: all states in one call, packed and row-major, in doubles and floats.
#include "tenon.hpp"

#include <tenon/batch.hpp>

namespace race {
namespace {

using tenon::BatchOf;
using tenon::Layout;
using tenon::Triangle;
using tenon::Zeros;

// Inputs and outputs of one layout.
template <class T>
struct Arrays {
  std::vector<T> q, v, a, tau, x, M;
};

struct Problem {
  std::shared_ptr<const tenon::Model> model;
  tenon::Batch doubles;
  tenon::FloatBatch floats;
  int n, nq, nv;
  Arrays<double> rows, packed;
  Arrays<float> float_rows, float_packed;

  Problem(std::shared_ptr<const tenon::Model> m, const States& s)
      : model(std::move(m)), doubles(*model), floats(*model), n(s.count), nq(model->nq()), nv(model->nv()) {
    const auto fill = [&](auto& to, auto& to_packed) {
      using T = typename std::remove_reference_t<decltype(to.q)>::value_type;
      const auto both = [&](const std::vector<double>& from, std::vector<T>& row_major, std::vector<T>& pack,
                            int size) {
        row_major.assign(from.begin(), from.end());
        pack.resize(batch<T>().packed_size(n, size));
        batch<T>().pack(n, size, row_major, pack);
      };
      both(s.q, to.q, to_packed.q, nq), both(s.v, to.v, to_packed.v, nv);
      both(s.a, to.a, to_packed.a, nv), both(s.tau, to.tau, to_packed.tau, nv);
      const std::vector<double> none(s.v.size()), no_matrix(s.v.size() * static_cast<std::size_t>(nv));
      both(none, to.x, to_packed.x, nv), both(no_matrix, to.M, to_packed.M, nv * nv);
    };
    fill(rows, packed), fill(float_rows, float_packed);
  }

  template <class T>
  BatchOf<T>& batch() {
    if constexpr (sizeof(T) == 8) return doubles;
    if constexpr (sizeof(T) == 4) return floats;
  }
  template <class T, Layout layout>
  Arrays<T>& arrays() {
    if constexpr (sizeof(T) == 8) return layout == Layout::rows ? rows : packed;
    if constexpr (sizeof(T) == 4) return layout == Layout::rows ? float_rows : float_packed;
  }

  // Sample k of an answer.
  template <class T, Layout layout>
  int give(const std::vector<T>& from, int k, int size, double* out) {
    const int W = batch<T>().lanes(), first = k / W * W;
    for (int e = 0; e < size; ++e)
      out[e] = static_cast<double>(
          from[static_cast<std::size_t>(layout == Layout::rows ? k * size + e : first * size + e * W + k - first)]);
    return size;
  }
};
std::unique_ptr<Problem> p;

template <class T, Layout layout>
void rnea(int) {
  auto& x = p->arrays<T, layout>();
  p->batch<T>().rnea(p->n, {x.q, x.v}, x.a, {.layout = layout}, x.x);
}
template <class T, Layout layout>
void aba(int) {
  auto& x = p->arrays<T, layout>();
  p->batch<T>().aba(p->n, {x.q, x.v}, x.tau, {.layout = layout}, x.x);
}
template <class T, Layout layout>
void crba(int) {
  auto& x = p->arrays<T, layout>();
  p->batch<T>().crba(p->n, x.q, {.layout = layout}, x.M);
}
// As Pinocchio does: one triangle, and the zeros between branches are the caller's.
template <class T, Layout layout>
void crba_upper(int) {
  auto& x = p->arrays<T, layout>();
  p->batch<T>().crba(p->n, x.q, {.layout = layout, .triangle = Triangle::upper, .zeros = Zeros::kept}, x.M);
}
template <class T, Layout layout>
void minverse_apply(int) {
  auto& x = p->arrays<T, layout>();
  p->batch<T>().minverse_apply(p->n, x.q, x.tau, {.layout = layout}, x.x);
}

template <class T, Layout layout>
int vector(int k, double* out) {
  return p->give<T, layout>(p->arrays<T, layout>().x, k, p->nv, out);
}
template <class T, Layout layout>
int matrix(int k, double* out) {
  return p->give<T, layout>(p->arrays<T, layout>().M, k, p->nv * p->nv, out);
}
template <class T, Layout layout>
int upper_triangle(int k, double* out) {
  const int size = matrix<T, layout>(k, out), nv = p->nv;
  for (int i = 0; i < nv; ++i)
    for (int j = 0; j < i; ++j) out[i * nv + j] = out[j * nv + i];
  return size;
}

template <class T, Layout layout>
void add(std::vector<TenonEntry>& entries) {
  const bool rows = layout == Layout::rows, best = rows && sizeof(T) == 8;
  const char *vector_name = rows ? "rows" : "packed",
             *upper_name = rows ? "rows, upper, zeros kept" : "packed, upper, zeros kept";
  const auto one = [&](const char* question, const char* name, auto run, auto result, bool is_best) {
    entries.push_back(
        {{question, name, nullptr, run, result}, "batch", is_best, p->n, sizeof(T) == 8 ? "double" : "float"});
  };
  one("rnea", vector_name, rnea<T, layout>, vector<T, layout>, best);
  one("aba", vector_name, aba<T, layout>, vector<T, layout>, best);
  one("crba", vector_name, crba<T, layout>, matrix<T, layout>, best);
  one("crba", upper_name, crba_upper<T, layout>, upper_triangle<T, layout>, false);
  one("crba_solve", rows ? "minverse_apply, rows" : "minverse_apply, packed", minverse_apply<T, layout>,
      vector<T, layout>, best);
}

}  // namespace

void prepare_tenon(std::shared_ptr<const tenon::Model> model, std::shared_ptr<const States> states) {
  p = std::make_unique<Problem>(std::move(model), *states);
}
std::size_t tenon_bytes() { return p->doubles.bytes() + p->floats.bytes(); }

std::vector<TenonEntry> tenon_entries() {
  std::vector<TenonEntry> entries;
  add<double, Layout::rows>(entries);
  add<double, Layout::packed>(entries);
  add<float, Layout::rows>(entries);
  add<float, Layout::packed>(entries);
  return entries;
}

}  // namespace race
