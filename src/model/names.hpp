// Looking names up, and saying which names are near when one is not there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tenon {

// The (at most three) candidates nearest to `name` by edit distance, nearest first, quoted and comma-separated.
std::string nearest_names(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tenon
