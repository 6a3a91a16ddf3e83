// ./run bench paper pvr: the table and figures of [PVr], its numbers beside ours.
#include "pvr/pvr.hpp"

int main(int count, char** arguments) {
  using namespace tenon::paper;
  return run_report(
      count, arguments, "out/paper/pvr",
      "[PVr] A. S. Sathya, W. Decré and J. Swevers, PV-OSIMr: A Lowest Order Complexity Algorithm for Computing the"
      "\nDelassus Matrix, RA-L 9(11), 2024. Operations are additions, multiplications, divisions, roots, sines and "
      "cosines of "
      "tenon's"
      "\nplain kernels in body frames, general placements, constants folded. \"=\" marks what agrees with the paper."
      "\nAtlas and the Shadow hand are stand-ins: their joint trees, our own masses and lengths.",
      [](const std::filesystem::path& out, Verdict& verdict) {
        pvr::table1(out, verdict);
        pvr::fig3(out, verdict);
        pvr::fig4(out, verdict);
        pvr::fig5(out, verdict);
        pvr::fig6(out, verdict);
      });
}
