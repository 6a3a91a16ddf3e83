// Elements and attributes whose names are nearly those of MJCF.
#pragma once

#include "io/mjcf_tree.hpp"

namespace tenon::io::mjcf {

// The first one is an Error. Parts of a file that tenon leaves out are not looked at.
void refuse_misspelled_names(const Node& root);

}  // namespace tenon::io::mjcf
