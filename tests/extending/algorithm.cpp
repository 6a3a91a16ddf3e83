// docs/extending.md, "An algorithm": an algorithm in a file of its own, added by one line of a list, does all that the
// library's algorithms do.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "delassus/names.hpp"
#include "support/constraints.hpp"
#include "support/source_dir.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/delassus.hpp"

namespace tenon::test {
namespace {

constexpr const char* name = "inverse-columns";

Question at(const Mechanism& m, const ConstraintSet& set) {
  Question question;
  question.q = m.q, question.constraints = &set;
  return question;
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::fabs(a[k] - b[k]));
  return most;
}

TEST(Extending, TheRegistryShowsTheAlgorithm) {
  const Model model(generators::quadruped_standin());
  const Algorithm& row = algorithm(model, "delassus", name);
  EXPECT_EQ(row.paper, "RBDA");
  EXPECT_EQ(row.complexity, "O(m n + m² n)");
  EXPECT_EQ(row.constraints, "every kind of row");
  EXPECT_EQ(algorithms_of("delassus").back().name, name);
  // The library's own come first, in their order.
  EXPECT_EQ(algorithms_of("delassus").front().name, "pv-osimr");
}

TEST(Extending, ItsAnswerIsTheDenseOneForEveryKindOfRow) {
  int compared = 0;
  for (const auto seed : seeds(200)) {
    const Mechanism m(random_robot(seed), seed);
    Random random(seed + 7);
    const ConstraintSet set(m.model, random_constraints(m.model, random));
    Workspace ws(m.model);
    const auto rows = static_cast<std::size_t>(set.rows());
    Vector out(rows * rows), dense(rows * rows);
    const Question question = at(m, set);
    algorithm(m.model, "delassus", name).compute(m.model, ws, question, out);
    algorithm(m.model, "delassus", "dense").compute(m.model, ws, question, dense);
    double size = 0;
    for (const double x : dense) size = std::max(size, std::fabs(x));
    // A solve with M loses digits by its condition number, which is below 1e7 on these trees.
    EXPECT_LE(largest_difference(out, dense), 1e-9 * size) << seed;
    compared += rows > 0;
  }
  EXPECT_GT(compared, 0);
}

TEST(Extending, ThePublicCallTakesIt) {
  const Mechanism m(generators::quadruped_standin(), 3);
  const ConstraintSet set(m.model, {weld("FL_foot"), connect("HR_foot")});
  Workspace ws(m.model, set);
  Vector out(81), dense(81);
  delassus(m.model, set, ws, m.q, {.algorithm = name}, out);
  delassus(m.model, set, ws, m.q, {.algorithm = "dense"}, dense);
  EXPECT_LE(largest_difference(out, dense), 1e-12);
  EXPECT_STREQ(to_string(find_delassus(name)), name);
}

// Two more sweeps, and a row of products, for each row of J.
TEST(Extending, ItsOperationsAreCounted) {
  const Model model(generators::chain(12));
  const auto count = [&](int rows) {
    Constraint held = weld(FrameId{static_cast<int>(model.frames().size()) - 1});
    for (int r = 0; r < 6; ++r) held.mask.push_back(r < rows);
    const ConstraintSet set(model, {held});
    Question question;
    question.constraints = &set;
    return algorithm(model, "delassus", name).count(model, question);
  };
  // Products of step 3: n for each of m (m + 1) / 2 pairs of rows; the rest grows linearly.
  const auto second_difference = [&](auto member) {
    return count(3).*member - 2 * count(2).*member + count(1).*member;
  };
  EXPECT_EQ(second_difference(&OperationCount::mul), 12);
  EXPECT_GT(count(1).mul, 12);
}

TEST(Extending, AnUnknownNameIsToldThatItExists) {
  try {
    find_delassus("no-such");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
  }
}

TEST(Extending, ThePageShowsThisFile) {
  const auto text = [](const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file.good()) << path;
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  };
  const std::string page = text(source_dir() + "/docs/extending.md"),
                    code = text(source_dir() + "/tests/extending/inverse_columns.hpp");
  EXPECT_NE(page.find("```cpp\n" + code + "```"), std::string::npos)
      << "docs/extending.md: the example differs from tests/extending/inverse_columns.hpp";
}

}  // namespace
}  // namespace tenon::test
