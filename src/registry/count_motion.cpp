// What follows from the motion of the bodies: frames, centre of mass, momentum, energy, joint reactions.
#include "dynamics/energy.hpp"
#include "dynamics/joint_reaction.hpp"
#include "dynamics/momentum.hpp"
#include "kinematics/frame_motion.hpp"
#include "registry/count.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

using Run = CountedMotion;

// A question without a frame asks for the last one, which is far out.
FrameId frame_of(const Model& model, const Question& s) {
  return s.frame.index > 0 || !s.q.empty() ? s.frame : FrameId{static_cast<int>(model.frames().size()) - 1};
}

// Columns of a momentum map, each a sum over bodies.
template <int rows, class Column>
void sum_columns(Run& run, Column&& column) {
  Numbers map(rows * run.out.size());
  each_momentum_column(run.model, run.body.data(), [&](int dof, const Force<Counted>& h) {
    Force<Counted> c = column(h);
    const auto part = parts(c);
    for (std::size_t row = 0; row < rows; ++row)
      map[row * run.out.size() + static_cast<std::size_t>(dof)] += *part[row];
  });
}

// Position, velocity and acceleration of the centre of mass; what the kinematics left at zero folds.
void centre(Run& run) {
  const Counted r(1 / moving_mass(run.model));
  MassMoments<Counted> sum = mass_moments(run.model, run.body.data());
  for (Vec3<Counted>* part : {&sum.moment, &sum.momentum, &sum.force}) *part = r * *part;
}

}  // namespace

OperationCount placement(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(nullptr, nullptr);
    frame_at(run.model, run.body.data(), frame_of(model, s));
  });
}
OperationCount velocity(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(&run.v, nullptr);
    velocity_of(frame_at(run.model, run.body.data(), frame_of(model, s)), s.axes);
  });
}
OperationCount acceleration(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(&run.v, &run.a);
    const FrameAt<Counted> at = frame_at(run.model, run.body.data(), frame_of(model, s));
    acceleration_of(at, at.body.a, s.axes);
  });
}
OperationCount bias_acceleration(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(&run.v, nullptr);
    const FrameAt<Counted> at = frame_at(run.model, run.body.data(), frame_of(model, s));
    acceleration_of(at, at.body.bias, s.axes);
  });
}
OperationCount jacobian(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(nullptr, nullptr);
    each_jacobian_column(run.model, run.body.data(), frame_of(model, s), s.axes, [](int, const Motion<Counted>&) {});
  });
}

OperationCount energy(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(&run.v, nullptr);
    const EnergyParts<Counted> e = energy_kernel(run.model, run.body.data(), run.q.data(), run.v.data());
    run.out.assign(1, e.kinetic + e.potential + e.elastic);
  });
}

OperationCount com(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(nullptr, nullptr);
    centre(run);
  });
}
OperationCount com_velocity(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(&run.v, nullptr);
    centre(run);
  });
}
OperationCount com_acceleration(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(&run.v, &run.a);
    centre(run);
  });
}
OperationCount com_jacobian(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(nullptr, nullptr);
    const Counted r(1 / moving_mass(run.model));
    sum_columns<3>(run, [&](const Force<Counted>& h) { return Force<Counted>{r * h.linear, h.angular}; });
  });
}
OperationCount momentum(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(&run.v, nullptr);
    momentum_about(run.model, run.body.data(), centre_of(run.model, run.body.data()));
  });
}
OperationCount centroidal_map(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    run.kinematics(nullptr, nullptr);
    const Vec3<Counted> centre = centre_of(run.model, run.body.data());
    sum_columns<6>(run, [&](const Force<Counted>& h) { return about(centre, h); });
  });
}

OperationCount joint_reaction(const Model& model, const Question& s) {
  return counted<Run>(model, s, [&](Run& run) {
    run.kinematics(&run.v, &run.a);
    joint_reaction_kernel(run.model, run.body.data(), frame_of(model, s), [&](auto&& take) {
      for (const ExternalWrench& w : s.wrenches) {
        Force<Counted> f;
        for (Counted* part : parts(f)) *part = Counted::variable(1);
        take(w.frame.index, f);
      }
    });
  });
}

}  // namespace tenon::count
