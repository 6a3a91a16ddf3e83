// Where a robot file's mesh lies.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tenon::io {

// package://NAME/PATH and model://NAME/PATH: the folder NAME is looked for in `package_paths`, in the folders above
// `directory`, and in ROS_PACKAGE_PATH, in this order; a folder of that list may be the package itself.
// file:///PATH and plain paths: absolute, or relative to `directory`. Empty where no such file exists.
std::optional<std::filesystem::path> find_mesh(const std::string& name, const std::filesystem::path& directory,
                                               const std::vector<std::string>& package_paths);

}  // namespace tenon::io
