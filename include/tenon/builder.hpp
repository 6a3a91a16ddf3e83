// Builds a robot in code, link by link. Every call checks its arguments at once and throws an Error that names the
// part.
//
//   tenon::ModelBuilder arm("arm");
//   arm.link("upper", tenon::solid_capsule(2.0, 0.05, 0.4, tenon::placement_at(0, 0, -0.2)));
//   arm.revolute("shoulder", "", "upper", tenon::placement_at(0, 0, 1), {0, 1, 0}).damping = 0.1;
//   arm.frame("tip", "upper", tenon::placement_at(0, 0, -0.4));
//   const tenon::Model model = arm.build();
//   std::printf("%s weighs %.1f kg\n", model.name().c_str(), model.mass());
#pragma once

#include <cassert>
#include <memory>
#include <string>

#include "tenon/description.hpp"
#include "tenon/model.hpp"

namespace tenon {

// A placement without rotation.
Placement placement_at(double x, double y, double z);

// Mass properties of homogeneous solids, centred in `placement`; cylinders and capsules point along its z.
MassProperties solid_box(double mass, const Vector3& edges, const Placement& placement = {});
MassProperties solid_sphere(double mass, double radius, const Placement& placement = {});
MassProperties solid_cylinder(double mass, double radius, double length, const Placement& placement = {});
// `length` is that of the cylindrical part, as in Geometry.
MassProperties solid_capsule(double mass, double radius, double length, const Placement& placement = {});

class ModelBuilder {
 public:
  explicit ModelBuilder(std::string name = "robot");
  ~ModelBuilder();
  ModelBuilder(const ModelBuilder&);
  ModelBuilder(ModelBuilder&&) noexcept;
  ModelBuilder& operator=(ModelBuilder) noexcept;

  void gravity(const Vector3& acceleration);
  void floating_base(bool floats = true);  // RobotDescription::floating_base

  // The references that these functions return stay valid as long as the builder: refine limits, damping, geometry …
  Link& link(const std::string& name, const MassProperties& inertia = {});

  // Joints between links that exist already; parent "" is the world. Siblings keep the order of these calls.
  Joint& fixed(const std::string& name, const std::string& parent, const std::string& child,
               const Placement& origin = {});
  Joint& revolute(const std::string& name, const std::string& parent, const std::string& child,
                  const Placement& origin = {}, const Vector3& axis = {0, 0, 1});
  Joint& prismatic(const std::string& name, const std::string& parent, const std::string& child,
                   const Placement& origin = {}, const Vector3& axis = {0, 0, 1});
  // pitch: metres per radian.
  Joint& helical(const std::string& name, const std::string& parent, const std::string& child, double pitch,
                 const Placement& origin = {}, const Vector3& axis = {0, 0, 1});
  Joint& spherical(const std::string& name, const std::string& parent, const std::string& child,
                   const Placement& origin = {});
  // Moves in the plane whose normal is given and turns about that normal.
  Joint& planar(const std::string& name, const std::string& parent, const std::string& child,
                const Placement& origin = {}, const Vector3& normal = {0, 0, 1});
  Joint& free(const std::string& name, const std::string& parent, const std::string& child,
              const Placement& origin = {});
  // Any joint, checked like the others.
  Joint& joint(const Joint& joint);

  // Two joints with a massless link NAME_cross between them.
  struct Pair {
    Joint &first, &second;
  };
  // NAME_1 turns about the first axis (fixed in the parent), NAME_2 about the second (fixed in the child).
  Pair universal(const std::string& name, const std::string& parent, const std::string& child,
                 const Placement& origin = {}, const Vector3& first_axis = {1, 0, 0},
                 const Vector3& second_axis = {0, 1, 0});
  // NAME_turn turns about the axis, NAME_slide slides along it.
  Pair cylindrical(const std::string& name, const std::string& parent, const std::string& child,
                   const Placement& origin = {}, const Vector3& axis = {0, 0, 1});

  FrameDescription& frame(const std::string& name, const std::string& link, const Placement& placement = {});

  RobotDescription description() const;
  Model build(const CompileOptions& options = {}) const { return Model(description(), options); }

 private:
  struct Data;  // internal
  Data& data() {
    assert(data_ && "ModelBuilder: used after it was moved from");
    return *data_;
  }
  const Data& data() const {
    assert(data_ && "ModelBuilder: used after it was moved from");
    return *data_;
  }

  std::unique_ptr<Data> data_;
};

}  // namespace tenon
