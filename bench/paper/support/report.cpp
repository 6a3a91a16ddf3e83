#include "support/report.hpp"

#include <cstdio>
#include <cstring>
#include <exception>

namespace tenon::paper {

int run_report(int count, char** arguments, const std::filesystem::path& directory, const char* title,
               void (*report)(const std::filesystem::path&, Verdict&)) {
  std::filesystem::path out = directory;
  for (int k = 1; k < count; ++k) {
    if (std::strcmp(arguments[k], "--out") == 0 && k + 1 < count) {
      out = arguments[++k];
    } else {
      std::fprintf(stderr, "usage: %s [--out DIR]\n", arguments[0]);
      return 2;
    }
  }
  try {
    std::filesystem::create_directories(out);
    std::puts(title);
    Verdict verdict;
    report(out, verdict);
    std::printf("\n%s", verdict.all() ? "Every number that must equal the paper's does"
                                      : "SOME NUMBERS DIFFER FROM THE PAPER'S");
    if (verdict.otherwise() > 0)
      std::printf("; statements of the paper that do not hold here (\"not here\" above): %d", verdict.otherwise());
    std::printf(". CSV and SVG files: %s\n", out.c_str());
    return verdict.all() ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}

}  // namespace tenon::paper
