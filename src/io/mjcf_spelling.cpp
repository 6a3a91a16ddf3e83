// Compares names with the tables of mjcf_table.cpp.
#include "io/mjcf_spelling.hpp"

#include <algorithm>

#include "io/mjcf_actuator.hpp"
#include "io/mjcf_table.hpp"
#include "io/spelling.hpp"

namespace tenon::io::mjcf {

namespace {

using Words = std::vector<std::string_view>;

void append_words(std::string_view text, Words& words) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool lists(std::string_view text, std::string_view word) {
  Words words;
  append_words(text, words);
  return std::ranges::find(words, word) != words.end();
}

// The tags that may stand below `parent`; none for an element that no place names.
Words children_of(std::string_view parent) {
  Words words;
  for (const Place& place : places())
    if (lists(place.parents, parent)) append_words(place.children, words);
  return words;
}

// The attributes of all kinds of the table that an element may be read as.
Words attributes_of(const Element& element, std::string_view parent) {
  const std::string_view tag = element.tag();
  const bool equality = parent == "equality";
  const bool actuator = is_actuator_tag(tag) && (parent == "actuator" || parent == "default");
  const std::string_view kind = actuator ? "actuator" : equality && tag == "joint" ? "equality joint" : tag;
  Words words;
  for (const Row& row : table())
    if (row.kind == kind || (equality && row.kind == std::string_view("equality"))) append_words(row.attributes, words);
  return words;
}

void check_attributes(const Element& element, std::string_view parent) {
  const Words known = attributes_of(element, parent);
  Words absent;
  for (const std::string_view name : known)
    if (!element.has(std::string(name).c_str())) absent.push_back(name);
  for (const pugi::xml_attribute attribute : element.node().attributes()) {
    if (std::ranges::find(known, attribute.name()) != known.end()) continue;
    if (const auto meant = misspelled(attribute.name(), absent); !meant.empty())
      element.refuse_spelling(attribute, meant);
  }
}

// `place` is the tag of the element that the children stand in, includes taken out.
void check_children(const Node& parent, std::string_view place) {
  const Words known = children_of(place);
  for (const Node& child : parent.children) {
    const std::string_view tag = child.element.tag();
    if (std::ranges::find(known, tag) != known.end()) {
      check_attributes(child.element, place);
      check_children(child, tag);
    } else if (const auto meant = misspelled(tag, known); !meant.empty()) {
      child.element.refuse_spelling(meant);
    }
  }
}

}  // namespace

void refuse_misspelled_names(const Node& root) { check_children(root, "mujoco"); }

}  // namespace tenon::io::mjcf
