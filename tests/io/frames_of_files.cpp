// What a file names stays what it says: placements, wrenches and reactions in every frame of the bundled robots are
// those of a model compiled link by link, with nothing merged and no frame moved.
#include <gtest/gtest.h>

#include "support/mechanism.hpp"
#include "support/source_dir.hpp"
#include "tenon/load.hpp"

namespace tenon::test {
namespace {

constexpr double rounding = 1e-11;  // sums of some hundred terms with intermediates up to 1e3

class FramesOfFiles : public testing::TestWithParam<const char*> {
 protected:
  static Mechanism compiled(bool fast) {
    const std::string file = source_dir() + "/scenes/robots/" + std::string(GetParam());
    return Mechanism(read_robot(file), 11, {.merge_fixed = fast, .screw_frames = fast});
  }
  const Mechanism fast = compiled(true), plain = compiled(false);
  FrameId twin(std::size_t f) const { return plain.model.frame(fast.model.frames()[f].name); }
  // The same state and wrench, each in its own model.
  static Vector torque(const Mechanism& m, FrameId frame) {
    Workspace ws(m.model);
    Vector tau(m.nv());
    const ExternalWrench wrench{frame, {1, -2, 3, -0.4, 0.5, 0.6}};
    rnea(m.model, ws, {m.q, m.v}, m.a, {.wrenches = std::span(&wrench, 1)}, tau);
    return tau;
  }
};

TEST_P(FramesOfFiles, AreAllThereAndMoveAlike) {
  ASSERT_EQ(fast.model.frames().size(), plain.model.frames().size());
  ASSERT_EQ(fast.q, plain.q);
  Kinematics a(fast.model), b(plain.model);
  forward_kinematics(fast.model, {fast.q, fast.v}, fast.a, a);
  forward_kinematics(plain.model, {fast.q, fast.v}, fast.a, b);
  for (std::size_t f = 1; f < fast.model.frames().size(); ++f) {
    const FrameId frame{static_cast<int>(f)};
    const Placement X = frame_placement(fast.model, a, frame), Y = frame_placement(plain.model, b, twin(f));
    EXPECT_LE(distance(X.rotation, Y.rotation), rounding) << fast.model.frames()[f].name;
    EXPECT_LE(distance(X.translation, Y.translation), rounding) << fast.model.frames()[f].name;
    EXPECT_LE(distance(frame_acceleration(fast.model, a, frame, Axes::local),
                       frame_acceleration(plain.model, b, twin(f), Axes::local)),
              rounding)
        << fast.model.frames()[f].name;
  }
}

TEST_P(FramesOfFiles, TakeTheSameWrenches) {
  for (std::size_t f = 1; f < fast.model.frames().size(); ++f)
    EXPECT_LE(distance(torque(fast, {static_cast<int>(f)}), torque(plain, twin(f))), rounding)
        << fast.model.frames()[f].name;
}

TEST_P(FramesOfFiles, BearTheSameReactions) {
  Workspace a(fast.model), b(plain.model);
  int joints = 0;
  for (std::size_t f = 1; f < fast.model.frames().size(); ++f) {
    const FrameInfo& frame = fast.model.frames()[f];
    if (frame.kind != FrameInfo::Kind::joint && frame.kind != FrameInfo::Kind::fixed_joint) continue;
    ++joints;
    const Vector6 x = joint_reaction(fast.model, a, {fast.q, fast.v}, fast.a, {static_cast<int>(f)});
    const Vector6 y = joint_reaction(plain.model, b, {fast.q, fast.v}, fast.a, twin(f));
    EXPECT_LE(distance(x, y), rounding) << frame.name;
  }
  EXPECT_GE(joints, static_cast<int>(fast.model.joints().size()));
}

INSTANTIATE_TEST_SUITE_P(Bundled, FramesOfFiles,
                         testing::Values("arm7.urdf", "humanoid.urdf", "quadruped.urdf", "quadruped.xml"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '.' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace tenon::test
