// Section 6 and Fig. 7: the 30-DoF humanoid against the equivalent chain, by CRBA and by ABA. The paper's figures, the
// same formulae worked out here, and what tenon's kernels really do, counted.
#include <cmath>
#include <cstdio>

#include "factorization/cost.hpp"
#include "factorization/dynamics_price.hpp"
#include "fea05/fea05.hpp"
#include "fea05/fig7.hpp"
#include "support/table.hpp"
#include "tenon/generators.hpp"

namespace tenon::paper::fea05 {

namespace {

OperationCount ma(long m, long a) { return {.add = a, .mul = m}; }

// What section 6 prints.
const ForwardDynamics paper_humanoid{ma(2275, 1996), ma(2475, 2124), ma(1258, 1039), ma(468, 438), ma(5544, 5054)};
const ForwardDynamics paper_chain{ma(2263, 1972), ma(6462, 4419), ma(4930, 4495), ma(900, 870), ma(5346, 4883)};

ForwardDynamics priced(const BodyTree& tree) {
  return {rnea_price(tree), crba_price(tree), factorize_price(tree), back_substitute_price(tree), aba_price(tree)};
}

ForwardDynamics counted(const BodyTree& tree, const KernelCounts& kernels) {
  const ParentArray lambda = expanded_parents(tree.lambda, tree.dof);
  return {kernels.rnea, kernels.crba, counted_factorization(lambda), counted_back_substitution(lambda), kernels.aba};
}

void sums_table(const std::filesystem::path& out, Verdict& verdict) {
  const auto sums = [](const BodyTree& tree) {
    const TreeSums e = tree_sums(expanded_parents(tree.lambda, tree.dof)), o = tree_sums(tree.lambda);
    const CrbaSums c = crba_sums(tree);
    return std::vector<long>{e.D1, e.D2, e.zeros(), o.D0, o.D1, c.D0a, c.D1a, c.D0b, c.D1b, c.D0c, c.D1c};
  };
  const char* const names[] = {"D1ᵉ", "D2ᵉ", "zeros of M", "D0", "D1", "D0a", "D1a", "D0b", "D1b", "D0c", "D1c"};
  const std::vector<long> paper_h{219, 1039, 432, 24, 84, 21, 66, 3, 18, 1, 6};
  const std::vector<long> paper_c{435, 4495, 0, 24, 300, 24, 300, 0, 0, 1, 24};
  const std::vector<long> h = sums(humanoid_bodies()), c = sums(equivalent_chain_bodies());
  Table table({"quantity", "humanoid: paper", "ours", "chain: paper", "ours", ""});
  for (std::size_t k = 0; k < h.size(); ++k)
    table.row({names[k], number(paper_h[k]), number(h[k]), number(paper_c[k]), number(c[k]),
               verdict(h[k] == paper_h[k] && c[k] == paper_c[k])});
  std::puts("\nSection 6. Sums over the trees (ᵉ: expanded graph)\n");
  table.print();
  table.write_csv(out / "section6_sums.csv");
}

void price_table(const std::filesystem::path& out, const std::vector<Mechanism>& mechanisms, Verdict& verdict) {
  Table table({"", "paper", "its formulae here", "", "tenon plain, counted", "tenon fast, counted",
               "of these divisions, roots, sin+cos"});
  for (const Mechanism& m : mechanisms) {
    const auto row = [&](const char* what, const OperationCount& paper, const OperationCount& priced,
                         const OperationCount& own, const OperationCount& fast) {
      table.row({std::string(m.name) + ", " + what, price(paper), price(priced), verdict(paper == priced), price(own),
                 price(fast),
                 std::to_string(fast.div) + ", " + std::to_string(fast.sqrt) + ", " + std::to_string(fast.trig)});
    };
    row("RNEA", m.paper.rnea, m.priced.rnea, m.counted.rnea, m.fast.rnea);
    row("CRBA", m.paper.crba, m.priced.crba, m.counted.crba, m.fast.crba);
    row("LTDL", m.paper.factorize, m.priced.factorize, m.counted.factorize, m.fast.factorize);
    row("back-substitution", m.paper.back_substitute, m.priced.back_substitute, m.counted.back_substitute,
        m.fast.back_substitute);
    row("forward dynamics by CRBA", m.paper.by_crba(), m.priced.by_crba(), m.counted.by_crba(), m.fast.by_crba());
    row("forward dynamics by ABA", m.paper.aba, m.priced.aba, m.counted.aba, m.fast.aba);
    if (&m != &mechanisms.back()) table.rule();
  }
  std::puts("\nSection 6. Prices (m: multiplications and divisions, a: additions)\n");
  table.print();
  std::puts(
      "LTDL and back-substitution are the paper's algorithms and cost exactly its figures; RNEA, CRBA and ABA are"
      "\npriced by the paper from the literature (DH frames) and counted from tenon's kernels: plain (general"
      "\nplacements) and fast (screw placements; CRBA in the root's frame).");
  table.write_csv(out / "section6_prices.csv");
}

void ratio_table(const std::vector<Mechanism>& mechanisms, Verdict& verdict) {
  const Mechanism &h = mechanisms[0], &c = mechanisms[1];
  Table table({"ratio of costs", "a = m: paper", "ours", "a = 0: paper", "ours", "", "tenon counted: a = m", "a = 0"});
  const auto row = [&](const char* what, double paper_both, double paper_mul, double unit, auto&& ratio) {
    const double both = ratio(h.priced, c.priced, all_operations), mul = ratio(h.priced, c.priced, multiplications);
    const int decimals = unit < 0.05 ? 2 : 1;
    table.row({what, number(paper_both, decimals), number(both, 3), number(paper_mul, decimals), number(mul, 3),
               verdict(std::abs(both - paper_both) <= unit / 2 && std::abs(mul - paper_mul) <= unit / 2),
               number(ratio(h.counted, c.counted, all_operations), 3),
               number(ratio(h.counted, c.counted, multiplications), 3)});
  };
  using FD = const ForwardDynamics&;
  row("CRBA: chain / humanoid", 2.37, 2.61, 0.01, [](FD a, FD b, auto cost) { return cost(b.crba) / cost(a.crba); });
  row("forward dynamics by CRBA: chain / humanoid", 2.18, 2.25, 0.01,
      [](FD a, FD b, auto cost) { return cost(b.by_crba()) / cost(a.by_crba()); });
  row("humanoid: by CRBA / by ABA", 1.14, 1.17, 0.01,
      [](FD a, FD, auto cost) { return cost(a.by_crba()) / cost(a.aba); });
  std::puts("\nSection 6. What branches save\n");
  table.print();
  std::printf("chain: by CRBA / by ABA, a = m: paper 2.6, ours %.3f (a = 0: %.3f)\n",
              all_operations(c.priced.by_crba()) / all_operations(c.priced.aba),
              multiplications(c.priced.by_crba()) / multiplications(c.priced.aba));
}

}  // namespace

void section6(const std::filesystem::path& out, Verdict& verdict) {
  sums_table(out, verdict);
  const BodyTree humanoid = humanoid_bodies(), chain = equivalent_chain_bodies();
  const auto mechanism = [](const char* name, const ForwardDynamics& paper, const BodyTree& tree,
                            const RobotDescription& robot) {
    return Mechanism{name, paper, priced(tree), counted(tree, counted_kernels(robot)),
                     counted(tree, counted_fast_kernels(robot))};
  };
  const std::vector<Mechanism> mechanisms{mechanism("humanoid", paper_humanoid, humanoid, generators::fea05_humanoid()),
                                          mechanism("chain", paper_chain, chain, generators::fea05_chain())};
  price_table(out, mechanisms, verdict);
  ratio_table(mechanisms, verdict);
  fig7(out, mechanisms);
}

}  // namespace tenon::paper::fea05
