// What is computed joint by joint: passive forces and steps on the configuration manifold.
#include "dynamics/spring.hpp"
#include "model/manifold.hpp"
#include "model/random.hpp"
#include "registry/count.hpp"
#include "registry/count_state.hpp"

namespace tenon::count {

namespace {

using Run = CountedState;

}  // namespace

OperationCount passive_forces(const Model& model, const Question& s) {
  return counted<Run>(
      model, s, [](Run& run) { passive_forces_kernel(run.model, run.q.data(), run.v.data(), 1e-3, run.out.data()); });
}
OperationCount integrate(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    for (const JointInfo& joint : run.model.joints)
      joint_integrate(joint.kind, run.q.data() + joint.q_index, run.v.data() + joint.v_index,
                      run.to.data() + joint.q_index);
  });
}
OperationCount difference(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    for (const JointInfo& joint : run.model.joints)
      joint_difference(joint.kind, run.q.data() + joint.q_index, run.to.data() + joint.q_index,
                       run.out.data() + joint.v_index);
  });
}

OperationCount interpolate(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    const Counted fraction = Counted::variable(0.5);
    for (const JointInfo& joint : run.model.joints)
      joint_interpolate(joint.kind, run.q.data() + joint.q_index, run.to.data() + joint.q_index, fraction,
                        run.to.data() + joint.q_index);
  });
}
// Beyond drawing numbers of [0, 1).
OperationCount random(const Model& model, const Question& s) {
  return counted<Run>(model, s, [](Run& run) {
    const auto uniform = [] { return Counted::variable(0.5); };
    for (const JointInfo& joint : run.model.joints) random_joint(uniform, joint, run.q.data() + joint.q_index);
  });
}

}  // namespace tenon::count
