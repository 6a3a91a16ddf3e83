// What an MJCF file says and tenon does not use: a table of attributes, and remarks that name each kind once.
#pragma once

#include <map>
#include <string>

#include "io/xml.hpp"

namespace tenon::io::mjcf {

// Notes are gathered: one Diagnostic for each kind, at its first place, with the number of places.
// Warnings change what the file means: one Diagnostic for each place.
class Remarks {
 public:
  // Applies the table to the attributes of an element. `kind` is the row of the table, mostly the tag.
  void attributes(const Element& element, const std::string& kind);
  // The same for an element of a <default>: attributes that tenon uses count as read.
  void default_attributes(const Element& element, const std::string& kind);
  // An element that is left out with everything in it.
  void left_out(const Element& element, Diagnostic::Severity severity, const std::string& why);
  void note(const Element& element, const std::string& message);
  void write_notes();  // at the end

 private:
  struct Gathered {
    Source first;
    XmlDocument* document = nullptr;
    int count = 0;
  };
  void rows(const Element& element, const std::string& kind, bool mark_used);
  void add(const Element& element, const Source& source, const std::string& message);
  std::map<std::string, Gathered> notes_;
};

}  // namespace tenon::io::mjcf
