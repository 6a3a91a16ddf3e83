// The slow second look at a block that the kernels found bad.
#include "batch/check.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "batch/numbers.hpp"
#include "factorization/paper/ltdl.hpp"
#include "model/arguments.hpp"

namespace tenon {
namespace {

// One array of a job: number k of a sample.
template <class T>
struct Numbers {
  const T* array;
  int size;
  const char* name;
  Layout layout;
  std::ptrdiff_t lanes;
  T limit = largest_input<T>;

  double at(std::ptrdiff_t sample, int k) const {
    return static_cast<double>(array[number_at(layout, lanes, size, sample, k)]);
  }
  std::string label(std::ptrdiff_t sample) const { return std::string(name) + "[" + std::to_string(sample) + "]"; }

  void check_finite(std::ptrdiff_t sample) const {
    for (int k = 0; array && k < size; ++k) {
      const double x = at(sample, k);
      if (std::isfinite(static_cast<T>(x) * overflow_factor(limit))) continue;
      throw Error(label(sample) + "[" + std::to_string(k) + "] is " + bad_input_text(x, static_cast<double>(limit)));
    }
  }
};

// The first of these matrices that is not positive definite, in doubles; what T alone refuses is named as a range.
template <class T>
[[noreturn]] void throw_not_positive(const CompiledModel& model, const Numbers<T>& M, std::ptrdiff_t first,
                                     std::ptrdiff_t last) {
  std::vector<double> LD(static_cast<std::size_t>(M.size));
  for (std::ptrdiff_t sample = first; sample < last; ++sample) {
    for (int k = 0; k < M.size; ++k) LD[static_cast<std::size_t>(k)] = M.at(sample, k);
    const MatrixView<double> view{LD.data(), model.nv};
    ltdl_factorize(model.lambda, view);
    for (int i = 1; i <= model.nv; ++i)
      if (!(view(i, i) > 0)) throw Error(M.label(sample) + " is not positive definite");
  }
  throw Error(M.label(first) + " to " + M.label(last - 1) + ": found one that is not positive definite to " +
              (sizeof(T) == 8 ? "double" : "float") + " rounding");
}

}  // namespace

template <class T>
void explain_bad_block(const Model& model, const BatchModel<T>& batch, const BatchJob<T>& job, std::ptrdiff_t block,
                       int lanes, const char* vector) {
  const CompiledModel& m = model.compiled();
  const auto numbers = [&](const T* array, int size, const char* name) {
    return Numbers<T>{array, size, name, job.layout, lanes};
  };
  Numbers<T> q = numbers(job.q, m.nq, "q");
  q.limit = largest_coordinate<T>;
  const Numbers<T> all[] = {
      q,
      numbers(job.v, m.nv, "v"),
      numbers(job.x, m.nv, vector),
      numbers(job.M, m.nv * m.nv, "M"),
      numbers(job.settings && job.settings->warm_start ? job.lambda : nullptr, job.set ? job.set->rows : 0, "lambda"),
      numbers(job.wrenches, static_cast<int>(6 * batch.wrench_frames.size()), "wrenches")};
  for (std::ptrdiff_t sample = block * lanes; sample < std::min(job.n, (block + 1) * lanes); ++sample) {
    for (const Numbers<T>& one : all) one.check_finite(sample);
    for (const UnitNumbers& unit : m.unit_numbers) {
      if (!job.q) break;
      double sum = 0;
      for (int k = 0; k < unit.size; ++k) sum += q.at(sample, unit.begin + k) * q.at(sample, unit.begin + k);
      const double length = std::sqrt(sum);
      if (std::abs(length - 1) <= static_cast<double>(batch_unit_tolerance<T>)) continue;
      throw Error(q.label(sample) + ": joint \"" + m.joints[static_cast<std::size_t>(unit.joint)].name +
                  "\": " + (unit.size == 4 ? "quaternion" : "cosine and sine") + " has length " +
                  std::to_string(length) + ", expected 1 within " + (sizeof(T) == 8 ? "1e-6" : "1e-5"));
    }
  }
  if (job.M)
    throw_not_positive(m, numbers(job.M, m.nv * m.nv, "M"), block * lanes, std::min(job.n, (block + 1) * lanes));
  if (job.R && !job.settings)  // constrained dynamics has settings, and reports what it did not solve
    throw Error("stiffness: no digit of the damped inverse is left in one of the samples " +
                std::to_string(block * lanes) + " to " + std::to_string(std::min(job.n, (block + 1) * lanes) - 1) +
                ", expected less stiffness");
  // The kernel squares in T: a length at the very edge of the tolerance is too long there and not here.
  throw Error("q[" + std::to_string(block * lanes) + "] to q[" +
              std::to_string(std::min(job.n, (block + 1) * lanes) - 1) +
              "]: a quaternion, or a cosine and sine, is not of length 1 within " + (sizeof(T) == 8 ? "1e-6" : "1e-5"));
}

template void explain_bad_block(const Model&, const BatchModel<double>&, const BatchJob<double>&, std::ptrdiff_t, int,
                                const char*);
template void explain_bad_block(const Model&, const BatchModel<float>&, const BatchJob<float>&, std::ptrdiff_t, int,
                                const char*);

}  // namespace tenon
