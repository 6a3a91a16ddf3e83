// Counted once per set, so that a choice between algorithms costs no more than a walk over the bodies.
#include "spatial/counted.hpp"

#include "constraints/compiled.hpp"
#include "model/joint.hpp"

namespace tenon {

namespace {

Counted unknown() { return Counted::variable(0.5); }

double operations(const OperationCount& n) { return static_cast<double>(n.add + n.mul); }

}  // namespace

std::vector<MoveCost> move_costs(const CompiledModel& model) {
  std::vector<MoveCost> costs(model.bodies.size());
  const std::vector<Counted> q(static_cast<std::size_t>(model.nq), unknown());
  const Force<Counted> f{{unknown(), unknown(), unknown()}, {unknown(), unknown(), unknown()}};
  const Counted one(1), o(0);
  const Force<Counted> units[] = {{{one, o, o}, {o, o, o}}, {{o, one, o}, {o, o, o}}, {{o, o, one}, {o, o, o}},
                                  {{o, o, o}, {one, o, o}}, {{o, o, o}, {o, one, o}}, {{o, o, o}, {o, o, one}}};
  for (std::size_t i = 1; i < costs.size(); ++i) {
    const Body& k = model.bodies[i];
    if (k.parent == 0) continue;
    Transform<Counted> X;
    by_kind(k.kind, [&]<JointKind kind>() { X = joint_placement<kind>(k, q.data(), q.data(), q.data()); });
    costs[i].force = operations(count_operations([&] { act(X, f); }));
    costs[i].units = operations(count_operations([&] {
      for (const Force<Counted>& unit : units) act(X, unit);
    }));
  }
  return costs;
}

}  // namespace tenon
