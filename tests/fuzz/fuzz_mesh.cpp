// Mesh files under random bytes: moments or a tenon::Error, nothing else. The first byte picks the format.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/convex_hull.hpp"
#include "io/mesh_inertia.hpp"

namespace {

using namespace tenon::io;

void exercise(const Mesh& mesh) {
  for (const MeshInertia kind : {MeshInertia::convex, MeshInertia::exact, MeshInertia::legacy, MeshInertia::shell}) {
    try {
      mesh_moments(mesh, kind);
    } catch (const tenon::Error&) {
    }
  }
  // Exact arithmetic promises a closed surface whatever the points are.
  if (!watertight(convex_hull(mesh.vertices))) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    exercise(data[0] == 's'   ? parse_stl(bytes, "stl")
             : data[0] == 'm' ? parse_msh(bytes, "msh")
                              : parse_obj(bytes, "obj"));
  } catch (const tenon::Error&) {
  }
  return 0;
}
