// The fast PV-OSIMr against the dense product and its plain version, on random trees with every joint kind: body by
// body, with limbs in two, four and eight lanes whether that pays or not, and with samples in lanes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "delassus/fast/pv_osimr.hpp"
#include "delassus/workspace.hpp"
#include "spatial/aligned.hpp"
#include "support/constraints.hpp"
#include "tenon/delassus.hpp"
#include "tenon/dynamics.hpp"
#include "walk/tree_walks.hpp"

namespace tenon::test {
namespace {

struct Constrained {
  Mechanism m;
  Random random;
  ConstraintSet set;
  Workspace ws;

  explicit Constrained(std::uint64_t seed)
      : m(random_robot(seed), seed),
        random(seed + 7),
        set(m.model, random_constraints(m.model, random, {.most = 6})),
        ws(m.model, set) {}
  std::size_t entries() const { return static_cast<std::size_t>(set.rows()) * static_cast<std::size_t>(set.rows()); }
  Vector by(Delassus algorithm) {
    Vector out(entries(), std::nan(""));
    delassus(m.model, set, ws, m.q, {.algorithm = to_string(algorithm)}, out);
    return out;
  }
  Vector by(Mode mode) {
    Workspace forced(m.model, set, {.mode = mode});
    Vector out(entries(), std::nan(""));
    delassus(m.model, set, forced, m.q, {.algorithm = "pv-osimr"}, out);
    return out;
  }
};

double difference(const Vector& a, const Vector& b) {
  double most = 0, scale = 1e-300;
  for (std::size_t k = 0; k < a.size(); ++k) {
    most = std::isnan(a[k]) ? 1e300 : std::max(most, std::abs(a[k] - b[k]));
    scale = std::max(scale, std::abs(b[k]));
  }
  return most / scale;
}

// The dense product and the recursions lose digits with the condition of M, each in its own way: PV-OSIMr's plain
// version, which is tested against the dense product by conditioning, tells how many.
double tolerance(const Vector& plain, const Vector& dense) { return 1e-10 + 100 * difference(plain, dense); }

LaneSchedule forced_schedule(const CompiledModel& model, int width) {
  std::vector<int> parent, sizes;
  for (const Body& body : model.bodies) parent.push_back(body.parent), sizes.push_back(body.nv);
  return lane_schedule(parent, sizes, width, LaneCosts{0, 0, 0});
}

// On any walk and over any scalar; scratch starts as NaN.
template <class S, int W>
std::vector<S> walked(const Constrained& c, const Walk<W>& walk, const std::vector<S>& q) {
  const CompiledModel& model = c.m.model.compiled();
  RowPlan<double> plan(model, walk, column_width<S>);
  plan.compile(model, c.set.data());
  Arena measure;
  row_scratch<S>(walk, plan, plan.room(), measure);
  AlignedVector memory(measure.used(), std::nan(""));
  Arena arena(memory.data());
  std::vector<S> out(c.entries(), S(std::nan("")));
  pv_osimr_walk<S>(model, c.set.data(), walk, model.walks->bodies.trunk.data(), plan,
                   row_scratch<S>(walk, plan, plan.room(), arena), q.data(), out.data());
  return out;
}

template <int W>
void expect_dense_products() {
  for (const auto seed : seeds(1000)) {
    Constrained c(seed);
    const Vector dense = c.by(Delassus::dense), plain = c.by(Delassus::pv_osimr_plain);
    const Walk<W> walk = make_walk<W>(c.m.model.compiled(), forced_schedule(c.m.model.compiled(), W));
    EXPECT_LE(difference(walked<double>(c, walk, c.m.q), dense), tolerance(plain, dense)) << seed << ", lanes " << W;
  }
}
TEST(DelassusWalks, WithTwoLanesEqualTheDenseProduct) { expect_dense_products<2>(); }
TEST(DelassusWalks, WithFourLanesEqualTheDenseProduct) { expect_dense_products<4>(); }
TEST(DelassusWalks, WithEightLanesEqualTheDenseProduct) { expect_dense_products<8>(); }

TEST(DelassusWalks, OfEveryModeEqualTheDenseProduct) {
  int in_lanes = 0;
  for (const auto seed : seeds(1000)) {
    Constrained c(seed);
    const Vector dense = c.by(Delassus::dense), plain = c.by(Delassus::pv_osimr_plain);
    for (const Mode mode : {Mode::automatic, Mode::single, Mode::lanes})
      EXPECT_LE(difference(c.by(mode), dense), tolerance(plain, dense)) << seed << " " << static_cast<int>(mode);
    Workspace lanes(c.m.model, c.set, {.mode = Mode::lanes});
    in_lanes += !lanes.data().delassus->walks.limbs->groups.empty();
  }
  EXPECT_GE(in_lanes, nearly(930, 1000));
}

// One sample per lane: what a lane answers is the single walk's answer to the bit.
TEST(DelassusWalks, InBatchesAnswerTheBitsOfTheSingleWalk) {
  using P = Pack<double, 4>;
  for (const auto seed : seeds(300)) {
    Constrained c(seed);
    const Walk<4>& walk = c.m.model.compiled().walks->bodies;
    std::vector<P> q(c.m.q.size());
    std::vector<Vector> single;
    for (int lane = 0; lane < 4; ++lane) {
      c.m.q = random_q(c.m.model, c.random);
      for (std::size_t k = 0; k < q.size(); ++k) q[k].set(lane, c.m.q[k]);
      single.push_back(walked<double>(c, walk, c.m.q));
    }
    const std::vector<P> batch = walked<P>(c, walk, q);
    for (int lane = 0; lane < 4; ++lane)
      for (std::size_t k = 0; k < batch.size(); ++k)
        EXPECT_EQ(batch[k][lane], single[static_cast<std::size_t>(lane)][k]) << seed << " " << lane << " " << k;
  }
}

TEST(DelassusWalks, AnswerTheSameBitsEveryTime) {
  for (const auto seed : seeds(50)) {
    Constrained c(seed);
    const Vector first = c.by(Delassus::pv_osimr);
    c.by(Delassus::dense);
    EXPECT_EQ(c.by(Delassus::pv_osimr), first) << seed;
  }
}

// A set that changes within its capacity: the plan follows it.
TEST(DelassusWalks, FollowASetThatChanges) {
  const Model model(generators::quadruped_standin());
  const Vector q = Mechanism(generators::quadruped_standin(), 1).q;
  ConstraintSet set(model, {weld("FL_foot")}, {.constraints = 4, .rows = 24});
  Workspace ws(model, set);
  for (const char* foot : {"FR_foot", "HR_foot", "HL_foot"}) {
    set.add(weld(foot));
    const auto entries = static_cast<std::size_t>(set.rows() * set.rows());
    Vector fast(entries), dense(entries);
    delassus(model, set, ws, q, {.algorithm = "pv-osimr"}, fast);
    delassus(model, set, ws, q, {.algorithm = "dense"}, dense);
    EXPECT_LE(difference(fast, dense), 1e-10) << foot;
  }
}

}  // namespace
}  // namespace tenon::test
