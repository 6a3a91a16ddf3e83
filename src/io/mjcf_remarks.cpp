// Looks attributes up in the table (mjcf_table.cpp) and says what is ignored.
#include "io/mjcf_remarks.hpp"

#include "io/mjcf_table.hpp"
#include "io/number.hpp"

namespace tenon::io::mjcf {

namespace {

bool lists(std::string_view words, std::string_view word) {
  for (std::size_t at = words.find(word); at != std::string_view::npos; at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' ')) return true;
  }
  return false;
}

const Row* find_row(std::string_view kind, std::string_view attribute) {
  for (const Row& row : table())
    if (row.kind == kind && lists(row.attributes, attribute)) return &row;
  return nullptr;
}

// The same text, or the same numbers as far as they are written.
bool equals_neutral(std::string_view value, const char* neutral) {
  if (!neutral) return false;
  if (value == neutral) return true;
  const auto found = parse_numbers(value), expected = parse_numbers(neutral);
  if (!found || !expected || found->empty() || found->size() > expected->size()) return false;
  return std::equal(found->begin(), found->end(), expected->begin());
}

}  // namespace

void Remarks::rows(const Element& element, const std::string& kind, bool mark_used) {
  for (const pugi::xml_attribute attribute : element.node().attributes()) {
    const Row* row = find_row(kind, attribute.name());
    if (!row) continue;
    if (row->use != Row::Use::used || mark_used) element.mark(attribute.name());
    if (row->use == Row::Use::used || equals_neutral(attribute.value(), row->neutral)) continue;
    const std::string name = attribute.name();
    if (row->use == Row::Use::note) {
      add(element, element.source(name),
          "attribute " + name + " of <" + std::string(element.tag()) + "> is ignored: " + row->why);
    } else {
      const std::string message = "attribute " + name + "=" + in_quotes(attribute.value()) + " is ignored: " + row->why;
      element.document().add({Diagnostic::Severity::warning, element.source(name), message});
    }
  }
}

void Remarks::attributes(const Element& element, const std::string& kind) { rows(element, kind, false); }
void Remarks::default_attributes(const Element& element, const std::string& kind) { rows(element, kind, true); }

void Remarks::left_out(const Element& element, Diagnostic::Severity severity, const std::string& why) {
  element.skip();
  const std::string message = "<" + std::string(element.tag()) + "> is ignored: " + why;
  if (severity == Diagnostic::Severity::warning)
    element.warn(message);
  else
    add(element, element.source(), message);
}

void Remarks::note(const Element& element, const std::string& message) { add(element, element.source(), message); }

void Remarks::add(const Element& element, const Source& source, const std::string& message) {
  // One file's notes do not hide another's.
  Gathered& gathered = notes_[element.document().name() + '\n' + message];
  if (gathered.count++ == 0) {
    gathered.first = source;
    gathered.document = &element.document();
  }
}

void Remarks::write_notes() {
  for (const auto& [key, gathered] : notes_) {
    std::string message = key.substr(key.find('\n') + 1);
    if (gathered.count > 1) message += " (" + std::to_string(gathered.count) + " times)";
    gathered.document->add({Diagnostic::Severity::note, gathered.first, message});
  }
  notes_.clear();
}

}  // namespace tenon::io::mjcf
