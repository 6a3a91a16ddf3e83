// Which way CRBA goes.
#pragma once

namespace tenon {

// Moving columns from body to body costs CRBA more per entry than products with axes in the root's frame, and less per
// body: beyond this depth the latter is faster.
constexpr int deep = 160;

}  // namespace tenon
