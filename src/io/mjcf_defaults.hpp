// Defaults classes, and attributes completed by them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "io/mjcf_remarks.hpp"
#include "io/mjcf_tree.hpp"

namespace tenon::io::mjcf {

struct DefaultsClass {
  const DefaultsClass* parent = nullptr;
  std::map<std::string, std::vector<Element>, std::less<>> elements;  // by tag; a later one overrides an earlier one
  std::vector<Element> actuators;                                     // of all tags: a class has one actuator
};

class Defaults {
 public:
  Defaults() : main_(&classes_["main"]) {}
  Defaults(const Defaults&) = delete;
  Defaults& operator=(const Defaults&) = delete;

  void read(const Node& section, Remarks& remarks);  // a top-level <default>
  const DefaultsClass& main() const { return *main_; }
  // The class that `attribute` of the element names, or `inherited` where it names none; an unknown one is an Error.
  const DefaultsClass& in_force(const Element& element, const char* attribute, const DefaultsClass& inherited) const;

 private:
  void read_class(const Node& node, DefaultsClass& into, Remarks& remarks);
  std::map<std::string, DefaultsClass, std::less<>> classes_;
  DefaultsClass* main_;
};

// The attributes of one element: its own, else those of its class, else those of the parents of that class.
class Attributes {
 public:
  Attributes(const Element& own, const DefaultsClass& defaults, std::string_view tag);
  explicit Attributes(const Element& own) : own_(own) {}  // an element without defaults

  const Element& element() const { return own_; }
  bool has(const char* attribute) const { return static_cast<bool>(holder(attribute)); }
  Element holder(const char* attribute) const;  // where it is written; a false Element if nowhere
  // The nearest element that has one of the attributes (they override each other as a group).
  Element holder_of_any(const std::vector<const char*>& attributes) const;

  double number(const char* attribute, double otherwise) const;
  int integer(const char* attribute, int otherwise) const;
  bool boolean(const char* attribute, bool otherwise) const;
  std::string string(const char* attribute, const std::string& otherwise) const;
  // One of the words; anything else is an Error that lists them.
  std::string keyword(const char* attribute, const std::string& otherwise, const std::vector<std::string>& words) const;
  // A list replaces the numbers that it gives; what is beyond them comes from the next class that gives it.
  std::optional<std::vector<double>> numbers(const char* attribute, std::size_t least, std::size_t most) const;
  template <std::size_t N>
  std::array<double, N> vector(const char* attribute, const std::array<double, N>& otherwise) const {
    const Element at = holder(attribute);
    return at ? at.vector<N>(attribute) : otherwise;
  }
  // A number that must not be negative.
  double magnitude(const char* attribute, double otherwise) const;

 private:
  Element own_;
  std::vector<Element> defaults_;  // nearest first
};

}  // namespace tenon::io::mjcf
