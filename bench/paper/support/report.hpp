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
  bool all() const { return all_; }

 private:
  bool all_ = true;
};

// Runs `report(directory, verdict)`; prints `title` before it and the verdict after it. Returns the exit code: 0, 1 if
// a number that must equal the paper's does not, 2 for bad arguments or a file that cannot be written.
int run_report(int count, char** arguments, const std::filesystem::path& directory, const char* title,
               void (*report)(const std::filesystem::path&, Verdict&));

}  // namespace tenon::paper
