// Operation counts by running the code: the listings of [Fea05], and tenon's dynamics kernels.
#include "spatial/counted.hpp"

#include "dynamics/aba.hpp"
#include "dynamics/crba.hpp"
#include "dynamics/rnea.hpp"
#include "factorization/back_substitution.hpp"
#include "factorization/ltdl.hpp"
#include "fea05/fea05.hpp"
#include "tenon/configuration.hpp"

namespace tenon::paper::fea05 {

namespace {

using Numbers = std::vector<Counted>;

Numbers variables(const std::vector<double>& values) {
  Numbers out;
  for (const double value : values) out.push_back(Counted::variable(value));
  return out;
}

// Diagonally dominant, so positive definite; what the tree does not allow is left 0.
Numbers matrix(const ParentArray& lambda) {
  const std::size_t n = lambda.size() - 1;
  Numbers H(n * n);
  const MatrixView<Counted> view{H.data(), static_cast<int>(n)};
  for (int i = 1; i <= static_cast<int>(n); ++i) {
    view(i, i) = Counted::variable(static_cast<double>(n));
    for (int j = lambda[i]; j != 0; j = lambda[j]) view(i, j) = Counted::variable(0.5);
  }
  return H;
}

}  // namespace

OperationCount counted_factorization(const ParentArray& lambda) {
  Numbers H = matrix(lambda);
  const MatrixView<Counted> view{H.data(), static_cast<int>(lambda.size()) - 1};
  return count_operations([&] { ltdl_factorize(lambda, view); });
}

OperationCount counted_back_substitution(const ParentArray& lambda) {
  Numbers H = matrix(lambda), x = variables(std::vector<double>(lambda.size() - 1, 1.0));
  const MatrixView<Counted> view{H.data(), static_cast<int>(lambda.size()) - 1};
  ltdl_factorize(lambda, view);
  return count_operations([&] { ltdl_solve(lambda, view, RowsView<Counted>{x.data()}); });
}

KernelCounts counted_kernels(const RobotDescription& robot) {
  const Model model(robot);
  const CompiledModel& tree = model.compiled();
  const std::size_t bodies = tree.bodies.size(), nq = static_cast<std::size_t>(tree.nq),
                    nv = static_cast<std::size_t>(tree.nv);
  const Numbers q = variables(random_configuration(model, 1)), v = variables(random_velocity(model, 2)),
                a = variables(random_velocity(model, 3));
  Numbers sine(nq), cosine(nq), out(nv), M(nv * nv);
  std::vector<RneaBody<Counted>> rnea(bodies);
  std::vector<CrbaBody<Counted>> crba(bodies);
  std::vector<AbaBody<Counted>> aba(bodies);
  std::vector<AbaAxis<Counted>> axes(nv);
  KernelCounts counts;
  counts.rnea = count_operations([&] {
    rnea_kernel<Counted>(tree, rnea.data(), sine.data(), cosine.data(), q.data(), v.data(), a.data(), nullptr,
                         out.data());
  });
  counts.crba = count_operations(
      [&] { crba_kernel<Counted>(tree, crba.data(), sine.data(), cosine.data(), q.data(), M.data()); });
  counts.aba = count_operations([&] {
    aba_kernel<Counted>(tree, aba.data(), axes.data(), sine.data(), cosine.data(), q.data(), v.data(), a.data(),
                        nullptr, out.data());
  });
  return counts;
}

std::string price(const OperationCount& count) {
  return std::to_string(count.mul + count.div) + "m + " + std::to_string(count.add) + "a";
}

}  // namespace tenon::paper::fea05
