// What is said of a solve that did not converge, by the definition and not by how its iterations went: rows contradict
// each other where the forces R r that push their violations back cancel, JᵀR r = 0 although R r does not vanish. Such
// solves are rare, and so J is a matrix here, whatever algorithm ran.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tenon/constrained.hpp"
#include "tenon/kinematics.hpp"

namespace tenon {

// Memory for one solve at a time.
class Verdict {
 public:
  explicit Verdict(const Model& model) : kinematics_(model) {}
  void make_room(std::size_t rows, std::size_t nv);
  std::size_t bytes() const { return (jacobian_.size() + 4 * r_.size() + 3 * forces_.size()) * sizeof(double); }

  struct Solve {
    std::span<const double> q, v, x;  // x: accelerations, or the change of velocity of an impact
    std::span<const double> target;   // what J x must equal; empty: what constraint_target() says
    std::span<const double> R;
    std::span<double> lambda;
    bool warm;   // λ did not start from zero
    bool grows;  // λ has had -R r added in every iteration
    double epsilon = std::numeric_limits<double>::epsilon();
  };
  // Corrects the report, whose `infeasible` is a guess, and takes out of λ what has grown and no motion feels.
  void judge(const Model& model, const ConstraintSet& set, const Solve& solve, double tolerance, SolveReport& report);

 private:
  void violations(const Solve& solve);
  // What the forces R r are off by: rounding, and what iterations have left of them.
  void force_noise(const Solve& solve, double tolerance);
  // How much of R r a motion feels, at most: 0 where all of it cancels, 1 where nothing does.
  double felt_share(const Solve& solve, double tolerance);
  // How many times R r, which no motion feels, λ lacks: from a cold start it has no part along it, rᵀλ = 0.
  double unbounded_multipliers(const Solve& solve, int iterations) const;
  // Whether λ balances the accelerations as it did when so many times R r are added to it.
  bool stays_balanced(const Solve& solve, double times) const;
  // What the rounding of -R r, which λ got so many times, makes of the accelerations of the lightest body, as a share.
  double rounding(const Solve& solve, int iterations, double lightest) const;

  Kinematics kinematics_;
  std::vector<double> jacobian_;                             // rows x nv
  std::vector<double> r_, rounding_, force_noise_, target_;  // rows; rounding: of r
  std::vector<double> forces_, sizes_, noise_;               // nv: JᵀR r, |J|ᵀR |r|, |J|ᵀ force_noise
};

}  // namespace tenon
