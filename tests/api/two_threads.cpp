// Debug builds tell two threads in one Workspace: every public call that takes one refuses the second thread.
#include <gtest/gtest.h>

#ifndef NDEBUG

#include <fstream>
#include <regex>
#include <set>
#include <thread>

#include "api/every_call.hpp"
#include "model/workspace.hpp"
#include "support/errors.hpp"
#include "support/source_dir.hpp"
#include "tenon/generators.hpp"

namespace tenon::test {
namespace {

const std::string refusal = "workspace: two threads use it at once, expected one for each thread";

// Functions whose declaration names a Workspace.
std::set<std::string> calls_with_a_workspace() {
  const std::regex declaration(R"((\w+)\(const Model& model,[^)]*Workspace& ws)");
  std::set<std::string> names;
  for (const char* header : {"dynamics", "delassus", "constrained"}) {
    std::ifstream file(source_dir() + "/include/tenon/" + std::string(header) + ".hpp");
    std::smatch found;
    for (std::string line; std::getline(file, line);)
      if (std::regex_search(line, found, declaration)) names.insert(found[1]);
  }
  return names;
}

TEST(TwoThreads, InOneWorkspaceAreRefusedByEveryCallThatTakesOne) {
  const std::set<std::string> guarded = calls_with_a_workspace();
  EXPECT_GE(guarded.size(), 20u);  // the pattern still finds them
  for (const auto held : {frames_held, every_kind_held}) {
    ApiFixture f(generators::quadruped_standin(), 1, held);
    const Calls calls = every_call(f);
    std::vector<std::string> errors;
    {
      const OneThread mine(f.ws);  // as inside a call of this thread
      std::thread([&] {
        for (const auto& call : calls) errors.push_back(error_of(call.second));
      }).join();
      for (const auto& [name, call] : calls) EXPECT_EQ(error_of(call), "") << name << ": calls of one thread nest";
    }
    for (std::size_t k = 0; k < calls.size(); ++k) {
      const std::string& name = calls[k].first;
      EXPECT_EQ(errors[k], guarded.contains(name) ? refusal : "") << name;
    }
    std::thread([&] {
      for (const auto& [name, call] : calls) EXPECT_EQ(error_of(call), "") << name << ": the workspace is free again";
    }).join();
  }
}

TEST(TwoThreads, InOneWorkspaceAreRefusedByEveryAlgorithmOfTheRegistry) {
  for (const auto held : {frames_held, every_kind_held}) {
    ApiFixture f(generators::quadruped_standin(), 1, held);
    for (const Algorithm& algorithm : algorithms()) {
      if (!algorithm.takes(&f.constraints)) continue;
      const std::string name = std::string(algorithm.family) + " " + std::string(algorithm.name);
      const Question q = f.question(family(algorithm.family));
      Vector out(static_cast<std::size_t>(answer_size(family(algorithm.family), f.model, q)));
      const auto call = [&] { algorithm.compute(f.model, f.ws, q, out); };
      std::string error;
      {
        const OneThread mine(f.ws);
        std::thread([&] { error = error_of(call); }).join();
      }
      EXPECT_EQ(error, refusal) << name;
      EXPECT_EQ(error_of(call), "") << name;
    }
  }
}

}  // namespace
}  // namespace tenon::test

#endif
