// What the damped inverse refuses, and how it says so.
#include <gtest/gtest.h>

#include <cmath>

#include "delassus/refused.hpp"
#include "support/algorithms.hpp"
#include "support/constraints.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

const std::vector<Damped> on_links = damped_algorithms(names("damped_inverse", recursive));

template <class Work>
std::string message(Work&& work) {
  try {
    work();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(DampedErrors, NameTheConstraintThatAnAlgorithmDoesNotTake) {
  const Model model(generators::quadruped_standin());
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  for (const auto& [set, named] : refused_sets(model))
    for (const Damped algorithm : on_links) {
      Workspace ws(model, set);
      Vector out(static_cast<std::size_t>(set.rows() * set.rows()), 7.0);
      const std::string said =
          message([&] { damped_inverse(model, set, ws, q, {.algorithm = to_string(algorithm), .stiffness = 1}, out); });
      for (const char* part : {"constraint 1", named, to_string(algorithm), "ltl-osim-inverse"})
        EXPECT_NE(said.find(part), std::string::npos) << said;
      EXPECT_EQ(out, Vector(out.size(), 7.0));  // nothing written
      EXPECT_FALSE(takes(algorithm, set));
    }
}

TEST(DampedErrors, NameTheStiffnessAndWriteNothing) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet set(model, {connect("FL_foot"), connect("FR_foot")});
  Workspace ws(model, set);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  Vector out(36, 7.0), y(6, 7.0);
  const auto said = [&](const Vector& stiffness) {
    const std::string a = message([&] { damped_inverse(model, set, ws, q, {.stiffness = stiffness}, out); });
    EXPECT_EQ(a, message([&] { damped_solve(model, set, ws, q, Vector(6, 1.0), {.stiffness = stiffness}, y); }));
    EXPECT_EQ(out, Vector(36, 7.0));
    EXPECT_EQ(y, Vector(6, 7.0));
    return a;
  };
  EXPECT_EQ(said({0}), "stiffness is 0, expected a positive finite number");
  EXPECT_EQ(said({-2.5}), "stiffness is -2.5, expected a positive finite number");
  EXPECT_EQ(said({1, 1, 1, NAN, 1, 1}), "stiffness[3] is nan, expected a positive finite number");
  EXPECT_EQ(said({1, 1, 1, 1, INFINITY, 1}), "stiffness[4] is inf, expected a positive finite number");
  EXPECT_EQ(said({1, 1}), "stiffness: found 2 numbers, expected 1 or 6, one per row");
  EXPECT_EQ(said({}), "constraint 0 (connect of \"FL_foot\"): stiffness is inf, expected a positive finite number");
}

TEST(DampedErrors, OfStiffnessThatLeavesNoDigitAreToldAndWriteNothing) {
  const Model model(generators::quadruped_standin());
  const ConstraintSet once(model, {connect("FL_foot")}), twice(model, {connect("FL_foot"), connect("FL_foot")});
  Workspace ws(model, twice);
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  const auto expect_refused = [&](const ConstraintSet& set, double R, Damped algorithm) {
    const auto m = static_cast<std::size_t>(set.rows());
    Vector out(m * m, 7.0), y(m, 7.0);
    for (const std::string& said :
         {message([&] { damped_inverse(model, set, ws, q, {.algorithm = to_string(algorithm), .stiffness = R}, out); }),
          message([&] {
            damped_solve(model, set, ws, q, Vector(m, 1.0), {.algorithm = to_string(algorithm), .stiffness = R}, y);
          })})
      for (const char* part : {"no digit", to_string(algorithm)})
        EXPECT_NE(said.find(part), std::string::npos) << R << " " << to_string(algorithm) << ": " << said;
    EXPECT_EQ(out, Vector(m * m, 7.0));
    EXPECT_EQ(y, Vector(m, 7.0));
  };
  expect_refused(twice, 1e200, Damped::caba_osim);
  // Of a foot of a few kilograms R - L leaves less than R's rounding.
  for (const Damped algorithm : {Damped::caba_osim, Damped::caba_osim_plain, Damped::caba_osimf})
    expect_refused(once, 1e17, algorithm);
  Vector out(36, 7.0);
  const std::string said =
      message([&] { damped_inverse(model, twice, ws, q, {.algorithm = "pv-osimr-inverse", .stiffness = 1e200}, out); });
  EXPECT_NE(said.find("no digit"), std::string::npos) << said;
  EXPECT_EQ(out, Vector(36, 7.0));
}

TEST(DampedErrors, RefuseWhatTheWorkspaceWasNotMadeFor) {
  const Model model(generators::chain(3)), other(generators::chain(3));
  const ConstraintSet small(model, {connect("link_2")}), large(model, {weld("link_2")}),
      foreign(other, {connect("link_2")});
  Workspace ws(model, small), wide(model, large);
  const Vector q(3, 0.1), R{1}, x(3, 1.0);
  Vector nine(9), many(36), y(3);
  EXPECT_THROW(damped_inverse(model, large, ws, q, {.stiffness = R}, many), Error);    // more rows than it has room for
  EXPECT_THROW(damped_inverse(model, small, ws, q, {.stiffness = R}, many), Error);    // the answer's size
  EXPECT_THROW(damped_inverse(model, foreign, ws, q, {.stiffness = R}, nine), Error);  // a set of another model
  EXPECT_THROW(damped_inverse(other, foreign, ws, q, {.stiffness = R}, nine), Error);  // a workspace of another model
  EXPECT_THROW(damped_inverse(model, small, ws, Vector(2, 0.1), {.stiffness = R}, nine), Error);
  EXPECT_THROW(damped_inverse(model, small, ws, Vector(3, NAN), {.stiffness = R}, nine), Error);
  EXPECT_THROW(damped_solve(model, small, ws, q, Vector(4, 1.0), {.stiffness = R}, y), Error);
  EXPECT_THROW(damped_solve(model, small, ws, q, Vector{1, NAN, 1}, {.stiffness = R}, y), Error);
  EXPECT_THROW(damped_solve(model, small, ws, q, x, {.stiffness = R}, nine), Error);
  EXPECT_NO_THROW(damped_inverse(model, small, wide, q, {.stiffness = R}, nine));  // room for more is fine
  EXPECT_GT(wide.bytes(), ws.bytes());
}

}  // namespace
}  // namespace tenon::test
