// Joint-space inertia matrix by the composite-rigid-body algorithm. [Fea05] §5's listing (its lines counted from 1),
// [RBDA] Table 6.2. O(n d), d the depth.
// Departures: all X are computed first; a joint of several degrees of freedom gives one force f per axis and a block
// of H; armature adds to the diagonal; H_ji (line 14) is left out: only the lower triangle is written, and of it only
// what the tree allows to differ from zero.   Errata: none known.
#pragma once

#include <algorithm>
#include <vector>
#include "model/algorithm_facts.hpp"
#include "model/joint.hpp"

namespace tenon {

template <class S>
struct CrbaBody {
  Transform<S> X;
  Inertia<S> I;  // composite
};

inline namespace TENON_ISA {

// I s for every axis of the joint; returns their number.
template <class S>
inline int axis_forces(const Body& k, const Inertia<S>& I, Force<S>* f) {
  const S o(0);
  const Force<S> lx{{I.m, o, o}, {o, I.h.z, -I.h.y}}, ly{{o, I.m, o}, {-I.h.z, o, I.h.x}},
      lz{{o, o, I.m}, {I.h.y, -I.h.x, o}};
  const Force<S> ax{{o, -I.h.z, I.h.y}, {I.I.xx, I.I.xy, I.I.xz}}, ay{{I.h.z, o, -I.h.x}, {I.I.xy, I.I.yy, I.I.yz}},
      az{{-I.h.y, I.h.x, o}, {I.I.xz, I.I.yz, I.I.zz}};
  switch (k.kind) {
    case JointKind::revolute:
      return f[0] = az, 1;
    case JointKind::prismatic:
      return f[0] = lz, 1;
    case JointKind::helical:
      return f[0] = S(k.pitch) * lz + az, 1;
    case JointKind::spherical:
      return f[0] = ax, f[1] = ay, f[2] = az, 3;
    case JointKind::planar:
      return f[0] = lx, f[1] = ly, f[2] = az, 3;
    case JointKind::free:
      return f[0] = lx, f[1] = ly, f[2] = lz, f[3] = ax, f[4] = ay, f[5] = az, 6;
    case JointKind::fixed:
      break;
  }
  return 0;
}

// M: nv x nv, row-major.
template <class S>
void crba_kernel(const CompiledModel& model, CrbaBody<S>* body, S* sine, S* cosine, const S* q, S* M) {
  const int n = model.body_count();
  joint_trigonometry(model, q, sine, cosine);
  for (int i = 1; i < n; ++i) {
    by_kind(model.bodies[i].kind,
            [&]<JointKind kind>() { body[i].X = joint_placement<kind>(model.bodies[i], q, sine, cosine); });
    body[i].I = lifted<S>(model.bodies[i].I);  // line 2
  }
  for (int i = n - 1; i > 0; --i) {  // line 4
    const Body& k = model.bodies[i];
    Force<S> f[6];
    const int columns = axis_forces(k, body[i].I, f);                 // line 5
    if (k.parent > 0) body[k.parent].I += act(body[i].X, body[i].I);  // lines 7, 8
    for (int c = 0; c < columns; ++c) {
      S* row = M + static_cast<std::ptrdiff_t>(k.v + c) * model.nv;
      S block[6];
      joint_force(k, f[c], block);
      for (int d = 0; d <= c; ++d) row[k.v + d] = block[d];  // line 6
      row[k.v + c] += S(model.armature[k.v + c]);
      for (int j = i; model.bodies[j].parent > 0;) {                  // lines 10, 11
        f[c] = act(body[j].X, f[c]);                                  // line 12
        j = model.bodies[j].parent;                                   // line 13
        joint_force(model.bodies[j], f[c], row + model.bodies[j].v);  // line 14
      }
    }
  }
}

struct CrbaPlain {
  static constexpr AlgorithmFacts facts{.name = "crba-plain",
                                        .family = "crba",
                                        .paper = "Fea05",
                                        .listing = "section 5, body by body",
                                        .complexity = "O(n d)"};
  template <class Ask>
  static void compute(const Ask& ask) {
    auto& w = ask.plain_scratch();
    ask.check_q(), ask.check_out(ask.nv * ask.nv, "M");
    std::fill(ask.out.begin(), ask.out.end(), 0.0);
    ask.kernels().crba(ask.model.compiled(), w.crba.data(), w.sine.data(), w.cosine.data(), ask.given.q.data(),
                       ask.out.data());
    ask.kernels().mirror(ask.out.data(), ask.model.nv(), true);
  }
  template <class Run>
  static void count(Run& run) {
    matrix(run);
  }
  // M of a run that counts: its lower triangle.
  template <class Run>
  static auto& matrix(Run& run) {
    auto& M = run.square();
    std::vector<CrbaBody<typename Run::Number>> body(run.model.bodies.size());
    crba_kernel(run.model, body.data(), run.sine.data(), run.cosine.data(), run.q.data(), M.data());
    return M;
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
