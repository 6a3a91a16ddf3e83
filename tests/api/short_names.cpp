// A program of `using namespace tenon` keeps short names for its own functions. They stand in the global namespace, and
// so do their calls: inside a namespace of the tests they would hide a function of tenon of the same name. A function
// of tenon with such a name and such arguments makes the calls ambiguous, and this file does not compile.
#include <gtest/gtest.h>

#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"
#include "tenon/tenon.hpp"

using namespace tenon;

static double at(double x, double y, double z) { return x + y + z; }
static double solve(double a, double b) { return a / b; }
static int limit(int x, int most) { return x < most ? x : most; }
static double friction(const char*) { return 0.5; }
static bool takes(int, int) { return true; }

TEST(ShortNames, AreLeftToTheProgram) {
  EXPECT_EQ(at(1, 2, 3), 6);
  EXPECT_EQ(solve(6, 3), 2);
  EXPECT_EQ(limit(5, 3), 3);
  EXPECT_EQ(friction("rubber"), 0.5);
  EXPECT_TRUE(takes(1, 2));
}
