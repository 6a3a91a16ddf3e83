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

DelassusWorkspace::Data::Data(const Model& model, const ConstraintSet& set, Delassus algorithm, Mode mode)
    : serial(model.compiled().serial),
      capacity(set.capacity()),
      sizes(delassus_sizes(model.compiled(), capacity)),
      walks(choose_walks(model.compiled(), mode)),
      plan(model.compiled(), *walks.limbs, 4),
      room(plan.room(model.compiled(), capacity)) {
  plan.reserve(capacity);
  make_room(model, set, algorithm);
}

namespace {

// Kinematics, and CRBA, of an algorithm that is given J or M.
template <class A>
bool needs_reference(const ConstraintSet::Data& set) {
  return CutsScratch<A, double> && (given_jacobian<A> || given_inertia<A> || !set.rows_on_effectors());
}

template <class A>
void make_room_for(DelassusWorkspace::Data& d, const Model& model, const ConstraintSet& set) {
  if constexpr (CutsScratch<A, double>) {
    Arena measure;
    A::template scratch<double>(d.sizes, measure);
    if (measure.used() > d.block.size()) d.block = AlignedVector(measure.used());
  }
  if (needs_reference<A>(set.data()) && !d.reference) d.reference.emplace(model);
  if constexpr (requires { A::make_room(d, model); }) A::make_room(d, model);
}

}  // namespace

void DelassusWorkspace::Data::make_room(const Model& model, const ConstraintSet& set, Delassus algorithm) {
  if (algorithm == Delassus::automatic) {
    make_room(model, set, Delassus::pv_osimr);
    if (!set.data().rows_on_effectors()) make_room(model, set, Delassus::ltl_osim);
    return;
  }
  with_algorithm(algorithm, [&]<class A>() { make_room_for<A>(*this, model, set); });
}

void DelassusWorkspace::Data::make_damped_room() {
  const std::size_t needed =
      TENON_ISA_CHOICE(delassus_walk_kernels).scratch_size(*walks.limbs, plan, room, /*damped=*/true);
  if (walk.size() < needed) walk = AlignedVector(needed);
}

DelassusWorkspace::DelassusWorkspace(const Model& model, const ConstraintSet& set, Delassus algorithm, Mode mode) {
  checked(model, set);
  data_ = std::make_unique<Data>(model, set, algorithm, mode);
}
DelassusWorkspace::~DelassusWorkspace() = default;
DelassusWorkspace::DelassusWorkspace(DelassusWorkspace&&) noexcept = default;
DelassusWorkspace& DelassusWorkspace::operator=(DelassusWorkspace&&) noexcept = default;
std::size_t DelassusWorkspace::bytes() const {
  return sizeof(Data) + (data_->block.size() + data_->walk.size()) * sizeof(double) + data_->plan.bytes() +
         data_->walks.bytes() + (data_->reference ? data_->reference->tree.bytes() : 0) +
         (data_->factors ? data_->factors->bytes() : 0);
}

namespace {

constexpr auto list = listed<DelassusAlgorithms>();

template <class A>
void run(const DelassusCall& c) {
  if constexpr (!CutsScratch<A, double>) {
    A::call(c);
  } else {
    DelassusWorkspace::Data& d = c.memory;
    const ConstraintSet::Data& rows = c.set.data();
    Arena arena(d.block.data());
    const DelassusScratch<double> w = A::template scratch<double>(d.sizes, arena);
    if (given_jacobian<A> || !rows.rows_on_effectors()) {
      forward_kinematics(c.model, c.q, {}, {}, d.reference->kinematics);
      constraint_jacobian(c.model, c.set, d.reference->kinematics,
                          {w.J, static_cast<std::size_t>(rows.rows) * d.sizes.nv});
    }
    if constexpr (given_inertia<A>) crba(c.model, d.reference->tree, c.q, {w.M, d.sizes.nv * d.sizes.nv});
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

void delassus(const Model& model, const ConstraintSet& set, DelassusWorkspace& ws, std::span<const double> q,
              std::span<double> out, Delassus algorithm) {
  const CompiledModel& m = model.compiled();
  const ConstraintSet::Data& rows = checked(model, set);
  DelassusWorkspace::Data& d = ws.data();
  if (d.serial != m.serial) throw Error("delassus: the workspace was made for another model");
  check_fits("delassus", set, d.capacity);
  check_configuration(model, q);
  const auto m_rows = static_cast<std::size_t>(rows.rows);
  check_size(out.size(), m_rows * m_rows, "out");
  check_takes(set, algorithm);
  if (algorithm == Delassus::automatic) {
    if (d.chosen_for != rows.serial) d.chosen = chosen_delassus(set), d.chosen_for = rows.serial;
    algorithm = d.chosen;
  }
  d.make_room(model, set, algorithm);
  with_algorithm(algorithm, [&]<class A>() { run<A>({model, set, d, q, out.data()}); });
}

}  // namespace tenon
