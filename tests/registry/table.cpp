// The table itself: complete, unambiguous, and honest about names that it does not have.
#include <gtest/gtest.h>

#include <set>

#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon {
namespace {

TEST(Registry, EveryFamilyHasAnAlgorithmAndEveryAlgorithmAFamily) {
  std::size_t rows = 0;
  for (const Family& f : families()) {
    EXPECT_FALSE(algorithms_of(f.name).empty()) << f.name;
    rows += algorithms_of(f.name).size();
  }
  // Equal only if the rows of a family stand together.
  EXPECT_EQ(rows, algorithms().size());
}

// Names are what requests, recordings and papers use: they, the papers and the order stay.
TEST(Registry, ListsTheAlgorithmsOfThePapersInTheirOrder) {
  const std::pair<std::string_view, std::string_view> expected[] = {
      // clang-format off
    {"rnea", "rnea [RBDA], rnea-plain [RBDA]"},
    {"gravity", "rnea [RBDA]"},
    {"bias", "rnea [RBDA]"},
    {"passive_forces", "joint-sum [definition]"},
    {"crba", "crba [Fea05], crba-plain [Fea05], rnea-columns [RBDA]"},
    {"factorization", "ltdl [Fea05], ltl [Fea05]"},
    {"multiply_L", "ltdl [Fea05]"},
    {"multiply_Lt", "ltdl [Fea05]"},
    {"solve_L", "ltdl [Fea05]"},
    {"solve_Lt", "ltdl [Fea05]"},
    {"minverse", "aba-minverse [RBDA], ltdl-inverse [Fea05]"},
    {"minverse_apply", "aba-sweeps [RBDA], ltdl-solve [Fea05]"},
    {"aba", "aba [RBDA], aba-plain [RBDA], crba-ltdl [Fea05]"},
    {"rnea_derivatives", "rnea-derivatives [Sin22]"},
    {"aba_derivatives", "aba-derivatives [Car18]"},
    {"coriolis", "body-coriolis [Ech21]"},
    {"joint_reaction", "rnea [RBDA]"},
    {"regressor", "link-columns [definition]"},
    {"placement", "forward-kinematics [definition]"},
    {"velocity", "forward-kinematics [RBDA]"},
    {"acceleration", "forward-kinematics [RBDA]"},
    {"bias_acceleration", "forward-kinematics [RBDA]"},
    {"jacobian", "frame-jacobian [definition]"},
    {"energy", "body-sum [definition]"},
    {"com", "body-sum [definition]"},
    {"com_velocity", "body-sum [definition]"},
    {"com_acceleration", "body-sum [definition]"},
    {"com_jacobian", "momentum-map [definition]"},
    {"momentum", "body-sum [definition]"},
    {"centroidal_map", "momentum-map [definition]"},
    {"delassus", "pv-osimr [PVr], pv-osimr-plain [PVr], pv-osim [PVr], efpa [PVr], kjr [Jain], ltl-osim [PVr], ltl-osim-plain [PVr], dense [definition]"},
    {"damped_inverse", "pv-osimr-inverse [PVr], caba-osim [cABA], caba-osim-plain [cABA], caba-osimf [cABA], pv-osimf [cABA], pv-osimr-cholesky [cABA], ltl-osim-cholesky [cABA], ltl-osim-inverse [cABA], dense [definition]"},
    {"damped_solve", "pv-osimr-inverse [PVr], caba-osim [cABA], caba-osim-plain [cABA], caba-osimf [cABA], pv-osimf [cABA], pv-osimr-cholesky [cABA], ltl-osim-cholesky [cABA], ltl-osim-inverse [cABA], dense [definition]"},
    {"constrained_dynamics", "constrained-aba [cABA], constrained-aba-plain [cABA], prox-pv [cABA], prox-pv-plain [cABA], prox-ltls [cABA], prox-ltl [cABA], pv [cABA], pv-early [cABA], pv-soft [cABA], dense [definition]"},
    {"impulse", "constrained-aba [cABA], constrained-aba-plain [cABA], prox-pv [cABA], prox-pv-plain [cABA], prox-ltls [cABA], prox-ltl [cABA], pv [cABA], pv-early [cABA], dense [definition]"},
    {"constrained_dynamics_derivatives", "constrained-derivatives [definition]"},
    {"integrate", "exponential [definition]"},
    {"difference", "logarithm [definition]"},
    {"interpolate", "exponential-of-logarithm [definition]"},
    {"random", "uniform [definition]"},
      // clang-format on
  };
  ASSERT_EQ(std::size(expected), families().size());
  for (const auto& [family, list] : expected) {
    std::string found;
    for (const Algorithm& a : algorithms_of(family))
      found += (found.empty() ? "" : ", ") + std::string(a.name) + " [" + std::string(a.paper) + "]";
    EXPECT_EQ(found.substr(0, list.size()), list) << family;  // a new one comes after them
  }
}

TEST(Registry, NamesAreUniqueWithinAFamily) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const Algorithm& a : algorithms())
    EXPECT_TRUE(seen.emplace(a.family, a.name).second) << a.family << " " << a.name;
}

// Plain versions are there to be compared with; LTL and LTDL answer with different factors; constraints choose among
// the algorithms of their questions.
bool by_name_only(const Algorithm& a) {
  return a.name == "ltl" || a.name.ends_with("-plain") || a.constraints != "none";
}

TEST(Registry, AutomaticIsTheAlgorithmOfLeastEstimatedTime) {
  for (const char* robot : {"chain:3", "chain:40", "binary_tree:5", "quadruped_standin", "humanoid_standin"}) {
    const Model model(generators::make(robot));
    for (const Family& f : families()) {
      const Algorithm& chosen = algorithm(model, f.name);
      for (const Algorithm& other : algorithms_of(f.name))
        if (!by_name_only(other))
          EXPECT_LE(estimated_nanoseconds(chosen, model), estimated_nanoseconds(other, model)) << robot;
    }
  }
}

TEST(Registry, EveryAlgorithmThatAutomaticMayTakeHasAnEstimate) {
  const Model model(generators::make("humanoid_standin"));
  for (const Algorithm& a : algorithms())
    EXPECT_EQ(estimated_nanoseconds(a, model) > 0, !by_name_only(a)) << a.family << " " << a.name;
  EXPECT_EQ(algorithm(model, "factorization").name, "ltdl");
}

TEST(Registry, UnknownNamesAreToldWhatExists) {
  const Model model(generators::make("chain:3"));
  const auto message = [](auto&& work) -> std::string {
    try {
      work();
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(message([] { family("delasus"); }).find("rnea"), std::string::npos);
  EXPECT_NE(message([&] { algorithm(model, "aba", "pv"); }).find("crba-ltdl"), std::string::npos);
}

}  // namespace
}  // namespace tenon
