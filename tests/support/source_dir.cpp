#include "support/source_dir.hpp"

namespace tenon::test {

// The one object that knows the path: all others are the same in every checkout, which is what ccache wants.
std::string source_dir() { return TENON_SOURCE_DIR; }

}  // namespace tenon::test
