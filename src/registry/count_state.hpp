// The numbers that operations are counted on: q, v, a, τ and wrenches are variables, the model's constants are known
// and fold.
#pragma once

#include <array>
#include <deque>
#include <span>
#include <vector>

#include "spatial/counted.hpp"

#include "kinematics/forward.hpp"
#include "model/compiled.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"
#include "walk/arena.hpp"

namespace tenon::count {

using Numbers = std::vector<Counted>;

inline Numbers variables(std::span<const double> values) {
  Numbers out;
  for (const double value : values) out.push_back(Counted::variable(value));
  return out;
}

inline std::array<Counted*, 6> parts(Force<Counted>& f) {
  return {&f.linear.x, &f.linear.y, &f.linear.z, &f.angular.x, &f.angular.y, &f.angular.z};
}

// A state to count at. What a question leaves out is drawn at random.
struct CountedState {
  const CompiledModel& model;
  Numbers q, v, a, tau, x, to, sine, cosine, zero, out;
  std::vector<Force<Counted>> wrenches;

  CountedState(const Model& m, const Question& s) : model(m.compiled()) {
    const auto nq = static_cast<std::size_t>(model.nq), nv = static_cast<std::size_t>(model.nv);
    const std::vector<double> random_q = random_configuration(m, 1), random_v = random_velocity(m, 2);
    const auto tangent = [&](std::span<const double> given) {
      return variables(given.size() == nv ? given : random_v);
    };
    q = variables(s.q.empty() ? random_q : s.q);
    v = tangent(s.v), a = tangent(s.a), tau = tangent(s.tau), x = tangent(s.x);
    to = variables(s.x.size() == nq ? s.x : random_q);
    sine.resize(nq), cosine.resize(nq), zero.resize(nv), out.resize(nv);
    if (s.wrenches.empty()) return;
    wrenches.resize(model.bodies.size());
    for (const ExternalWrench& w : s.wrenches)
      for (Counted* part : parts(wrenches[static_cast<std::size_t>(model.body_frames[w.frame.index].body)]))
        *part = Counted::variable(1);
  }

  const Force<Counted>* external() const { return wrenches.empty() ? nullptr : wrenches.data(); }
};

// With the motion of the bodies, as far as it was computed.
struct CountedMotion : CountedState {
  std::vector<KinematicBody<Counted>> body;

  CountedMotion(const Model& m, const Question& s) : CountedState(m, s), body(model.bodies.size()) {}
  // Null means zero.
  void kinematics(const Numbers* velocity, const Numbers* acceleration) {
    forward_kinematics_kernel(model, body.data(), sine.data(), cosine.data(), q.data(),
                              velocity ? velocity->data() : nullptr, acceleration ? acceleration->data() : nullptr);
  }
};

// A run that counts an algorithm of the unconstrained tree: what a descriptor's `count` reads.
struct TreeRun : CountedMotion {
  using Number = Counted;
  const Question& given;

  TreeRun(const Model& m, const Question& s)
      : CountedMotion(m, s), given(s), last_(static_cast<int>(m.frames().size()) - 1) {}

  // cutter(arena) on memory that is known to be zero and lives as long as the run.
  template <class Cutter>
  auto cut(Cutter&& cutter) {
    Arena measure;
    cutter(measure);
    Numbers& block = blocks_.emplace_back(measure.used() * sizeof(double) / sizeof(Counted) + 1);
    Arena arena(reinterpret_cast<double*>(block.data()));
    return cutter(arena);
  }
  // nv x nv zeros, the same ones in every call.
  Numbers& square() {
    square_.resize(out.size() * out.size());
    return square_;
  }
  // A question without a frame asks for the last one, which is far out.
  FrameId frame() const { return given.frame.index > 0 || !given.q.empty() ? given.frame : FrameId{last_}; }

  static std::array<Counted*, 6> parts(Force<Counted>& f) { return count::parts(f); }
  static Force<Counted> unknown_force() {
    Force<Counted> f;
    for (Counted* part : count::parts(f)) *part = Counted::variable(1);
    return f;
  }

 private:
  int last_;
  std::deque<Numbers> blocks_;
  Numbers square_;
};

}  // namespace tenon::count
