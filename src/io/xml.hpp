// XML with a memory: every attribute and element read through an Element is marked, and what no loader has read when it
// is done becomes a Diagnostic. Everything a loader refuses is an Error with file, line, element, found and expected.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tenon/error.hpp"

namespace tenon::io {

class XmlDocument;

// Guards against input that would exhaust stack or memory.
struct XmlLimits {
  std::size_t bytes = std::size_t{256} << 20;
  int depth = 1000;
};

// The bytes of a file; a missing, unreadable or too large one is an Error.
std::string read_text(const std::filesystem::path& file, const XmlLimits& limits = {});

// Name of the first element, without parsing the rest; empty where there is none.
std::string root_tag(std::string_view text);

// A handle to one element, or to none. For each type X: X(attribute) is required, find_X(attribute) is optional;
// an attribute that is there but wrong is an Error in both.
class Element {
 public:
  Element() = default;
  Element(XmlDocument& document, pugi::xml_node node) : document_(&document), node_(node) {}
  explicit operator bool() const { return !node_.empty(); }
  bool operator==(const Element& other) const { return node_ == other.node_; }

  std::string_view tag() const { return node_.name(); }
  pugi::xml_node node() const { return node_; }
  XmlDocument& document() const { return *document_; }
  Source source() const;                            // element: link "foot" inertial/mass
  Source source(std::string_view attribute) const;  // the same on the attribute's own line

  bool has(const char* attribute) const { return !node_.attribute(attribute).empty(); }
  std::string string(const char* attribute) const;
  std::optional<std::string> find_string(const char* attribute) const;
  double number(const char* attribute) const;
  std::optional<double> find_number(const char* attribute) const;
  int integer(const char* attribute) const;
  std::optional<int> find_integer(const char* attribute) const;
  bool boolean(const char* attribute) const;
  std::optional<bool> find_boolean(const char* attribute) const;
  // At least `least` and at most `most` numbers.
  std::vector<double> numbers(const char* attribute, std::size_t least, std::size_t most) const;
  std::optional<std::vector<double>> find_numbers(const char* attribute, std::size_t least, std::size_t most) const;
  template <std::size_t N>
  std::array<double, N> vector(const char* attribute) const {
    return to_array<N>(numbers(attribute, N, N));
  }
  template <std::size_t N>
  std::optional<std::array<double, N>> find_vector(const char* attribute) const {
    const auto found = find_numbers(attribute, N, N);
    return found ? std::optional(to_array<N>(*found)) : std::nullopt;
  }

  // Children that are elements. With a tag they are marked as read; without one the caller marks those it knows.
  std::vector<Element> children() const;
  std::vector<Element> children(const char* tag) const;
  Element child(const char* tag) const;       // required; a second one stays unread and is reported
  Element find_child(const char* tag) const;  // none: an Element that is false
  std::string text() const;                   // character data, trimmed

  void mark() const;                                                   // this element is read (its attributes are not)
  void mark(const char* attribute) const;                              // this attribute is read
  [[noreturn]] void refuse_spelling(std::string_view expected) const;  // of the tag
  [[noreturn]] void refuse_spelling(const pugi::xml_attribute& attribute, std::string_view expected) const;
  void ignore(const std::string& why) const;  // a note instead of "not read"; covers everything inside
  void skip() const;                          // the same without a note: the caller says why

  void note(const std::string& message) const;
  void warn(const std::string& message) const;
  [[noreturn]] void fail(const std::string& message) const;                        // message: "… is …, expected …"
  [[noreturn]] void fail(const char* attribute, std::string_view expected) const;  // quotes what was found

 private:
  template <std::size_t N>
  static std::array<double, N> to_array(const std::vector<double>& numbers) {
    std::array<double, N> array{};
    for (std::size_t i = 0; i < N; ++i) array[i] = numbers[i];
    return array;
  }
  template <class T>
  std::optional<T> find(const char* attribute, std::optional<T> (*parse)(std::string_view), const char* expected) const;
  template <class T>
  T need(const char* attribute, std::optional<T> found, std::string_view expected) const;

  XmlDocument* document_ = nullptr;
  pugi::xml_node node_;
};

// A parsed file: well-formed, one root element, no attribute twice, not too deep. Elements point into it.
class XmlDocument {
 public:
  XmlDocument(std::string_view text, std::string name, const XmlLimits& limits = {});
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  Element root();
  const std::string& name() const { return name_; }
  int line(std::ptrdiff_t offset) const;  // 1-based; 0 for a negative offset

  void add(Diagnostic diagnostic) { diagnostics_.push_back(std::move(diagnostic)); }
  // From now on remembers which names are asked for …
  void remember_names() { remembers_names_ = true; }
  // … and an unread element or attribute that resembles one of those, where it stands, is an Error.
  void refuse_misspelled_names();
  // All diagnostics so far and one for everything unread, in the order of the file. Call it once, at the end.
  std::vector<Diagnostic> take_diagnostics();

 private:
  friend class Element;
  void check_structure(const XmlLimits& limits);
  void report_unread();
  void report_text(const pugi::xml_node& node);
  void refuse_misspelled_element(const pugi::xml_node& node);
  void refuse_misspelled_attribute(const pugi::xml_node& node, const pugi::xml_attribute& attribute);

  std::string name_;
  std::vector<std::ptrdiff_t> line_starts_;
  pugi::xml_document document_;
  std::unordered_set<const void*> read_, ignored_;
  bool remembers_names_ = false;
  // By element: tags that may stand below it, and attributes that it does not have.
  std::unordered_map<const void*, std::set<std::string, std::less<>>> tags_, attributes_;
  std::vector<Diagnostic> diagnostics_;
};

// LoadOptions::strict: the first diagnostic as an Error.
void throw_if_strict(bool strict, std::span<const Diagnostic> diagnostics);

}  // namespace tenon::io
