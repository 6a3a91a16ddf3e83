// Answers leave the program whole or not at all.
#pragma once

#include <string>

namespace tenon::cli {

// Writes `text` to a file through a temporary neighbour and a rename, or to standard output for "-". RunError when
// that fails; the file is then as it was before.
void write_output(const std::string& path, const std::string& text);
inline void print(const std::string& text) { write_output("-", text); }

// The whole of a file, or of standard input for "-"; tenon::Error when it cannot be read.
std::string read_input(const std::string& path);

}  // namespace tenon::cli
