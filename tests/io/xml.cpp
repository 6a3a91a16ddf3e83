// The XML layer: lines, limits, and that nothing goes unread in silence.
#include "io/xml.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace tenon::io {

namespace {

std::string error_of(std::string_view text, const XmlLimits& limits = {}) {
  try {
    XmlDocument document(text, "r.xml", limits);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

template <class F>
std::string error_in(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(IoXml, MalformedTextIsAnErrorWithItsLine) {
  EXPECT_EQ(error_of("<a>\n<b>\n</a>").rfind("r.xml:3: malformed XML: ", 0), 0u) << error_of("<a>\n<b>\n</a>");
  EXPECT_EQ(error_of(""), "r.xml: the file is empty, expected an XML document");
  EXPECT_EQ(error_of(" \n\t"), "r.xml: the file is empty, expected an XML document");
  EXPECT_EQ(error_of("<!-- c -->"), "r.xml:1: malformed XML: No document element found, expected well-formed XML");
  EXPECT_EQ(error_of("<a/>\n<b/>"), "r.xml:2: b: a second root element <b>, expected one");
  EXPECT_EQ(error_of("<a>\n<b x='1'\n x='2'/></a>"), "r.xml:2: b: attribute x is given twice, expected once");
  EXPECT_EQ(error_of(std::string_view("<a/>\n\0<b/>", 10)), "r.xml:2: a NUL byte, expected UTF-8 text");
  EXPECT_EQ(error_of("\xFF\xFE<\0"), "r.xml: a UTF-16 or UTF-32 byte order mark, expected UTF-8 text");
}

TEST(IoXml, DepthAndSizeAreLimited) {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "<a>";
    for (int i = 0; i < depth; ++i) text += "</a>";
    return text;
  };
  EXPECT_EQ(error_of(nested(1000)), "no error");
  EXPECT_NE(error_of(nested(1001)).find("nested deeper than 1000 levels, expected at most that"), std::string::npos);
  EXPECT_NE(error_of(nested(1'000'000)).find("nested deeper"), std::string::npos);
  EXPECT_EQ(error_of(std::string(3 << 20, ' '), {.bytes = 2 << 20}), "r.xml: 3 MiB of text, expected at most 2 MiB");
}

TEST(IoXml, FilesThatCannotBeReadAreErrors) {
  const auto folder = std::filesystem::temp_directory_path();
  EXPECT_NE(error_in([&] { read_text(folder / "tenon-no-such-file"); }).find("no such file, expected"),
            std::string::npos);
  EXPECT_NE(error_in([&] { read_text(folder); }).find("is a directory, expected"), std::string::npos);
  const auto large = folder / "tenon-large-file";
  std::ofstream(large) << std::string(1000, 'x');
  EXPECT_NE(error_in([&] { read_text(large, {.bytes = 100}); }).find("larger than"), std::string::npos);
  EXPECT_EQ(read_text(large).size(), 1000u);
  std::filesystem::remove(large);
}

TEST(IoXml, AttributesSayWhereWhatAndWhy) {
  XmlDocument document("<robot name='r'>\n<link name='foot'>\n<mass value='x'\n other='1 2'/></link></robot>", "r.xml");
  const Element mass = document.root().child("link").child("mass");
  EXPECT_EQ(error_in([&] { mass.number("value"); }),
            "r.xml:3: link \"foot\" mass: value is \"x\", expected a finite decimal number");
  EXPECT_EQ(error_in([&] { mass.number("weight"); }),
            "r.xml:3: link \"foot\" mass: attribute weight is missing, expected a number");
  EXPECT_EQ(error_in([&] { mass.vector<3>("other"); }),
            "r.xml:4: link \"foot\" mass: other is \"1 2\", expected 3 numbers, found 2");
  EXPECT_EQ(error_in([&] { mass.vector<3>("value"); }),
            "r.xml:3: link \"foot\" mass: value is \"x\", expected 3 numbers separated by spaces");
  EXPECT_EQ(error_in([&] { mass.child("origin"); }), "r.xml:3: link \"foot\" mass: has no <origin>, expected one");
  EXPECT_EQ(error_in([&] { mass.boolean("value"); }),
            "r.xml:3: link \"foot\" mass: value is \"x\", expected true or false");
  EXPECT_EQ(mass.vector<2>("other"), (std::array<double, 2>{1, 2}));
  EXPECT_FALSE(mass.find_number("weight"));
}

TEST(IoXml, EverythingUnreadIsReported) {
  XmlDocument document(
      "\xEF\xBB\xBF<robot name='r' xmlns:x='u'>\n<link name='a' colour='red'/>\n<link name='b'>\n<odd>"
      "<inner/></odd> stray\n</link>\n<gazebo><x/></gazebo><!-- silent --></robot>",
      "r.xml");
  const Element robot = document.root();
  robot.string("name");
  for (const Element& link : robot.children("link")) link.string("name");
  robot.children()[2].ignore("simulator settings");
  std::string report;
  for (const Diagnostic& d : document.take_diagnostics()) report += d.text() + "\n";
  EXPECT_EQ(report,
            "r.xml:2: warning: link \"a\": attribute colour=\"red\" is ignored\n"
            "r.xml:4: warning: link \"b\" odd: <odd> is ignored\n"
            "r.xml:4: warning: link \"b\": text \"stray\" is ignored\n"
            "r.xml:6: note: gazebo: <gazebo> is ignored: simulator settings\n");
}

TEST(IoXml, ASecondSingleChildIsReportedAsRepeated) {
  XmlDocument document("<a><b/><b/></a>", "r.xml");
  document.root().find_child("b");
  const auto diagnostics = document.take_diagnostics();
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message, "<b> is ignored: only the first one is read");
}

TEST(IoXml, BytesThatAreNotUtf8AreReadAsLatin1AndReported) {
  XmlDocument document("<a>\n<b n='caf\xE9'/></a>", "r.xml");
  EXPECT_EQ(document.root().child("b").string("n"), "café");
  const auto diagnostics = document.take_diagnostics();
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].text(), "r.xml:2: warning: the bytes are not UTF-8, the file is read as Latin-1");
}

TEST(IoXml, EntitiesAreDecodedButNoneIsDeclared) {
  XmlDocument document("<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a n='&lt;&#65;&amp;' m='&e;'/>", "r.xml");
  EXPECT_EQ(document.root().string("n"), "<A&");
  EXPECT_EQ(document.root().string("m"), "&e;");
  EXPECT_EQ(document.take_diagnostics().size(), 1u);
}

TEST(IoXml, StrictTurnsTheFirstDiagnosticIntoAnError) {
  const std::vector<Diagnostic> two{{Diagnostic::Severity::note, {"r.xml", 2, "a"}, "<b> is ignored"}, {}};
  EXPECT_NO_THROW(throw_if_strict(false, two));
  EXPECT_NO_THROW(throw_if_strict(true, {}));
  EXPECT_EQ(error_in([&] { throw_if_strict(true, two); }),
            "r.xml:2: a: <b> is ignored, expected nothing to report (strict; 1 more)");
}

}  // namespace tenon::io
