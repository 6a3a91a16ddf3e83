// What every paper's program does: its arguments, its verdict, its exit code.
#pragma once

#include <filesystem>
#include <string>

namespace tenon::paper {

// Remembers whether every number that must equal the paper's does.
class Verdict {
 public:
  std::string operator()(bool equal) {
    all_ = all_ && equal;
    return equal ? "=" : "DIFFERS";
  }
  // A statement that may turn out otherwise, for a reason that the report gives: counted, but no failure.
  std::string stated(bool holds) {
    otherwise_ += holds ? 0 : 1;
    return holds ? "=" : "not here";
  }
  bool all() const { return all_; }
  int otherwise() const { return otherwise_; }

 private:
  bool all_ = true;
  int otherwise_ = 0;
};

// Runs `report(directory, verdict)`; prints `title` before it and the verdict after it. Returns the exit code: 0, 1 if
// a number that must equal the paper's does not, 2 for bad arguments or a file that cannot be written.
int run_report(int count, char** arguments, const std::filesystem::path& directory, const char* title,
               void (*report)(const std::filesystem::path&, Verdict&));

}  // namespace tenon::paper
