// The elements of an MJCF model with every <include> in its place.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/xml.hpp"

namespace tenon::io::mjcf {

struct Node {
  Element element;
  std::vector<Node> children;
  bool is(std::string_view tag) const { return element.tag() == tag; }
};

// The main file and the files it includes. Nodes point into it.
class Files {
 public:
  // Paths of includes are relative to `directory`, or else to the directory of the file that includes them.
  Node read(std::string_view text, const std::string& name, const std::filesystem::path& directory);
  std::vector<Diagnostic> take_diagnostics();  // file by file; call it once, at the end

 private:
  struct Context {
    std::filesystem::path main, own;
    int depth;
  };
  XmlDocument& open(std::string_view text, const std::string& name);
  void splice(const Element& include, const Context& context, std::vector<Node>& siblings);
  Node node(const Element& element, const Context& context);

  std::vector<std::unique_ptr<XmlDocument>> documents_;
  std::vector<std::filesystem::path> included_;
};

}  // namespace tenon::io::mjcf
