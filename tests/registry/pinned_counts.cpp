// Operation counts of every algorithm on four robots are those of the file pinned_counts.txt, number by number: a sweep
// that is missing in a count, or one too many, is a difference. After a change that is meant
//   TENON_PIN_COUNTS=1 build/release/tests/test_registry --gtest_filter=PinnedCounts.*
// writes the file anew; its difference belongs to the commit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "support/source_dir.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

// A chain whose joints have springs, damping and dry friction; every row has something to do on it.
Model damped_chain() {
  RobotDescription robot = generators::chain(5);
  for (auto& joint : robot.joints)
    joint.stiffness = 2, joint.damping = 0.5, joint.friction = 0.1, joint.spring_reference = 0.3;
  return Model(robot);
}

// "robot family algorithm: add mul div sqrt trig", sorted.
std::map<std::string, std::string> counts() {
  std::map<std::string, std::string> out;
  const std::pair<const char*, Model> robots[] = {{"damped_chain", damped_chain()},
                                                  {"quadruped_standin", Model(generators::make("quadruped_standin"))},
                                                  {"swimmer:3", Model(generators::make("swimmer:3"))},
                                                  {"random_tree:5", Model(generators::random_tree(5))}};
  for (const auto& [name, model] : robots)
    for (const Algorithm& a : algorithms()) {
      const OperationCount n = count_operations(a, model);
      std::ostringstream key, value;
      key << name << ' ' << a.family << ' ' << a.name;
      value << n.add << ' ' << n.mul << ' ' << n.div << ' ' << n.sqrt << ' ' << n.trig;
      out[key.str()] = value.str();
    }
  return out;
}

TEST(PinnedCounts, AreThoseOfTheFile) {
  const std::string path = source_dir() + "/tests/registry/pinned_counts.txt";
  const std::map<std::string, std::string> found = counts();
  if (std::getenv("TENON_PIN_COUNTS")) {
    std::ofstream file(path);
    for (const auto& [key, value] : found) file << key << ": " << value << '\n';
    return;
  }
  std::map<std::string, std::string> expected;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.rfind(": ");
    ASSERT_NE(colon, std::string::npos) << line;
    expected[line.substr(0, colon)] = line.substr(colon + 2);
  }
  ASSERT_FALSE(expected.empty()) << path;
  for (const auto& [key, value] : found)
    EXPECT_EQ(value, expected.contains(key) ? expected.at(key) : "(not in the file)") << key;
  for (const auto& [key, value] : expected) EXPECT_TRUE(found.contains(key)) << key << " is in the file only";
}

// Prices relative to an addition: a division 5, a root 6, a sine with its cosine 12. Limbs side by side count for a
// part.
TEST(CostTerms, AreWeightedOperationsAndStepsOneAfterTheOther) {
  const Model model(generators::make("humanoid_standin"));
  for (const Algorithm& a : algorithms()) {
    const OperationCount n = count_operations(a, model);
    const CostTerms terms = cost_terms(a, model);
    const auto priced = static_cast<double>(n.add + n.mul + 5 * n.div + 6 * n.sqrt + 12 * n.trig);
    if (a.lanes) {
      EXPECT_LT(terms.steps, 0.9 * model.nv()) << a.family << " " << a.name;
      EXPECT_NEAR(terms.operations, priced * terms.steps / model.nv(), 1e-9 * priced) << a.family << " " << a.name;
    } else {
      EXPECT_EQ(terms.steps, model.nv()) << a.family << " " << a.name;
      EXPECT_EQ(terms.operations, priced) << a.family << " " << a.name;
    }
  }
}

}  // namespace
}  // namespace tenon::test
