// Errors and warnings: one exception type for bad input, one record for a warning.
//
//   try {
//     tenon::load_urdf("scenes/robots/quadruped.urdf").frame("FL_fot");
//   } catch (const tenon::Error& error) {
//     std::printf("%s\n", error.what());  // no frame "FL_fot"; the nearest are "FL_foot", …
//   }
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

// Where in a file something stands; line 0 means "no line known".
struct Source {
  std::string file;
  int line = 0;
  std::string element;  // for example: link "foot"

  std::string text() const;  // "arm.urdf:42: link \"foot\""
};

// Bad input at the border. what() reads: file:line: element: found …, expected ….
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message);
  Error(Source source, const std::string& message);
  const Source& source() const { return source_; }

 private:
  Source source_;
};

// Something that was ignored, changed or looks wrong, and that `tenon lint` lists.
struct Diagnostic {
  enum class Severity { note, warning };
  Severity severity = Severity::warning;
  Source source;
  std::string message;

  std::string text() const;  // "arm.urdf:42: warning: link \"foot\": …"
};

// For a name that was not found: the (at most three) candidates nearest to it by edit distance, nearest first, quoted
// and comma-separated.
std::string nearest_names(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tenon
