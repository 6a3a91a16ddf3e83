// Forward dynamics of a pendulum against its closed form, through the installed package.
#include <cmath>
#include <cstdio>
#include <tenon/tenon.hpp>
#include <vector>

int main() {
  const double mass = 2, length = 0.7, radius = 0.1, g = 9.81, angle = 0.4;
  tenon::ModelBuilder builder("pendulum");
  builder.link("bob", tenon::solid_sphere(mass, radius, tenon::placement_at(0, 0, -length)));
  builder.revolute("pivot", "", "bob", tenon::placement_at(0, 0, 1), {0, 1, 0});
  const tenon::Model model = builder.build();

  tenon::Workspace ws(model);
  const std::vector<double> q{angle}, v{0.0}, tau{0.0};
  std::vector<double> a(1);
  tenon::aba(model, ws, {q, v}, tau, a);

  const double expected = -g * length * std::sin(angle) / (length * length + 0.4 * radius * radius);
  const bool right = std::abs(a[0] - expected) < 1e-12 * std::abs(expected);  // a few roundings
  std::printf("%.15g, expected %.15g\n", a[0], expected);
  if (!right) return 1;

  try {
    tenon::load_urdf("missing.urdf");
  } catch (const tenon::Error& error) {  // exceptions cross the library's border
    return std::string(error.what()).find("missing.urdf") == std::string::npos;
  }
  return 1;
}
