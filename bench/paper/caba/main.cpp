// ./run bench paper caba: the tables and figures of [cABA], its numbers beside ours.
#include "caba/caba.hpp"

int main(int count, char** arguments) {
  using namespace tenon::paper;
  return run_report(
      count, arguments, "out/paper/caba",
      "[cABA] A. S. Sathya and J. Carpentier, Constrained Articulated Body Dynamics Algorithms, 2024. Operations are"
      "\nadditions, multiplications, divisions, roots, sines and cosines of tenon's plain kernels in body frames, "
      "general"
      "\nplacements, constants folded; times are of the same kernels here. \"=\" marks what agrees with the paper."
      "\nAll robots are stand-ins: their joint trees, our own masses and lengths. iiwa is a 7-axis arm, Solo and Go1 "
      "one"
      "\nquadruped.",
      [](const std::filesystem::path& out, Verdict& verdict) {
        caba::fig1(out, verdict);
        caba::table2(out, verdict);
        caba::fig3(out, verdict);
        caba::fig4(out, verdict);
        caba::fig5(out, verdict);
        caba::table3(out, verdict);
        caba::fig6(out, verdict);
      });
}
