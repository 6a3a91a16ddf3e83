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
