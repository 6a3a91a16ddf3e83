// Sets with a row that the recursive algorithms do not take, constraint 1 of each, and what an Error must call it.
#pragma once

#include "support/constraints.hpp"

namespace tenon::test {

struct Refused {
  ConstraintSet set;
  const char* named;
};
inline std::vector<Refused> refused_sets(const Model& quadruped) {
  std::vector<Refused> out;
  out.push_back({ConstraintSet(quadruped, {weld("FL_foot"), connect("FR_foot", "HR_foot")}),
                 "connect of \"FR_foot\" to \"HR_foot\""});
  out.push_back({ConstraintSet(quadruped, {weld("FL_foot"), centre_of_mass_at({0, 0, 0})}), "centre_of_mass"});
  out.push_back({ConstraintSet(quadruped, {weld("FL_foot"), locked("FL_hip")}), "locked of \"FL_hip\""});
  return out;
}

}  // namespace tenon::test
