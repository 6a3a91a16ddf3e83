// Reads <inertial>, or adds up geoms, and applies bounds and balancing.
#include "io/mjcf_inertia.hpp"

#include <algorithm>

#include "io/principal_axes.hpp"

namespace tenon::io::mjcf {

MassProperties read_inertial(const Element& element, const Compiler& compiler, Remarks& remarks) {
  element.mark();
  remarks.attributes(element, "inertial");
  MassProperties properties;
  properties.mass = element.number("mass");
  if (properties.mass < 0) element.fail("mass", "a number >= 0");
  element.vector<3>("pos");  // required, unlike everywhere else
  const Placement placement = read_placement(Attributes(element), compiler);
  const auto diagonal = element.find_vector<3>("diaginertia");
  const auto full = element.find_vector<6>("fullinertia");
  if (diagonal && full) element.fail("diaginertia and fullinertia are both there, expected one of them");
  if (full && placement.rotation != Placement{}.rotation)
    element.fail("fullinertia and an orientation are both there, expected one of them");
  if (diagonal) properties.inertia = {(*diagonal)[0], 0, 0, (*diagonal)[1], 0, (*diagonal)[2]};
  // Written xx yy zz xy xz yz.
  if (full) properties.inertia = {(*full)[0], (*full)[3], (*full)[4], (*full)[1], (*full)[5], (*full)[2]};
  return transformed(placement, properties);
}

MassProperties corrected(const MassProperties& properties, const Compiler& compiler) {
  MassProperties result = properties;
  result.mass = std::max(properties.mass, compiler.bound_mass);
  if (compiler.bound_inertia == 0 && !compiler.balance_inertia) return result;
  PrincipalAxes axes = principal_axes(properties.inertia);
  auto& [a, b, c] = axes.moments;
  for (double& moment : axes.moments) moment = std::max(moment, compiler.bound_inertia);
  if (compiler.balance_inertia && b + c < a) a = b = c = (a + b + c) / 3;
  if (axes.moments != principal_axes(properties.inertia).moments) result.inertia = inertia_from(axes);
  return result;
}

void set_total_mass(double total, std::vector<Link>& links) {
  double sum = 0;
  for (const Link& link : links) sum += link.inertia.mass;
  if (!(total > 0) || !(sum > 0)) return;
  for (Link& link : links) {
    link.inertia.mass *= total / sum;
    for (double& entry : link.inertia.inertia) entry *= total / sum;
  }
}

}  // namespace tenon::io::mjcf
