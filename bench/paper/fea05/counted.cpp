// Operation counts by running the code: the listings of [Fea05], and tenon's dynamics kernels.
#include "spatial/counted.hpp"

#include "dynamics/fast/aba.hpp"
#include "dynamics/fast/crba_root.hpp"
#include "dynamics/fast/rnea.hpp"
#include "dynamics/paper/crba.hpp"
#include "factorization/paper/back_substitution.hpp"
#include "factorization/paper/ltdl.hpp"
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

namespace {

// A mechanism at a general state.
struct State {
  explicit State(const RobotDescription& robot) : model(robot) {}
  Model model;
  const CompiledModel& tree = model.compiled();
  std::size_t bodies = tree.bodies.size(), nq = static_cast<std::size_t>(tree.nq),
              nv = static_cast<std::size_t>(tree.nv);
  Numbers q = variables(random_configuration(model, 1)), v = variables(random_velocity(model, 2)),
          a = variables(random_velocity(model, 3));
  Numbers sine = Numbers(nq), cosine = Numbers(nq), out = Numbers(nv), M = Numbers(nv * nv);
};

}  // namespace

KernelCounts counted_kernels(const RobotDescription& robot) {
  State s(robot);
  std::vector<RneaBody<Counted>> rnea(s.bodies);
  std::vector<CrbaBody<Counted>> crba(s.bodies);
  std::vector<AbaBody<Counted>> aba(s.bodies);
  std::vector<AbaAxis<Counted>> axes(s.nv);
  KernelCounts counts;
  counts.rnea = count_operations([&] {
    rnea_kernel<Counted>(s.tree, rnea.data(), s.sine.data(), s.cosine.data(), s.q.data(), s.v.data(), s.a.data(),
                         nullptr, s.out.data());
  });
  counts.crba = count_operations(
      [&] { crba_kernel<Counted>(s.tree, crba.data(), s.sine.data(), s.cosine.data(), s.q.data(), s.M.data()); });
  counts.aba = count_operations([&] {
    aba_kernel<Counted>(s.tree, aba.data(), axes.data(), s.sine.data(), s.cosine.data(), s.q.data(), s.v.data(),
                        s.a.data(), nullptr, s.out.data());
  });
  return counts;
}

// Body by body; limbs in lanes do the same operations, four at a time.
KernelCounts counted_fast_kernels(const RobotDescription& robot) {
  State s(robot);
  const Walk<4>& walk = s.tree.walk;
  std::vector<RootBody<Counted>> root(s.bodies);
  Numbers axes(6 * s.nv);
  Arena rnea_size, aba_size;
  rnea_scratch<Counted, 4>(s.tree, walk, rnea_size), aba_scratch<Counted, 4>(s.tree, walk, aba_size);
  std::vector<double> rnea_block(rnea_size.used()), aba_block(aba_size.used());
  Arena rnea_arena(rnea_block.data()), aba_arena(aba_block.data());
  KernelCounts counts;
  counts.rnea = count_operations([&] {
    rnea_walk<Counted, 4>(s.tree, walk, rnea_scratch<Counted, 4>(s.tree, walk, rnea_arena), s.q.data(), s.v.data(),
                          s.a.data(), nullptr, s.out.data());
  });
  counts.crba = count_operations([&] {
    crba_root_kernel<Counted>(s.tree, root.data(), axes.data(), s.sine.data(), s.cosine.data(), s.q.data(), s.M.data());
  });
  counts.aba = count_operations([&] {
    aba_walk<Counted, 4>(s.tree, walk, aba_scratch<Counted, 4>(s.tree, walk, aba_arena), s.q.data(), s.v.data(),
                         s.a.data(), nullptr, s.out.data());
  });
  return counts;
}

std::string price(const OperationCount& count) {
  return std::to_string(count.mul + count.div) + "m + " + std::to_string(count.add) + "a";
}

}  // namespace tenon::paper::fea05
