// How long an algorithm takes: blocks of at least a millisecond over many random states, median and minimum.
#pragma once

#include "tenon/algorithms.hpp"

namespace tenon::cli {

// CPU time of the calling thread.
double thread_seconds();

// Random states to time on, made once per robot from a fixed seed.
class States {
 public:
  States(const Model& model, int count);
  int count() const { return static_cast<int>(q_.size()); }
  Question question(const Family& family, const Model& model, int index) const;

 private:
  std::vector<std::vector<double>> q_, v_, a_, tau_, to_;
  ConstraintSet constraints_;  // weld_tips()
  std::vector<double> stiffness_{1000.0}, rows_;
};

struct Timing {
  double median = 0, minimum = 0;  // seconds per call
  int blocks = 0;
};
// Spends about `seconds` on it.
Timing time_algorithm(const Model& model, const Algorithm& algorithm, const States& states, double seconds);

}  // namespace tenon::cli
