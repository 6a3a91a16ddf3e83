// What a user writes: a robot from a file, one call of the articulated-body algorithm.
#include <tenon/tenon.hpp>

std::vector<double> accelerations(const char* file) {
  const tenon::Model model = tenon::load_urdf(file, {});
  tenon::Workspace workspace(model);
  const std::vector<double> q = tenon::neutral_configuration(model);
  const std::vector<double> v(static_cast<std::size_t>(model.nv())), tau(v);
  std::vector<double> a(v);
  tenon::aba(model, workspace, {q, v}, tau, a);
  return a;
}
