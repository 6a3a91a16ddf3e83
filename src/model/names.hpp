// How far two names are apart.
#pragma once

#include <string_view>

namespace tenon {

// Letters that are added, left out, replaced or swapped with their neighbour on the way from one name to the other.
int edit_distance(std::string_view a, std::string_view b);

}  // namespace tenon
