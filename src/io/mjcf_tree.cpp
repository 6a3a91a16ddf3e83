// As MuJoCo does it: the root of an included file is dropped and its children stand where the <include> stood; a file
// can be included once, which also rules out cycles.
#include "io/mjcf_tree.hpp"

#include <algorithm>

#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

constexpr int depth_limit = 1000;  // of all files together: loaders recurse

}  // namespace

XmlDocument& Files::open(std::string_view text, const std::string& name) {
  return *documents_.emplace_back(std::make_unique<XmlDocument>(text, name));
}

Node Files::read(std::string_view text, const std::string& name, const std::filesystem::path& directory) {
  const Element root = open(text, name).root();
  if (root.tag() != "mujoco") root.fail("the root element is <" + std::string(root.tag()) + ">, expected <mujoco>");
  return node(root, {directory, directory, 1});
}

Node Files::node(const Element& element, const Context& context) {
  if (context.depth > depth_limit)
    element.fail("elements are nested deeper than " + std::to_string(depth_limit) + " levels, expected at most that");
  Node node{element, {}};
  const Context inside{context.main, context.own, context.depth + 1};
  for (const Element& child : element.children()) {
    if (child.tag() == "include")
      splice(child, inside, node.children);
    else
      node.children.push_back(this->node(child, inside));
  }
  return node;
}

void Files::splice(const Element& include, const Context& context, std::vector<Node>& siblings) {
  include.mark();
  const std::filesystem::path written = include.string("file");
  if (!include.children().empty()) include.fail("<include> has children, expected none");
  std::filesystem::path file = context.main / written;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) file = context.own / written;
  if (!std::filesystem::is_regular_file(file, error))
    include.fail("file is " + in_quotes(written.string()) + ", expected an XML file beside the model");
  const auto identity = std::filesystem::weakly_canonical(file, error);
  if (std::ranges::find(included_, identity) != included_.end())
    include.fail("file " + in_quotes(written.string()) + " is included twice, expected once");
  included_.push_back(identity);

  const Element root = open(read_text(file), file.string()).root();
  for (const pugi::xml_attribute attribute : root.node().attributes()) root.mark(attribute.name());
  const Node inserted = node(root, {context.main, file.parent_path(), context.depth});
  if (inserted.children.empty())
    include.fail("file " + in_quotes(written.string()) + " has no elements, expected at least one");
  siblings.insert(siblings.end(), inserted.children.begin(), inserted.children.end());
}

std::vector<Diagnostic> Files::take_diagnostics() {
  std::vector<Diagnostic> all;
  for (const auto& document : documents_) {
    auto own = document->take_diagnostics();
    all.insert(all.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  }
  return all;
}

}  // namespace tenon::io::mjcf
