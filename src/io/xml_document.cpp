// Text to a checked XML document, byte offsets to lines, and the list of what nobody read.
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>

#include "io/encoding.hpp"
#include "io/number.hpp"
#include "io/spelling.hpp"
#include "io/xml.hpp"

namespace tenon::io {

namespace {

std::string megabytes(std::uintmax_t bytes) { return shortest(static_cast<double>(bytes >> 10) / 1024) + " MiB"; }

// Document order without recursion: first child, else next sibling, else the next sibling of an ancestor.
pugi::xml_node next_in_document(pugi::xml_node node, bool descend) {
  if (descend && node.first_child()) return node.first_child();
  while (node && !node.next_sibling()) node = node.parent();
  return node ? node.next_sibling() : node;
}

bool is_namespace_declaration(std::string_view attribute) {
  return attribute == "xmlns" || attribute.starts_with("xmlns:");
}

}  // namespace

std::string read_text(const std::filesystem::path& file, const XmlLimits& limits) {
  const Source source{file.string(), 0, ""};
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw Error(source, "no such file, expected a robot file");
  if (std::filesystem::is_directory(status)) throw Error(source, "is a directory, expected a robot file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(source, "cannot be opened, expected a readable file");
  std::string text;
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    // Checked on the way: pipes and devices do not know their size.
    if (text.size() > limits.bytes)
      throw Error(source, "larger than " + megabytes(limits.bytes) + ", expected a robot file of at most that size");
  }
  if (stream.bad()) throw Error(source, "cannot be read, expected a readable file");
  return text;
}

std::string root_tag(std::string_view text) {
  using namespace std::string_view_literals;
  // What may stand before the root: declarations, comments, a DOCTYPE with its own brackets.
  const auto skip_past = [&](std::string_view end) { text.remove_prefix(std::min(text.find(end), text.size())); };
  for (;;) {
    skip_past("<");
    if (text.starts_with("<?"))
      skip_past("?>");
    else if (text.starts_with("<!--"))
      skip_past("-->");
    else if (text.starts_with("<!") && text.find('[') < text.find('>'))
      skip_past("]>");
    else if (text.starts_with("<!"))
      skip_past(">");
    else
      break;
  }
  if (!text.empty()) text.remove_prefix(1);
  return std::string(text.substr(0, std::min(text.find_first_of(" \t\r\n/>"sv), text.size())));
}

XmlDocument::XmlDocument(std::string_view text, std::string name, const XmlLimits& limits) : name_(std::move(name)) {
  const Source whole{name_, 0, ""};
  if (text.size() > limits.bytes)
    throw Error(whole, megabytes(text.size()) + " of text, expected at most " + megabytes(limits.bytes));

  const DecodedText decoded = decode(text, whole);
  if (!decoded.remark.empty()) add({Diagnostic::Severity::warning, {name_, decoded.line, ""}, decoded.remark});
  const std::string_view body = decoded.text;
  line_starts_ = {0};
  for (std::size_t at = 0; (at = body.find('\n', at)) != std::string_view::npos;)
    line_starts_.push_back(static_cast<std::ptrdiff_t>(++at));
  if (body.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw Error(whole, "the file is empty, expected an XML document");

  const auto result =
      document_.load_buffer(body.data(), body.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result)
    throw Error({name_, line(result.offset), ""},
                std::string("malformed XML: ") + result.description() + ", expected well-formed XML");
  check_structure(limits);
}

// pugixml lets repeated attributes and several root elements pass; and loaders may recurse only into shallow files.
void XmlDocument::check_structure(const XmlLimits& limits) {
  Element root;
  for (const pugi::xml_node node : document_.children()) {
    const Element element(*this, node);
    if (node.type() == pugi::node_doctype)
      add({Diagnostic::Severity::note, {name_, 0, ""}, "DOCTYPE is ignored: entities it declares are not expanded"});
    if (node.type() != pugi::node_element) continue;
    if (root) element.fail("a second root element <" + std::string(node.name()) + ">, expected one");
    root = element;
  }
  if (!root) throw Error({name_, 0, ""}, "no element in the file, expected an XML document");

  int depth = 1;
  std::unordered_set<std::string_view> names;
  for (pugi::xml_node node = root.node();;) {
    names.clear();
    for (const pugi::xml_attribute attribute : node.attributes())
      if (!names.insert(attribute.name()).second)
        Element(*this, node).fail("attribute " + std::string(attribute.name()) + " is given twice, expected once");
    if (depth > limits.depth)
      Element(*this, node)
          .fail("elements are nested deeper than " + std::to_string(limits.depth) + " levels, expected at most that");
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (node != root.node() && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    if (node == root.node()) break;
    node = node.next_sibling();
  }
}

Element XmlDocument::root() {
  const Element root(*this, document_.document_element());
  root.mark();
  return root;
}

int XmlDocument::line(std::ptrdiff_t offset) const {
  if (offset < 0) return 0;
  return static_cast<int>(std::ranges::upper_bound(line_starts_, offset) - line_starts_.begin());
}

void XmlDocument::report_unread() {
  bool descend = true;
  std::set<std::pair<const void*, std::string_view>> siblings_read;
  for (pugi::xml_node node = document_.document_element(); node; node = next_in_document(node, descend)) {
    descend = node.type() == pugi::node_element && read_.contains(node.internal_object());
    if (ignored_.contains(node.internal_object())) {
      descend = false;  // its note is written already
    } else if (descend) {
      siblings_read.insert({node.parent().internal_object(), node.name()});
      for (const pugi::xml_attribute attribute : node.attributes())
        if (!read_.contains(attribute.internal_object()) && !is_namespace_declaration(attribute.name()))
          add({Diagnostic::Severity::warning, Element(*this, node).source(attribute.name()),
               "attribute " + std::string(attribute.name()) + "=" + in_quotes(attribute.value()) + " is ignored"});
    } else if (node.type() == pugi::node_element) {
      const bool repeated = siblings_read.contains({node.parent().internal_object(), node.name()});
      add({Diagnostic::Severity::warning, Element(*this, node).source(),
           "<" + std::string(node.name()) + "> is ignored" + (repeated ? ": only the first one is read" : "")});
    } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      if (!read_.contains(node.internal_object())) report_text(node);
    }
  }
}

void XmlDocument::refuse_misspelled_names() {
  bool descend = true;
  for (pugi::xml_node node = document_.document_element(); node; node = next_in_document(node, descend)) {
    const bool ignored = ignored_.contains(node.internal_object());
    descend = read_.contains(node.internal_object()) && !ignored;
    if (descend) {
      for (const pugi::xml_attribute attribute : node.attributes())
        if (!read_.contains(attribute.internal_object())) refuse_misspelled_attribute(node, attribute);
    } else if (node.type() == pugi::node_element && !ignored) {
      refuse_misspelled_element(node);
    }
  }
}

void XmlDocument::refuse_misspelled_element(const pugi::xml_node& node) {
  const auto known = tags_.find(node.parent().internal_object());
  if (known == tags_.end()) return;
  const std::vector<std::string_view> tags(known->second.begin(), known->second.end());
  if (const auto meant = misspelled(node.name(), tags); !meant.empty()) Element(*this, node).refuse_spelling(meant);
}

void XmlDocument::refuse_misspelled_attribute(const pugi::xml_node& node, const pugi::xml_attribute& attribute) {
  const auto known = attributes_.find(node.internal_object());
  if (known == attributes_.end()) return;
  const std::vector<std::string_view> names(known->second.begin(), known->second.end());
  if (const auto meant = misspelled(attribute.name(), names); !meant.empty())
    Element(*this, node).refuse_spelling(attribute, meant);
}

// On one line, at the line where its first word stands.
void XmlDocument::report_text(const pugi::xml_node& node) {
  const std::string_view text = node.value();
  Source source = Element(*this, node.parent()).source();
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  source.line = line(node.offset_debug()) + static_cast<int>(std::ranges::count(text.substr(0, first), '\n'));
  std::string words;
  std::istringstream in{std::string(text)};
  for (std::string word; in >> word;) words += (words.empty() ? "" : " ") + word;
  add({Diagnostic::Severity::warning, source, "text " + in_quotes(words) + " is ignored"});
}

std::vector<Diagnostic> XmlDocument::take_diagnostics() {
  report_unread();
  const auto place = [](const Diagnostic& d) { return std::tie(d.source.line, d.message, d.source.element); };
  std::ranges::sort(diagnostics_, {}, place);
  // What stands in a defaults class is said once, not for each element that it completes.
  const auto repeated = std::ranges::unique(diagnostics_, {}, place);
  diagnostics_.erase(repeated.begin(), repeated.end());
  return std::move(diagnostics_);
}

void throw_if_strict(bool strict, std::span<const Diagnostic> diagnostics) {
  if (!strict || diagnostics.empty()) return;
  const std::size_t others = diagnostics.size() - 1;
  throw Error(diagnostics.front().source, diagnostics.front().message + ", expected nothing to report (strict" +
                                              (others ? "; " + std::to_string(others) + " more" : std::string()) + ")");
}

}  // namespace tenon::io
