// Reading attributes and children of one element.
#include "io/number.hpp"
#include "io/xml.hpp"

namespace tenon::io {

namespace {

std::string named(pugi::xml_node node) {
  return std::string(node.name()) + " " + in_quotes(node.attribute("name").value());
}

// The nearest element with a name (the root's name is the robot's: left out) and the way down from it.
std::string label(pugi::xml_node node) {
  if (node.attribute("name") && node.parent().type() != pugi::node_document) return named(node);
  std::string way = node.name();
  for (int level = 0; level < 3; ++level) {
    node = node.parent();
    if (node.type() != pugi::node_element || node.parent().type() == pugi::node_document) break;
    if (node.attribute("name")) return named(node) + " " + way;
    way = std::string(node.name()) + "/" + way;
  }
  return way;
}

std::string count_text(std::size_t least, std::size_t most) {
  if (least == most) return std::to_string(least) + (least == 1 ? " number" : " numbers");
  return std::to_string(least) + " to " + std::to_string(most) + " numbers";
}

}  // namespace

Source Element::source() const { return {document_->name(), document_->line(node_.offset_debug()), label(node_)}; }

Source Element::source(std::string_view attribute) const {
  Source source = this->source();
  // Names point into the buffer that offsets count from.
  for (const pugi::xml_attribute a : node_.attributes())
    if (attribute == a.name()) source.line = document_->line(node_.offset_debug() + (a.name() - node_.name()));
  return source;
}

void Element::mark() const { document_->read_.insert(node_.internal_object()); }

void Element::mark(const char* attribute) const {
  if (const auto a = node_.attribute(attribute))
    document_->read_.insert(a.internal_object());
  else if (document_->remembers_names_)
    document_->attributes_[node_.internal_object()].emplace(attribute);
}

std::optional<std::string> Element::find_string(const char* attribute) const {
  mark(attribute);
  const auto a = node_.attribute(attribute);
  return a ? std::optional<std::string>(a.value()) : std::nullopt;
}

template <class T>
std::optional<T> Element::find(const char* attribute, std::optional<T> (*parse)(std::string_view),
                               const char* expected) const {
  const auto text = find_string(attribute);
  if (!text) return std::nullopt;
  const auto value = parse(*text);
  if (!value) fail(attribute, expected);
  return value;
}

template <class T>
T Element::need(const char* attribute, std::optional<T> found, std::string_view expected) const {
  if (!found) fail("attribute " + std::string(attribute) + " is missing, expected " + std::string(expected));
  return *std::move(found);
}

std::optional<double> Element::find_number(const char* attribute) const {
  return find(attribute, parse_number, "a finite decimal number");
}
std::optional<int> Element::find_integer(const char* attribute) const {
  return find(attribute, parse_integer, "an integer");
}
std::optional<bool> Element::find_boolean(const char* attribute) const {
  return find(attribute, parse_boolean, "true or false");
}
std::string Element::string(const char* attribute) const { return need(attribute, find_string(attribute), "a text"); }
double Element::number(const char* attribute) const { return need(attribute, find_number(attribute), "a number"); }
int Element::integer(const char* attribute) const { return need(attribute, find_integer(attribute), "an integer"); }
bool Element::boolean(const char* attribute) const { return need(attribute, find_boolean(attribute), "true or false"); }

std::optional<std::vector<double>> Element::find_numbers(const char* attribute, std::size_t least,
                                                         std::size_t most) const {
  const auto text = find_string(attribute);
  if (!text) return std::nullopt;
  auto values = parse_numbers(*text);
  if (!values) fail(attribute, count_text(least, most) + " separated by spaces");
  if (values->size() < least || values->size() > most)
    fail(attribute, count_text(least, most) + ", found " + std::to_string(values->size()));
  return values;
}

std::vector<double> Element::numbers(const char* attribute, std::size_t least, std::size_t most) const {
  return need(attribute, find_numbers(attribute, least, most), count_text(least, most));
}

std::vector<Element> Element::children() const {
  std::vector<Element> children;
  for (const pugi::xml_node node : node_.children())
    if (node.type() == pugi::node_element) children.emplace_back(*document_, node);
  return children;
}

std::vector<Element> Element::children(const char* tag) const {
  std::vector<Element> children;
  if (document_->remembers_names_) document_->tags_[node_.internal_object()].emplace(tag);
  for (const pugi::xml_node node : node_.children(tag)) children.emplace_back(*document_, node).mark();
  return children;
}

Element Element::find_child(const char* tag) const {
  const pugi::xml_node node = node_.child(tag);
  if (!node && document_->remembers_names_) document_->tags_[node_.internal_object()].emplace(tag);
  if (!node) return {};
  const Element child(*document_, node);
  child.mark();
  return child;
}

Element Element::child(const char* tag) const {
  const Element child = find_child(tag);
  if (!child) fail("has no <" + std::string(tag) + ">, expected one");
  return child;
}

std::string Element::text() const {
  std::string text;
  for (const pugi::xml_node node : node_.children()) {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata) continue;
    document_->read_.insert(node.internal_object());
    text += node.value();
  }
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

void Element::skip() const { document_->ignored_.insert(node_.internal_object()); }

void Element::ignore(const std::string& why) const {
  skip();
  note("<" + std::string(tag()) + "> is ignored: " + why);
}

void Element::note(const std::string& message) const {
  document_->add({Diagnostic::Severity::note, source(), message});
}
void Element::warn(const std::string& message) const {
  document_->add({Diagnostic::Severity::warning, source(), message});
}
void Element::refuse_spelling(std::string_view expected) const {
  fail("<" + std::string(tag()) + "> is found, expected <" + std::string(expected) + ">");
}
void Element::refuse_spelling(const pugi::xml_attribute& attribute, std::string_view expected) const {
  throw Error(source(attribute.name()), "attribute " + std::string(attribute.name()) + "=" +
                                            in_quotes(attribute.value()) + " is found, expected " +
                                            std::string(expected));
}
void Element::fail(const std::string& message) const { throw Error(source(), message); }
void Element::fail(const char* attribute, std::string_view expected) const {
  throw Error(source(attribute), std::string(attribute) + " is " + in_quotes(node_.attribute(attribute).value()) +
                                     ", expected " + std::string(expected));
}

}  // namespace tenon::io
