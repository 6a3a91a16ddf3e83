// Numbers of robot files: what is one, what is not.
#include <gtest/gtest.h>

#include <clocale>

#include "io/number.hpp"

namespace tenon::io {

TEST(IoNumber, ReadsWhatRobotFilesWrite) {
  EXPECT_EQ(parse_number("1.5"), 1.5);
  EXPECT_EQ(parse_number(" -2e-3\n"), -2e-3);
  EXPECT_EQ(parse_number("+.5"), 0.5);
  EXPECT_EQ(parse_number("1."), 1.0);
  EXPECT_EQ(parse_number("1E+2"), 100.0);
  EXPECT_EQ(parse_number("-0"), 0.0);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_boolean("true"), true);
  EXPECT_EQ(parse_boolean(" 0 "), false);
}

TEST(IoNumber, RefusesEverythingElse) {
  for (const char* text : {"",    " ",    "+",        "-",     "+-1",  "++1", "1,5", "0x10", "0x1p3",   "nan", "NaN",
                           "inf", "-inf", "infinity", "1e999", "3 kg", "1 2", "1e",  "one",  "${mass}", "1d0"})
    EXPECT_FALSE(parse_number(text)) << text;
  for (const char* text : {"1.0", "99999999999", "", "0x1", "1e3"}) EXPECT_FALSE(parse_integer(text)) << text;
  for (const char* text : {"yes", "True", "", "2"}) EXPECT_FALSE(parse_boolean(text)) << text;
}

TEST(IoNumber, KnowsNoLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", ""}) {
    std::setlocale(LC_ALL, locale);
    EXPECT_EQ(parse_number("1.5"), 1.5) << locale;
    EXPECT_FALSE(parse_number("1,5")) << locale;
    EXPECT_EQ(shortest(0.1), "0.1") << locale;
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(IoNumber, SplitsListsAtWhiteSpaceOnly) {
  EXPECT_EQ(parse_numbers(" 1\t2\n 3 "), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(parse_numbers(""), std::vector<double>{});
  EXPECT_FALSE(parse_numbers("1, 2, 3"));
  EXPECT_FALSE(parse_numbers("1 2 x"));
}

TEST(IoNumber, QuotesAreCutBetweenCharacters) {
  EXPECT_EQ(in_quotes("a"), "\"a\"");
  const std::string cut = in_quotes(std::string(59, 'x') + "ééé");
  EXPECT_EQ(cut, "\"" + std::string(59, 'x') + "…\"");
}

}  // namespace tenon::io
