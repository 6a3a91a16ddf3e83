// The public call: checks, memory, and the kernel of the chosen algorithm.
#include "tenon/delassus.hpp"

#include <algorithm>

#include "delassus/algorithms.hpp"
#include "delassus/automatic.hpp"
#include "delassus/call.hpp"
#include "delassus/listed.hpp"
#include "model/arguments.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

DelassusSizes delassus_sizes(const CompiledModel& model, const ConstraintCapacity& capacity) {
  std::vector<std::size_t> depth(model.bodies.size(), 0);
  for (std::size_t i = 1; i < depth.size(); ++i) depth[i] = depth[static_cast<std::size_t>(model.bodies[i].parent)] + 1;
  return {static_cast<std::size_t>(model.nq), static_cast<std::size_t>(model.nv), model.bodies.size(),
          *std::max_element(depth.begin(), depth.end()), static_cast<std::size_t>(capacity.rows)};
}

DelassusMemory::DelassusMemory(const Model& model, ConstraintCapacity room_for, Mode mode)
    : capacity(room_for),
      sizes(delassus_sizes(model.compiled(), capacity)),
      walks(choose_walks(model.compiled(), mode)),
      plan(model.compiled(), *walks.limbs, 4),
      room(plan.room(model.compiled(), capacity)),
      kinematics(model),
      factors(model) {
  plan.reserve(capacity);
  const DelassusWalkKernels& kernels = TENON_ISA_CHOICE(delassus_walk_kernels);
  walk.resize(std::max(kernels.scratch_size(*walks.limbs, plan, room, /*damped=*/false),
                       kernels.scratch_size(*walks.limbs, plan, room, /*damped=*/true)));
  std::size_t most = 0;
  for_each_type(DelassusAlgorithms{}, [&]<class A>() {
    Arena measure;
    if constexpr (CutsScratch<A, double>) A::template scratch<double>(sizes, measure);
    most = std::max(most, measure.used());
    return 0;
  });
  block.resize(most);
}

std::size_t DelassusMemory::bytes() const {
  return sizeof *this + (block.size() + walk.size()) * sizeof(double) + plan.bytes() + walks.bytes() + factors.bytes();
}

namespace {

constexpr auto list = listed<DelassusAlgorithms>();

// The enumerators stand in the order of the list.
constexpr bool stands(Delassus algorithm, std::string_view name) {
  return list[static_cast<std::size_t>(algorithm)].name == name;
}
static_assert(stands(Delassus::pv_osimr, "pv-osimr") && stands(Delassus::pv_osimr_plain, "pv-osimr-plain") &&
              stands(Delassus::pv_osim, "pv-osim") && stands(Delassus::efpa, "efpa") && stands(Delassus::kjr, "kjr") &&
              stands(Delassus::ltl_osim, "ltl-osim") && stands(Delassus::ltl_osim_plain, "ltl-osim-plain") &&
              stands(Delassus::dense, "dense"));

template <class A>
void run(const DelassusCall& c) {
  if constexpr (!CutsScratch<A, double>) {
    A::call(c);
  } else {
    DelassusMemory& d = c.memory;
    const ConstraintSet::Data& rows = c.set.data();
    Arena arena(d.block.data());
    const DelassusScratch<double> w = A::template scratch<double>(d.sizes, arena);
    if (given_jacobian<A> || !rows.rows_on_effectors()) {
      forward_kinematics(c.model, {c.q}, d.kinematics);
      constraint_jacobian(c.model, c.set, d.kinematics, {w.J, static_cast<std::size_t>(rows.rows) * d.sizes.nv});
    }
    if constexpr (given_inertia<A>) crba(c.model, c.ws, c.q, {w.M, d.sizes.nv * d.sizes.nv});
    if constexpr (requires { A::call(c, w); }) return A::call(c, w);
    constexpr int position = position_of<A>(DelassusAlgorithms{});
    TENON_ISA_CHOICE(delassus_kernels).run[position](c.model.compiled(), rows, w, c.q.data(), c.out);
  }
}

}  // namespace

Delassus find_delassus(std::string_view name) { return static_cast<Delassus>(find_position(list, name)); }
const char* to_string(Delassus algorithm) { return name_at(list, static_cast<int>(algorithm)).data(); }
bool takes(Delassus algorithm, const ConstraintSet& set) { return takes(list, static_cast<int>(algorithm), set); }
void check_takes(const ConstraintSet& set, Delassus algorithm) { check_takes(list, static_cast<int>(algorithm), set); }

void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              std::span<double> out, Delassus algorithm) {
  const OneThread one(ws);
  const ConstraintSet::Data& rows = opened("delassus", model, set, ws);
  DelassusMemory& d = *ws.data().delassus;
  check_configuration(model, q);
  const auto m_rows = static_cast<std::size_t>(rows.rows);
  check_size(out.size(), m_rows * m_rows, "out");
  check_takes(set, algorithm);
  if (algorithm == Delassus::automatic) {
    if (d.chosen_for != rows.serial) d.chosen = chosen_delassus(set), d.chosen_for = rows.serial;
    algorithm = d.chosen;
  }
  with_algorithm(algorithm, [&]<class A>() { run<A>({model, set, ws, d, q, out.data()}); });
}

void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              std::span<double> out) {
  delassus(model, set, ws, q, out, Delassus::automatic);
}

void delassus(const Model& model, const ConstraintSet& set, Workspace& ws, std::span<const double> q,
              const DelassusOptions& options, std::span<double> out) {
  delassus(model, set, ws, q, out, find_delassus(options.algorithm));
}

}  // namespace tenon
