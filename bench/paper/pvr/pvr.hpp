// The parts of [PVr]'s report: each prints its table and writes its files into `out`.
#pragma once

#include <string>
#include <vector>

#include "support/report.hpp"
#include "support/svg.hpp"
#include "tenon/constraints.hpp"
#include "tenon/description.hpp"

namespace tenon::paper::pvr {

void table1(const std::filesystem::path& out, Verdict& verdict);
void fig3(const std::filesystem::path& out, Verdict& verdict);
void fig4(const std::filesystem::path& out, Verdict& verdict);
void fig5(const std::filesystem::path& out, Verdict& verdict);
void fig6(const std::filesystem::path& out, Verdict& verdict);  // with the caveat of section IV-E

// In the figures' order; the last two are joint space, and [Jain]'s.
struct Shown {
  const char *name, *title, *colour;
};
inline const std::vector<Shown> algorithms{{"pv-osimr-plain", "PV-OSIMr", colour::blue},
                                           {"pv-osim", "PV-OSIM", colour::orange},
                                           {"efpa", "EFPA", colour::green},
                                           {"ltl-osim", "LTL-OSIM", colour::red},
                                           {"kjr", "KJR", colour::purple}};

// Plain kernels, general placements (a model without screw frames).
Model plain_model(const RobotDescription& robot);

// Operations of each of `algorithms`: additions, multiplications, divisions, roots, sines and cosines.
struct Counts {
  int dof = 0, rows = 0;
  std::vector<long> of;  // as `algorithms`
  long pv_osimr() const { return of[0]; }
  long pv_osim() const { return of[1]; }
  long efpa() const { return of[2]; }
  long ltl_osim() const { return of[3]; }
  // By how many percent PV-OSIM is above PV-OSIMr, and PV-OSIMr below PV-OSIM.
  double above() const { return 100.0 * static_cast<double>(pv_osim() - pv_osimr()) / static_cast<double>(pv_osimr()); }
  double below() const { return 100.0 * static_cast<double>(pv_osim() - pv_osimr()) / static_cast<double>(pv_osim()); }
};
Counts counts(const Model& model, const std::vector<Constraint>& constraints);

// The same constraints in frames that are aligned with no link, so that no row K is a unit vector: the paper's are
// general.
std::vector<Constraint> generally_placed(std::vector<Constraint> constraints);
// A weld on link k of a chain, counted from 1, for k = first, first + step, …
std::vector<Constraint> welds_on_chain(const Model& model, int first, int step);

}  // namespace tenon::paper::pvr
