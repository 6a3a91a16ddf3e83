// Once its workspace is made, no call of the public API touches the heap: every function of the headers of
// computation, by name, so that a new one without its line here fails.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>

#include "api/every_call.hpp"
#include "support/allocations.hpp"
#include "support/source_dir.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

std::vector<std::pair<const char*, RobotDescription>> robots() {
  return {{"random tree", random_robot(2)},
          {"forest", random_robot(3)},
          {"humanoid", generators::humanoid_standin()},
          {"long chain", generators::chain(120)}};
}

TEST(ZeroAllocations, InEveryCallFromTheFirstOn) {
  if (!Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const auto& [name, robot] : robots())
    for (const auto held : {frames_held, every_kind_held}) {
      ApiFixture f(robot, 1, held);
      for (const auto& [function, call] : every_call(f)) {
        f.renew();
        const Allocations heap;
        call();
        EXPECT_EQ(heap.count(), 0) << function << " on the " << name << " with " << f.constraints.size()
                                   << " constraints";
      }
    }
}

TEST(ZeroAllocations, InEveryAlgorithmOfTheRegistryFromTheSecondCallOn) {
  if (!Allocations::active()) GTEST_SKIP() << "a sanitizer has its own malloc";
  for (const auto& [name, robot] : robots())
    for (const auto held : {frames_held, every_kind_held}) {
      ApiFixture f(robot, 1, held);
      Workspace ws(f.model);
      for (const Algorithm& algorithm : algorithms()) {
        const Family& asked = family(algorithm.family);
        if (algorithm.name == "dense" && asked.takes("settings")) continue;  // the reference, on Eigen's own memory
        if (!algorithm.takes(&f.constraints)) continue;
        const Question q = f.question(asked);
        Vector out(static_cast<std::size_t>(answer_size(asked, f.model, q)));
        algorithm.compute(f.model, ws, q, out);  // makes what room it needs
        const Allocations heap;
        algorithm.compute(f.model, ws, q, out);
        EXPECT_EQ(heap.count(), 0) << algorithm.family << "/" << algorithm.name << " on the " << name;
      }
    }
}

// What makes something new for the caller, by its return type.
const std::set<std::string> makers{
    "neutral_configuration", "random_configuration", "random_velocity", "regressor_parameters", "describe",
    "factorization_cost",    "actuated_by_joints"};

TEST(ZeroAllocations, AreAskedOfEveryFunctionOfTheHeaders) {
  ApiFixture f(random_robot(2), 1);
  std::set<std::string> called;
  for (const auto& call : every_call(f)) called.insert(call.first);
  const std::regex function(R"(^[A-Za-z][\w:<>]*(?: [\w:<>]+)* (\w+)\(const (?:Model|ConstraintSet)&)");
  const std::regex member_of_factorization(R"(^  (?:void|FactorizationReport) (\w+)\()");
  std::set<std::string> declared;
  for (const char* header :
       {"kinematics", "dynamics", "factorization", "configuration", "constraints", "delassus", "constrained"}) {
    std::ifstream file(source_dir() + "/include/tenon/" + std::string(header) + ".hpp");
    ASSERT_TRUE(file.good()) << header;
    const std::vector<std::regex> declarations =
        header == std::string("factorization") ? std::vector{function, member_of_factorization} : std::vector{function};
    std::smatch found;
    for (std::string line; std::getline(file, line);)
      for (const std::regex& declaration : declarations)
        if (std::regex_search(line, found, declaration) && !makers.contains(found[1])) declared.insert(found[1]);
  }
  EXPECT_GE(declared.size(), 45u);  // the pattern still finds them
  EXPECT_EQ(called, declared);
}

}  // namespace
}  // namespace tenon::test
