// <compiler>: how the rest of an MJCF file is to be read.
#pragma once

#include <filesystem>
#include <string>

#include "io/mjcf_defaults.hpp"

namespace tenon::io::mjcf {

struct Compiler {
  double angle = 0.017453292519943295;  // radians per unit of the file: degrees unless it says otherwise
  std::string euler_sequence = "xyz";
  bool auto_limits = true;
  enum class FromGeom { no, yes, automatic } inertia_from_geom = FromGeom::automatic;
  int first_inertia_group = 0, last_inertia_group = 5;
  double bound_mass = 0, bound_inertia = 0;
  bool balance_inertia = false;
  double total_mass = -1;  // not positive: masses stay
  std::filesystem::path mesh_directory;
  bool strip_path = false;
  bool fit_to_aabb = false;
};

// All sections of that name; the last setting of an attribute counts.
Compiler read_compiler(const Node& root, Remarks& remarks);

// Whether a range is in force: `limited` says so, or (automatic) the range is there. A range that is in force but
// reversed is an Error. Returns false and leaves `range` alone where there is none.
bool read_range(const Attributes& attributes, const char* range_attribute, const char* limited_attribute,
                const Compiler& compiler, std::array<double, 2>& range);

}  // namespace tenon::io::mjcf
