// Table 2: D1 and D2 of the four topologies: closed form, sum over the depths, divisions and multiplications counted.
// With it section 4.1's rule of thumb: costs fall to α² and α of the dense ones, α the share of M that is not zero.
#include <cstdio>

#include "factorization/cost.hpp"
#include "fea05/fea05.hpp"
#include "support/table.hpp"

namespace tenon::paper::fea05 {

namespace {

struct Family {
  Topology topology;
  const char *name, *D1, *D2, *n, *order;
  ParentArray (*parents)(int);
  std::vector<int> sizes;  // its integer m
};

const std::vector<Family> families{
    {Topology::unbranched, "unbranched", "(n² - n)/2", "(n³ - n)/6", "n", "n³", chain_parents, {16, 64, 256}},
    {Topology::side_branches,
     "short side branches",
     "m²",
     "(2m³ + 3m² + m)/6",
     "2m",
     "n³",
     side_branch_parents,
     {8, 32, 128}},
    {Topology::balanced_tree,
     "balanced tree",
     "Σ i·2ⁱ",
     "Σ i(i+1)·2ⁱ⁻¹",
     "2ᵐ - 1",
     "n log²n",
     balanced_tree_parents,
     {4, 6, 8}},
    {Topology::span_grid, "span grid", "m³ - m²", "(7m⁴ - 6m³ - m²)/12", "m²", "n²", span_grid_parents, {4, 8, 16}}};

void rule_of_thumb(const std::filesystem::path& out) {
  Table table({"topology", "n", "α", "α²", "factorize, sparse/dense", "back-substitute, sparse/dense"});
  for (const Family& family : families)
    for (const int m : family.sizes) {
      const TreeSums sparse = table2(family.topology, m), dense = table2(Topology::unbranched, sparse.n);
      const double alpha = sparse.density();
      const auto ratio = [](long a, long b) { return number(static_cast<double>(a) / static_cast<double>(b), 3); };
      table.row({family.name, number(sparse.n), number(alpha, 3), number(alpha * alpha, 3),
                 ratio(operations(sparse), operations(dense)),
                 ratio(sparse.n + 4 * sparse.D1, dense.n + 4 * dense.D1)});
    }
  std::puts("\nRule of thumb (section 4.1): factorization falls to about α², back-substitution to about α\n");
  table.print();
  table.write_csv(out / "rule_of_thumb.csv");
}

}  // namespace

void table2(const std::filesystem::path& out, Verdict& verdict) {
  Table forms({"topology", "D1", "D2", "where n =", "order"});
  for (const Family& f : families) forms.row({f.name, f.D1, f.D2, f.n, f.order});
  std::puts("\nTable 2. D1 and D2 of four topologies (Σ over i = 1 … m-1)\n");
  forms.print();

  Table table(
      {"topology", "n", "D1 formula", "Σ(dᵢ-1)", "divisions", "D2 formula", "Σdᵢ(dᵢ-1)/2", "multiplications", ""});
  for (const Family& family : families)
    for (const int m : family.sizes) {
      const TreeSums formula = tenon::table2(family.topology, m);
      const ParentArray lambda = family.parents(m);
      const TreeSums sums = tree_sums(lambda);
      const OperationCount count = counted_factorization(lambda);
      const bool equal = formula == sums && count.div == sums.D1 && count.mul == sums.D2 && count.add == sums.D2;
      table.row({family.name, number(sums.n), number(formula.D1), number(sums.D1), number(count.div),
                 number(formula.D2), number(sums.D2), number(count.mul), verdict(equal)});
    }
  std::puts("\nThe same, at three sizes each: closed form, sum over depths, counted run of the LTDL listing\n");
  table.print();
  table.write_csv(out / "table2.csv");
  rule_of_thumb(out);
}

}  // namespace tenon::paper::fea05
