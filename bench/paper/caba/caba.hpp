// The parts of [cABA]'s report: each prints its table and writes its files into `out`.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "constrained/names.hpp"
#include "delassus/names.hpp"
#include "support/report.hpp"
#include "support/svg.hpp"
#include "tenon/description.hpp"

namespace tenon::paper::caba {

void fig1(const std::filesystem::path& out, Verdict& verdict);
void table2(const std::filesystem::path& out, Verdict& verdict);  // and Fig. 2
void fig3(const std::filesystem::path& out, Verdict& verdict);
void fig4(const std::filesystem::path& out, Verdict& verdict);
void fig5(const std::filesystem::path& out, Verdict& verdict);
void table3(const std::filesystem::path& out, Verdict& verdict);
void fig6(const std::filesystem::path& out, Verdict& verdict);

// A robot with constraints, as the paper's tables name them: F foot, H hand, T fingertip; 3 or 6 rows each.
struct System {
  std::string robot, rows;
  Model model;  // general placements: no screw frames
  std::vector<Constraint> constraints;
  std::string title() const { return robot + " " + rows; }
};
// The nine rows of Tables II and III, in their order.
std::vector<System> systems();
// Talos with each foot held by its four corners.
System talos_on_points();
RobotDescription talos_standin();  // 50 degrees of freedom: the humanoid stand-in with two grippers of 7
Model plain_model(const RobotDescription& robot);

// Operations of one algorithm, by what they are spent on; parts are named by the figure.
using Parts = std::array<long, 5>;
inline long total(const Parts& parts) {
  long sum = 0;
  for (const long part : parts) sum += part;
  return sum;
}

// Fig. 5: inertias (H^A, or M and its factors), rows up to Λ⁻¹ or L, factors of it.
struct DampedShown {
  Damped algorithm;
  const char *title, *colour;
};
inline const std::vector<DampedShown> damped_algorithms{{Damped::caba_osimf, "cABA-OSIMf", colour::sky},
                                                        {Damped::caba_osim_plain, "cABA-OSIM", colour::blue},
                                                        {Damped::pv_osimf, "PV-OSIMf", colour::orange},
                                                        {Damped::pv_osimr_cholesky, "PV-OSIMr", colour::red},
                                                        {Damped::ltl_osim_cholesky, "LTL-OSIM", colour::purple}};
Parts count_damped(const System& system, Damped algorithm);
// H^A alone, by the same joint steps, with KᵀR K on the constrained links or without.
long count_articulated(const System& system, bool with_rows);

// Fig. 1: inertias, rows, factors, forces (bias, one backward and one forward sweep), proximal iterations.
struct ConstrainedShown {
  Constrained algorithm;
  const char *title, *colour;
};
inline const std::vector<ConstrainedShown> constrained_algorithms{
    {Constrained::constrained_aba_plain, "constrainedABA", colour::blue},
    {Constrained::prox_pv, "proxPV", colour::orange},
    {Constrained::prox_ltls, "proxLTLs", colour::green},
    {Constrained::prox_ltl, "proxLTL", colour::red}};
Parts count_constrained(const System& system, Constrained algorithm, int iterations);
// Operations of the whole solve.
long count_solve(const Model& model, const std::vector<Constraint>& constraints, Constrained algorithm, int iterations);

// Runs on double, kernels as they are in the library; keeps states and memory alive.
struct DampedRun {
  DampedRun(const System& system, int states);
  ~DampedRun();
  DampedRun(DampedRun&&) noexcept;
  // By the kernels' own table: the matrix, or the factors where `factors`.
  std::function<void(int)> run(Damped algorithm, bool factors);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};
struct ConstrainedRun {
  ConstrainedRun(const Model& model, const std::vector<Constraint>& constraints, int states);
  ~ConstrainedRun();
  ConstrainedRun(ConstrainedRun&&) noexcept;
  int rows() const;
  // So many iterations, and no step beyond the paper's listings. Only a loop of more than six may end before, where six
  // in a row have not made the residual smaller (constrained/proximal.hpp).
  std::function<void(int)> run(Constrained algorithm, int iterations);
  // ‖J v̇ + J̇ v - what it must equal‖∞ after so many iterations on a state.
  double residual(Constrained algorithm, int iterations, int state);
  // The rows become what some acceleration of each state has: redundant rows agree.
  void make_feasible();
  int rank(int state) const;  // of J

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace tenon::paper::caba
