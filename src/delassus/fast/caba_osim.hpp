// Damped inverse without a factorization, fast: [cABA] Algorithm 5 on a walk.  O(n + m²).  paper/caba_osim.hpp is the
// plain version; the sweeps are those of fast/pv_osimr.hpp on bodies that got the inertias of their rows. Departures:
// rows travel as K, and Λ_R = R - R L R is made at the end; a free base is eliminated axis by axis, because an inverse
// of what is stiff in some directions and soft in others loses the digits of the soft ones. For the same reason rows do
// not meet in an Ω: L is as small as R⁻¹, and Ω, as large as M⁻¹, would round it by its own size, which Λ_R then has R²
// times. They meet in the rows of its factor (graded_rows.hpp), or, where few rows share few joints and this is
// cheaper (RowPlan::damped_by_links), joint by joint as in [PVr] Algorithm 1. Either way the error is that of R - R L
// R.
#pragma once

#include "delassus/damped_call.hpp"
#include "delassus/fast/pv_osimr.hpp"
#include "delassus/graded_rows.hpp"
#include "walk/tree_walks.hpp"

namespace tenon {
inline namespace TENON_ISA {

// Line 4. R: in the set's order.
template <class S, int W, class T>
void stiffen_bodies(const ConstraintSet::Data& set, const Walk<W, T>& walk, const RowPlan<T>& plan,
                    const RowScratch<S, Pack<double, W>>& w, const S* R) {
  close_bodies(walk, w.bound);
  for (int e = 0; e < set.branching.effector_count(); ++e) {
    const Effector& x = set.branching.effector(e);
    const BodyTerm& term = set.term_of(x);
    const RowPath& path = plan.paths[static_cast<std::size_t>(plan.links + e)];
    Force<S> K[6];
    for (int r = 0; r < x.rows; ++r)
      K[r] = path.world < 0 ? Force<S>{lifted<S>(term.K[static_cast<std::size_t>(r)].linear),
                                       lifted<S>(term.K[static_cast<std::size_t>(r)].angular)}
                            : world_row(term, r, w.axis + 9 * path.world);
    const RowStep& at = plan.of_body(x.body);
    open_body(w.bound, at.place, at.lane);
    add_numbers(numbers_of(at.place, at.lane, w.bound.trunk, w.bound.groups), 0, row_inertia(term, K, R + x.user_row));
  }
}

// Σ t wᵀ of N degrees of freedom over the rows [begin, end).
template <int N, class S, int W>
TENON_INLINE void add_joints(const RowScratch<S, Pack<double, W>>& w, int begin, int end, const Entries<S>& L) {
  triangle_rows<N>(w.T, w.w, L.ld, begin, end, end, [&](int a, int b, const auto& x, int count) TENON_INLINE_LAMBDA {
    S* const entry = L(a, b);
    store_columns<S>(load_columns<S>(entry) + x, entry, count);
  });
}

// The rows that meet at a link, through joints above it; up to six degrees of freedom, what they leave going to w.w
// and, times D⁻¹, to w.T.
template <class S, int W, class T>
TENON_INLINE void climb(const CompiledModel& model, const TrunkStep<T>* constants, const RowPlan<T>& plan,
                        const RowPath& part, const RowScratch<S, Pack<double, W>>& w, std::ptrdiff_t ld) {
  using Col = Columns<S>;
  constexpr int width = column_width<S>, most = width == 1 ? 1 : link_packs<S>;
  for (int r = part.begin; r < part.end;) {
    const int rest = part.end - r;
    RowPath some = part;
    some.packs = rest >= most * width ? most : (rest + width - 1) / width;
    Force<Col> f[most];
    Col left[2 * 6 * most];
    for (int p = 0; p < some.packs; ++p) f[p] = load_spatial<Force>(w.K + r + p * width, ld);
    if (some.packs == 1)
      row_path<1, true>(model, constants, plan.steps.data(), some, w, left, f);
    else if constexpr (most > 1)
      row_path<2, true>(model, constants, plan.steps.data(), some, w, left, f);
    for (int p = 0; p < some.packs; ++p, r += width) {
      store_spatial<Force>(f[p], w.K + r, ld, part.end - r);
      for (int n = 0; n < part.rows; ++n) {
        store_columns<S>(left[2 * n * some.packs + p], w.w + n * ld + r);
        store_columns<S>(left[(2 * n + 1) * some.packs + p], w.T + n * ld + r);
      }
    }
  }
}

// Lines 13-20, joint by joint.
template <class S, int W, class T>
[[gnu::noinline]] void row_meetings(const CompiledModel& model, const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                    const RowScratch<S, Pack<double, W>>& w, const Entries<S>& L) {
  for (int n = plan.links - 1; n >= 0; --n) {
    RowPath part = plan.paths[static_cast<std::size_t>(n)];
    for (const int end = part.first_step + part.steps; part.first_step < end; part.first_step += part.steps) {
      part.rows = part.steps = 0;
      while (part.first_step + part.steps < end) {
        const RowStep& next = plan.steps[static_cast<std::size_t>(part.first_step + part.steps)];
        const int nv = model.bodies[static_cast<std::size_t>(constants[next.step].body)].nv;
        if (part.rows + nv > 6) break;
        part.rows += nv, ++part.steps;
      }
      climb(model, constants, plan, part, w, L.ld);
      const auto add = [&]<int N> { add_joints<N>(w, part.begin, part.end, L); };
      switch (part.rows) {
        case 6:
          add.template operator()<6>();
          break;
        case 5:
          add.template operator()<5>();
          break;
        case 4:
          add.template operator()<4>();
          break;
        case 3:
          add.template operator()<3>();
          break;
        case 2:
          add.template operator()<2>();
          break;
        case 1:
          add.template operator()<1>();
          break;
        default:  // fixed
          break;
      }
    }
  }
}

// visit(1/D) for the degrees of freedom of a path, in the order of what they left.
template <class S, int W, class T, class Visit>
TENON_INLINE void for_each_pivot(const CompiledModel& model, const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                 const RowPath& path, const RowScratch<S, Pack<double, W>>& w, Visit&& visit) {
  for (int r = path.first_step; r < path.first_step + path.steps; ++r) {
    const RowStep& step = plan.steps[static_cast<std::size_t>(r)];
    if (step.form == StepForm::other) {
      const Body& k = model.bodies[static_cast<std::size_t>(constants[step.step].body)];
      for (int dof = k.v + k.nv - 1; dof >= k.v; --dof) visit(w.axes[dof].D_inverse);
    } else {
      visit(strided(step, w.place, w.places)[6]);
    }
  }
}

// Lines 13–17 on links: Ω_n = AᵀA of the joints between a link and the world, six rows A in place of Ω.
template <class S, int W, class T>
[[gnu::noinline]] void link_factors(const CompiledModel& model, const TrunkStep<T>* constants, const RowPlan<T>& plan,
                                    const RowScratch<S, Pack<double, W>>& w) {
  using Col = Columns<S>;
  constexpr int columns = link_columns<S>, size = 6 * columns, width = column_width<S>, packs = link_packs<S>;
  for (int n = 0; n < plan.links; ++n) {
    const RowPath& path = plan.paths[static_cast<std::size_t>(n)];
    GradedRows<S> A;
    if (path.above >= 0) {  // A of the link above, times ^𝒜P_n
      const S *above = w.omega + path.above * size, *P = w.link + n * size;
      for (int i = 0; i < 6; ++i, above += columns) {
        Col* const row = A.add();
        for (int p = 0; p < packs; ++p) {
          row[p] = Col(above[0]) * load_columns(P + p * width);
          for (int l = 1; l < 6; ++l)
            row[p] = mul_add(Col(above[l]), load_columns(P + l * columns + p * width), row[p]);
        }
      }
    }
    const Col* left = reinterpret_cast<const Col*>(w.left) + path.first_left;
    for_each_pivot(model, constants, plan, path, w, [&](const S& D_inverse) TENON_INLINE_LAMBDA {
      const Col root(square_root(D_inverse));
      Col* const row = A.add();
      for (int p = 0; p < packs; ++p) row[p] = root * left[p];
      left += 2 * packs;
    });
    A.fold();
    for (int i = 0; i < 6; ++i)
      for (int p = 0; p < packs; ++p)
        store_columns<S>(i < A.count() ? A.row(i)[p] : Col(0), w.omega + n * size + i * columns + p * width);
  }
}

// Lines 18–20: KᵀΩ K = (A K)ᵀ(A K) of rows that meet at a link.
template <class S, int W, class T>
[[gnu::noinline]] void link_meetings(const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w,
                                     const Entries<S>& L) {
  constexpr int size = 6 * link_columns<S>;
  for (int n = plan.links - 1; n >= 0; --n) {
    const RowPath& link = plan.paths[static_cast<std::size_t>(n)];
    apply_to_rows<Motion>(w.omega + n * size, w.K, L.ld, link.begin, link.end, w.T, true);
    meet<S>(plan, link, w.T, w.T, L.ld, L, [](int, int) {});
    if (link.above >= 0) apply_to_rows<Force>(w.link + n * size, w.K, L.ld, link.begin, link.end, w.K, false);
  }
}

template <class S, int W, class T>
void caba_osim_walk(const CompiledModel& model, const ConstraintSet::Data& set, const Walk<W, T>& walk,
                    const TrunkStep<T>* constants, const RowPlan<T>& plan, const RowScratch<S, Pack<double, W>>& w,
                    const S* q, const S* R, S* out) {
  const int m = plan.rows;
  const Entries<S> L = entries_of(plan, w, out);
  joint_states(walk, q, w.joint, w.joints);
  if (!plan.oriented.empty()) orient_bodies(model, constants, plan, w, q);
  stiffen_bodies(set, walk, plan, w, R);
  row_inertias<true>(model, walk, w, q);                                                   // lines 5–9
  row_paths<true>(model, set, constants, plan, w, plan.damped_by_links ? 0 : plan.links);  // lines 10–12
  for (int a = 0; a < m; ++a) {
    w.R[a] = R[plan.user_row[static_cast<std::size_t>(a)]];
    for (int b = a; b < m; ++b) *L(a, b) = S(0);
  }
  if (plan.damped_by_links) {
    link_factors(model, constants, plan, w);
    link_meetings(plan, w, L);
  } else {
    row_meetings(model, constants, plan, w, L);
  }
  effector_entries(plan, w, L, true);
  const bool in_place = L.numbers == out;
  for (int a = 0; a < m; ++a) {  // line 21
    S* const row = L(a, 0);
    row[a] = neg_mul_add(w.R[a] * w.R[a], row[a], w.R[a]);
    for (int b = a + 1; b < m; ++b) row[b] = -(w.R[a] * w.R[b] * row[b]);
    if (in_place)
      for (int b = a + 1; b < m; ++b) *L(b, a) = row[b];
  }
  if (!in_place) hand_out(plan, L, out);
}

struct CabaOsim {
  static constexpr AlgorithmFacts facts{.name = "caba-osim",
                                        .paper = "cABA",
                                        .listing = "Algorithm 5, limbs and columns in lanes",
                                        .complexity = "O(n + m²)",
                                        .degeneracies = massless_links_and_redundant_rows,
                                        .lanes = true};
  static constexpr RowKinds takes = RowKinds::one_body;
  static constexpr bool cancels = true;

  template <class S>
  static DampedScratch<S> scratch(const DelassusSizes& n, Arena& arena) {
    return damped_rows<S>(n, arena);
  }
  static void call_inverse(const DampedCall& c) {
    const CompiledModel& model = c.model.compiled();
    const ConstraintSet::Data& rows = c.set.data();
    DelassusMemory& own = *c.ws.data().delassus;
    if (own.plan.serial != rows.serial) own.plan.compile(model, rows);
    TENON_ISA_CHOICE(delassus_walk_kernels)
        .caba_osim(model, rows, *own.walks.limbs, own.plan, own.room, own.walk.data(), c.q.data(), c.w.R, c.w.A);
  }
  static void call_solve(const DampedCall& c) {
    call_inverse(c);
    multiply(c.w, c.set.rows());
  }
  // Body by body: limbs and columns in lanes do the same operations four at a time.
  template <class Run>
  static void count_inverse(Run& run) {
    const Walk<4>& walk = run.model.walks->bodies;
    RowPlan<double> plan(run.model, walk, 1);
    plan.compile(run.model, run.set);
    const auto rows =
        run.cut([&](Arena& arena) { return row_scratch<typename Run::Number>(walk, plan, plan.room(), arena, true); });
    caba_osim_walk<typename Run::Number>(run.model, run.set, walk, walk.trunk.data(), plan, rows, run.q.data(), run.w.R,
                                         run.w.A);
  }
  template <class Run>
  static void count_solve(Run& run) {
    count_inverse(run);
    multiply(run.w, run.set.rows);
  }
};

}  // namespace TENON_ISA
}  // namespace tenon
