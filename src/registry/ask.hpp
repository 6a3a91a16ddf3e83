// A question as a descriptor's `compute` reads it: the model, the memory, what is given, and where the answer goes.
#pragma once

#include <algorithm>

#include "constrained/names.hpp"
#include "constrained/public_workspace.hpp"
#include "dynamics/kernels.hpp"
#include "dynamics/workspace.hpp"
#include "model/arguments.hpp"
#include "model/workspace.hpp"
#include "registry/workspace.hpp"
#include "tenon/configuration.hpp"

namespace tenon {

struct Ask {
  const Model& model;
  Workspace& ws;
  const Question& given;
  std::span<double> out;
  OneThread one{ws};  // before the memory, which the first question makes
  AlgorithmMemory& memory = algorithm_memory(model, ws);
  std::size_t nv = static_cast<std::size_t>(model.nv());

  // Errors that name the argument.
  void check_q() const { check_configuration(model, given.q); }
  void check(std::span<const double> x, const char* name) const { check_input(x, model.nv(), name); }
  void check_out(std::size_t size, const char* name) const { check_size(out.size(), size, name); }

  void answer(std::span<const double> numbers) const { std::ranges::copy(numbers, out.begin()); }
  // The k-th of three matrices that stand one after the other.
  std::span<double> third(std::size_t k) const { return out.subspan(k * (out.size() / 3), out.size() / 3); }

  // Kinematics at q, at v and a where they are passed.
  const Kinematics& moved(std::span<const double> v = {}, std::span<const double> a = {}) const {
    forward_kinematics(model, {given.q, v}, a, memory.kinematics);
    return memory.kinematics;
  }
  State state() const { return {given.q, given.v}; }
  // M's factors at q; its Error names the joint. Model checks that M is positive definite when it is compiled, so that
  // only rounding at this q is left.
  Factorization& factors() const;

  // Of the plain kernels.
  PlainScratch& plain_scratch() const { return memory.plain.get(model); }
  const DynamicsKernels& kernels() const { return TENON_ISA_CHOICE(dynamics_kernels); }
  const Force<double>* external() const { return body_wrenches(model, checked(model, ws), given.wrenches); }

  // The set of constraints, empty where none is given; the workspace has room for it.
  const ConstraintSet& set() const {
    const ConstraintSet& set = given.constraints ? *given.constraints : memory.no_constraint.get(model).set;
    make_room(model, ws, set.capacity());
    return set;
  }
  SolverSettings settings() const {
    return {.penalty = given.settings.penalty.numbers(),
            .tolerance = given.settings.tolerance,
            .max_iterations = given.settings.max_iterations,
            .stiffness = given.stiffness};
  }
  // The report as numbers: solve_report() reads them.
  static void put(const SolveReport& report, std::span<double> part);
};

}  // namespace tenon
