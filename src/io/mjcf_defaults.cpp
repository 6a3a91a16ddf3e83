// Reads nested classes and looks an attribute up along them.
#include "io/mjcf_defaults.hpp"

#include <algorithm>

#include "io/mjcf_actuator.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

void Defaults::read(const Node& section, Remarks& remarks) {
  section.element.mark();
  const auto name = section.element.find_string("class");
  if (name && *name != "main")
    section.element.fail("class", "main: the outermost class has that name, others are nested in it");
  read_class(section, *main_, remarks);
}

void Defaults::read_class(const Node& node, DefaultsClass& into, Remarks& remarks) {
  for (const Node& child : node.children) {
    const Element& element = child.element;
    const std::string tag(element.tag());
    if (tag == "default") {
      element.mark();
      const std::string name = element.string("class");
      const auto [entry, fresh] = classes_.try_emplace(name);
      if (!fresh) element.fail("class", "a name that no other defaults class has");
      entry->second.parent = &into;
      read_class(child, entry->second, remarks);
    } else if (is_actuator_tag(tag)) {
      element.mark();
      remarks.default_attributes(element, "actuator");
      into.actuators.push_back(element);
    } else if (tag == "texture" || tag == "camera" || tag == "light") {
      remarks.left_out(element, Diagnostic::Severity::note, "it concerns drawing only");
    } else if (tag == "tendon") {
      remarks.left_out(element, Diagnostic::Severity::note, "tendons are not kept");
    } else {
      for (const char* known : {"mesh", "material", "joint", "geom", "site", "pair", "equality"})
        if (tag == known) element.mark();
      remarks.default_attributes(element, tag);
      into.elements[tag].push_back(element);
    }
  }
}

const DefaultsClass& Defaults::in_force(const Element& element, const char* attribute,
                                        const DefaultsClass& inherited) const {
  const auto name = element.find_string(attribute);
  if (!name) return inherited;
  const auto found = classes_.find(*name);
  if (found == classes_.end()) element.fail(attribute, "the name of a defaults class");
  return found->second;
}

Attributes::Attributes(const Element& own, const DefaultsClass& defaults, std::string_view tag) : own_(own) {
  for (const DefaultsClass* scope = &defaults; scope; scope = scope->parent)
    if (const auto found = scope->elements.find(tag); found != scope->elements.end())
      defaults_.insert(defaults_.end(), found->second.rbegin(), found->second.rend());
}

Element Attributes::holder(const char* attribute) const {
  if (own_.has(attribute)) return own_;
  for (const Element& element : defaults_)
    if (element.has(attribute)) return element;
  return {};
}

Element Attributes::holder_of_any(const std::vector<const char*>& attributes) const {
  const auto has_one = [&](const Element& element) {
    return std::ranges::any_of(attributes, [&](const char* attribute) { return element.has(attribute); });
  };
  if (has_one(own_)) return own_;
  const auto found = std::ranges::find_if(defaults_, has_one);
  return found == defaults_.end() ? Element() : *found;
}

double Attributes::number(const char* attribute, double otherwise) const {
  const Element at = holder(attribute);
  return at ? at.number(attribute) : otherwise;
}

double Attributes::magnitude(const char* attribute, double otherwise) const {
  const Element at = holder(attribute);
  if (!at) return otherwise;
  const double value = at.number(attribute);
  if (value < 0) at.fail(attribute, "a number >= 0");
  return value;
}

int Attributes::integer(const char* attribute, int otherwise) const {
  const Element at = holder(attribute);
  return at ? at.integer(attribute) : otherwise;
}

bool Attributes::boolean(const char* attribute, bool otherwise) const {
  const Element at = holder(attribute);
  return at ? at.boolean(attribute) : otherwise;
}

std::string Attributes::string(const char* attribute, const std::string& otherwise) const {
  const Element at = holder(attribute);
  return at ? at.string(attribute) : otherwise;
}

std::string Attributes::keyword(const char* attribute, const std::string& otherwise,
                                const std::vector<std::string>& words) const {
  const std::string value = string(attribute, otherwise);
  if (std::ranges::find(words, value) != words.end()) return value;
  std::string expected = "one of";
  for (const std::string& word : words) expected += " " + word;
  holder(attribute).fail(attribute, expected);
}

std::optional<std::vector<double>> Attributes::numbers(const char* attribute, std::size_t least,
                                                       std::size_t most) const {
  auto values = own_.find_numbers(attribute, least, most);
  for (const Element& element : defaults_) {
    const auto farther = element.find_numbers(attribute, least, most);
    if (!farther) continue;
    if (!values) values.emplace();
    if (farther->size() > values->size())
      values->insert(values->end(), farther->begin() + static_cast<std::ptrdiff_t>(values->size()), farther->end());
  }
  return values;
}

}  // namespace tenon::io::mjcf
