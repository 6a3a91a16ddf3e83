// The stiffness of rows: what is asked for, what is refused, and what is stiff against the bodies that rows hold.
#include <cmath>

#include "delassus/damped_automatic.hpp"
#include "model/number_text.hpp"
#include "spatial/least_moment.hpp"

namespace tenon {

namespace {

double own_stiffness(const ConstraintSet::Data& set, int row) {
  for (const CompiledConstraint& c : set.constraints)
    if (row < c.row + c.rows) return c.stiffness[static_cast<std::size_t>(row - c.row)];
  return 0;
}

[[noreturn]] void throw_stiffness(const ConstraintSet& set, std::span<const double> stiffness, int row, double value) {
  std::string where = stiffness.size() == 1 ? "stiffness" : "stiffness[" + std::to_string(row) + "]";
  if (stiffness.empty())
    for (int c = 0; c < set.size(); ++c)
      if (row >= set.first_row(c) && row < set.first_row(c) + set.rows(c)) where = set.label(c) + ": stiffness";
  throw Error(where + " is " + number_text(value) + ", expected a positive finite number");
}

}  // namespace

void check_stiffness(const ConstraintSet& set, std::span<const double> stiffness) {
  const int rows = set.rows();
  if (stiffness.size() > 1 && stiffness.size() != static_cast<std::size_t>(rows))
    throw Error("stiffness: found " + std::to_string(stiffness.size()) + " numbers, expected 1 or " +
                std::to_string(rows) + ", one per row");
  const auto check = [&](double value, int row) {
    if (!(value > 0) || !std::isfinite(value)) throw_stiffness(set, stiffness, row, value);
  };
  for (std::size_t k = 0; k < stiffness.size(); ++k) check(stiffness[k], static_cast<int>(k));
  if (stiffness.empty())
    for (const CompiledConstraint& c : set.data().constraints)
      for (int r = 0; r < c.rows; ++r) check(c.stiffness[static_cast<std::size_t>(r)], c.row + r);
}

bool is_stiff(const ConstraintSet::Data& set, std::span<const double> stiffness, double most) {
  if (stiffness.size() > 1 && stiffness.size() != static_cast<std::size_t>(set.rows)) return true;  // to be refused
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const BodyTerm& term = set.term_of(set.branching.effector(e));
    const Inertia<double>& I = set.model.compiled().bodies[static_cast<std::size_t>(term.body)].I;
    const double turning = least_moment(I);
    for (int r = 0; r < term.rows; ++r)
      if (!(row_stiffness(set, stiffness, term.row + r) <=
            most * (term.axis[static_cast<std::size_t>(r)] < 3 ? I.m : turning)))
        return true;
  }
  return false;
}

double row_stiffness(const ConstraintSet::Data& set, std::span<const double> stiffness, int row) {
  if (stiffness.empty()) return own_stiffness(set, row);
  return stiffness.size() == 1 ? stiffness[0] : stiffness[static_cast<std::size_t>(row)];
}

}  // namespace tenon
