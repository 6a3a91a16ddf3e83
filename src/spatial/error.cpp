// Texts of errors and diagnostics: file, line, element, message.
#include "tenon/error.hpp"

namespace tenon {

std::string Source::text() const {
  std::string text = file;
  if (line > 0) text += ":" + std::to_string(line);
  if (!element.empty()) text += (text.empty() ? "" : ": ") + element;
  return text;
}

static std::string joined(const Source& source, const std::string& message) {
  const std::string where = source.text();
  return where.empty() ? message : where + ": " + message;
}

Error::Error(const std::string& message) : std::runtime_error(message) {}
Error::Error(Source source, const std::string& message)
    : std::runtime_error(joined(source, message)), source_(std::move(source)) {}

std::string Diagnostic::text() const {
  std::string text = source.file;
  if (source.line > 0) text += ":" + std::to_string(source.line);
  if (!text.empty()) text += ": ";
  text += severity == Severity::warning ? "warning: " : "note: ";
  if (!source.element.empty()) text += source.element + ": ";
  return text + message;
}

}  // namespace tenon
