// ./run bench paper fea05: the tables and figures of [Fea05], its numbers beside ours.
#include <cstdio>
#include <cstring>

#include "fea05/fea05.hpp"
#include "tenon/error.hpp"

int main(int count, char** arguments) {
  using namespace tenon::paper::fea05;
  std::filesystem::path out = "out/paper/fea05";
  for (int k = 1; k < count; ++k) {
    if (std::strcmp(arguments[k], "--out") == 0 && k + 1 < count) {
      out = arguments[++k];
    } else {
      std::fprintf(stderr, "usage: %s [--out DIR]\n", arguments[0]);
      return 2;
    }
  }
  try {
    std::filesystem::create_directories(out);
    std::puts(
        "[Fea05] R. Featherstone, Efficient Factorization of the Joint-Space Inertia Matrix for Branched Kinematic"
        "\nTrees, IJRR 24(6), 2005. \"=\" marks what equals the paper's number or formula.");
    Verdict verdict;
    table1(out, verdict);
    table2(out, verdict);
    fig5(out, verdict);
    section6(out, verdict);
    std::printf("\n%s. CSV and SVG files: %s\n",
                verdict.all() ? "Every number equals the paper's" : "SOME NUMBERS DIFFER FROM THE PAPER'S",
                out.c_str());
    return verdict.all() ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
