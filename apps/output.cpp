// Writes through a temporary file and a rename; reads files and standard input.
#include "output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "commands.hpp"
#include "tenon/error.hpp"

namespace tenon::cli {

namespace {

namespace fs = std::filesystem;

void write_all(std::FILE* stream, const std::string& text, const std::string& name) {
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0)
    throw RunError(fmt::format("{}: could not be written: {}", name, std::strerror(errno)));
}

// `name` is what messages call it: a temporary file has its target's.
void write_file(const fs::path& path, const std::string& text, const std::string& name) {
  std::FILE* stream = std::fopen(path.c_str(), "wb");
  if (!stream) throw RunError(fmt::format("{}: could not be opened for writing: {}", name, std::strerror(errno)));
  try {
    write_all(stream, text, name);
  } catch (...) {
    std::fclose(stream);
    throw;
  }
  if (std::fclose(stream) != 0) throw RunError(fmt::format("{}: could not be written: {}", name, std::strerror(errno)));
}

// A symbolic link stays one: what it points to is replaced.
fs::path target_of(const fs::path& path) {
  std::error_code failed;
  const fs::path target = fs::weakly_canonical(path, failed);
  return failed ? path : target;
}

}  // namespace

void write_output(const std::string& path, const std::string& text) {
  if (path == "-") return write_all(stdout, text, "standard output");
  // A pipe or a device has nothing to be replaced.
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) throw RunError(fmt::format("{}: is a directory, expected a file to write", path));
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_file(path, text, path);

  const fs::path target = target_of(path);
  const fs::path temporary = target.string() + fmt::format(".tenon-{}", getpid());
  try {
    write_file(temporary, text, path);
    std::error_code failed;
    fs::rename(temporary, target, failed);
    if (failed) throw RunError(fmt::format("{}: could not be written: {}", path, failed.message()));
  } catch (...) {
    fs::remove(temporary, ignored);
    throw;
  }
}

std::string read_input(const std::string& path) {
  const std::string name = path == "-" ? "standard input" : path;
  struct Close {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  std::unique_ptr<std::FILE, Close> file;
  if (path != "-") {
    file.reset(std::fopen(path.c_str(), "rb"));
    if (!file) throw Error(Source{name, 0, ""}, fmt::format("could not be read: {}", std::strerror(errno)));
  }
  std::FILE* stream = file ? file.get() : stdin;
  std::string text;
  char block[65536];
  while (const std::size_t n = std::fread(block, 1, sizeof block, stream)) text.append(block, n);
  if (std::ferror(stream)) throw Error(Source{name, 0, ""}, fmt::format("could not be read: {}", std::strerror(errno)));
  return text;
}

}  // namespace tenon::cli
