// Mesh names to paths. Only looks whether files exist; never opens one.
#include "io/mesh_path.hpp"

#include <cstdlib>
#include <string_view>

namespace tenon::io {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// The name without its scheme, where it has that scheme.
std::optional<std::string_view> without(std::string_view scheme, std::string_view name) {
  if (!name.starts_with(scheme)) return std::nullopt;
  return name.substr(scheme.size());
}

std::vector<fs::path> folders_above(const fs::path& directory) {
  std::error_code error;
  fs::path folder = fs::absolute(directory.empty() ? fs::path(".") : directory, error).lexically_normal();
  if (error) return {};
  std::vector<fs::path> folders;
  for (; folder != folder.parent_path(); folder = folder.parent_path()) folders.push_back(folder);
  folders.push_back(folder);
  return folders;
}

std::vector<fs::path> ros_package_path() {
  std::vector<fs::path> folders;
  const char* variable = std::getenv("ROS_PACKAGE_PATH");
  std::string_view list = variable ? variable : "";
  while (!list.empty()) {
    const auto colon = std::min(list.find(':'), list.size());
    if (colon > 0) folders.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return folders;
}

std::optional<fs::path> find_in_package(std::string_view rest, const std::vector<fs::path>& folders) {
  const fs::path inside(rest);
  const auto slash = std::min(rest.find('/'), rest.size());
  const fs::path package(rest.substr(0, slash));
  const fs::path below(rest.substr(std::min(slash + 1, rest.size())));
  for (const fs::path& folder : folders) {
    if (is_file(folder / inside)) return folder / inside;
    if (folder.filename() == package && is_file(folder / below)) return folder / below;
  }
  return std::nullopt;
}

}  // namespace

std::optional<fs::path> find_mesh(const std::string& name, const fs::path& directory,
                                  const std::vector<std::string>& package_paths) {
  for (const char* scheme : {"package://", "model://"}) {
    const auto rest = without(scheme, name);
    if (!rest) continue;
    std::string_view inside = *rest;
    while (inside.starts_with('/')) inside.remove_prefix(1);  // package:///NAME is common
    std::vector<fs::path> folders(package_paths.begin(), package_paths.end());
    for (fs::path& folder : folders_above(directory)) folders.push_back(std::move(folder));
    for (fs::path& folder : ros_package_path()) folders.push_back(std::move(folder));
    return find_in_package(inside, folders);
  }
  const fs::path path = directory / fs::path(without("file://", name).value_or(name));
  return is_file(path) ? std::optional(path.lexically_normal()) : std::nullopt;
}

}  // namespace tenon::io
