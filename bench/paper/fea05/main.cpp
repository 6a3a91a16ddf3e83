// ./run bench paper fea05: the tables and figures of [Fea05], its numbers beside ours.
#include "fea05/fea05.hpp"

int main(int count, char** arguments) {
  using namespace tenon::paper;
  return run_report(
      count, arguments, "out/paper/fea05",
      "[Fea05] R. Featherstone, Efficient Factorization of the Joint-Space Inertia Matrix for Branched Kinematic"
      "\nTrees, IJRR 24(6), 2005. \"=\" marks what equals the paper's number or formula.",
      [](const std::filesystem::path& out, Verdict& verdict) {
        fea05::table1(out, verdict);
        fea05::table2(out, verdict);
        fea05::fig5(out, verdict);
        fea05::section6(out, verdict);
      });
}
