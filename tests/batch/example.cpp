// The example of docs/conventions.md, run; and the document shows this very text.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "support/source_dir.hpp"
#include "tenon/generators.hpp"
#include "tenon/tenon.hpp"

namespace tenon::test {
namespace {

std::vector<double> accelerations(const tenon::Model& robot) {
  // example
  const int n = 1000;
  std::vector<double> q, v(n * robot.nv()), tau(n * robot.nv()), a(n * robot.nv());
  for (int k = 0; k < n; ++k) {
    const std::vector<double> sample = tenon::random_configuration(robot, k);
    q.insert(q.end(), sample.begin(), sample.end());  // row k of (n, nq)
  }
  tenon::Batch batch(robot, {.threads = 2});
  batch.aba(n, {q, v}, tau, a);  // row k of (n, nv): what aba() answers to sample k
  // end
  return a;
}

std::string file(const std::string& path) {
  std::ifstream in(source_dir() + "/" + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

TEST(BatchExample, OfTheDocumentRuns) {
  const Model robot(generators::quadruped_standin());
  const std::vector<double> a = accelerations(robot);
  for (std::size_t k = 0; k < 1000; ++k)  // at rest and without torque it falls, whatever its pose
    EXPECT_GT(std::hypot(a[18 * k], a[18 * k + 1], a[18 * k + 2]), 9.0) << k;
}

TEST(BatchExample, IsWhatTheDocumentShows) {
  const std::string own = file("tests/batch/example.cpp");
  const std::size_t begin = own.find("  // example\n") + 13, end = own.find("  // end\n");
  std::istringstream lines(own.substr(begin, end - begin));
  const std::string page = file("docs/conventions.md");
  for (std::string line; std::getline(lines, line);)
    EXPECT_NE(page.find(line.substr(2) + "\n"), std::string::npos) << line;
}

}  // namespace
}  // namespace tenon::test
