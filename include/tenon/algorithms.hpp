// One table of everything tenon computes. A family is a question (its name is what `tenon eval` calls `what`), an
// algorithm one way to answer it. Command line, cross-check tests, counts and timings are loops over this table.
//
//   const tenon::Model robot = tenon::load_urdf("scenes/robots/arm7.urdf");
//   const std::vector<double> q = tenon::neutral_configuration(robot), v(robot.nv()), tau(robot.nv());
//   std::vector<double> a(robot.nv());
//   tenon::Workspace ws(robot);
//   for (const tenon::Algorithm& way : tenon::algorithms_of("aba")) {
//     way.compute(robot, ws, {.q = q, .v = v, .tau = tau}, a);
//     std::printf("%s [%s] answers %.3f\n", way.name.data(), way.paper.data(), a[1]);
//   }
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tenon/constrained.hpp"
#include "tenon/constraints.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/kinematics.hpp"
#include "tenon/model.hpp"
#include "tenon/operations.hpp"

namespace tenon {

// What the printed factorizations cost on this model's tree ([Fea05] Table 1), and how sparse its M is.
struct FactorizationCost {
  int nv = 0;
  long nonzeros = 0, zeros = 0;                                           // of M, by branches
  OperationCount factorize, back_substitute, multiply, inverse_multiply;  // per vector
};
FactorizationCost factorization_cost(const Model& model);

// How to solve, as in ConstrainedOptions.
struct SolverOptions {
  PerRow penalty{};
  double tolerance = 1e-10;
  int max_iterations = 50;
};

// The inputs of an algorithm, as arrays that the caller keeps; its family says which of them it reads. Sizes are the
// model's; algorithms that are no public call do not check them for NaN.
struct Question {
  View<double> q{}, v{}, a{}, tau{};
  // The vector an operator is applied to (nv numbers, or one per row of the constraints), or a second configuration
  // (difference, interpolate).
  View<double> x{};
  View<ExternalWrench> wrenches{};
  FrameId frame{};
  Axes axes = Axes::local;
  double fraction = 0.5;                       // of the way to that configuration (interpolate)
  std::uint64_t seed = 0;                      // random
  const ConstraintSet* constraints = nullptr;  // null: none; counts are then of weld_tips()
  // Of the rows, for algorithms that take soft rows: one number, one per row, or none, the constraints' own. Algorithms
  // of rigid rows take no notice of it.
  View<double> stiffness{};
  SolverOptions settings = {};  // of the constrained solvers; counts are of three iterations
  View<double> start{};         // the λ or impulses that they start from, or none: zero
  double restitution = 0;       // impulse
};

// One part of an answer; matrices are row-major. A family's one part, or its main one, leaves its name empty.
struct AnswerPart {
  enum class Kind {
    number,
    vector,
    matrix,
    report,  // of a solve, as four numbers: see solve_report()
  };
  std::string name;
  Kind kind = Kind::number;
  int rows = 1, columns = 1;
  int size() const { return rows * columns; }
};

struct Family {
  std::string_view name;
  std::string_view summary;
  // Fields of Question that matter, in the order of a formula: "q v a external_wrenches".
  std::string_view inputs;
  std::vector<AnswerPart> (*answer)(const Model&, const Question&);

  bool takes(std::string_view input) const;
};

struct Algorithm {
  std::string_view name;  // the paper's, in lower case with dashes
  std::string_view family;
  std::string_view paper;         // key in docs/references.bib
  std::string_view listing;       // where in that paper
  std::string_view complexity;    // n bodies or degrees of freedom, d depth of the tree, m rows
  std::string_view constraints;   // kinds of rows it takes; "none" for the unconstrained tree
  std::string_view degeneracies;  // which of redundant rows and massless links it solves
  // Makes room in the workspace where that has none yet, also for sets larger than the one it was made for; it
  // allocates nothing from its second call on.
  void (*compute)(const Model&, Workspace&, const Question&, std::span<double> out);
  OperationCount (*count)(const Model&, const Question&);
  bool lanes;  // limbs of the tree are walked side by side
  // The cost model: nanoseconds per call, per step and per operation of CostTerms.
  double call_ns, step_ns, operation_ns;

  // Whether it takes these kinds of rows (null: none), and their stiffness where they state one.
  bool takes(const ConstraintSet* constraints) const;
};

// Whose kernels run here: "baseline", "avx2" or "avx512".
std::string_view instruction_set();

std::span<const Family> families();
std::span<const Algorithm> algorithms();

const Family& family(std::string_view name);  // Error lists the names that exist
std::span<const Algorithm> algorithms_of(std::string_view family);
// By name, or the cheapest for this model when the name is empty or "automatic" (the family's first on models so large
// that counting would take long); Error lists the family's names. Choosing counts: keep the answer, do not ask per
// call. Where the answer depends on constraints and their stiffness, so does the choice.
const Algorithm& algorithm(const Model& model, std::string_view family, std::string_view name = "automatic",
                           const ConstraintSet* constraints = nullptr, std::span<const double> stiffness = {});
// The report that a constrained solver left in its answer.
SolveReport solve_report(std::span<const double> part);
// Numbers in the answer of a family.
int answer_size(const Family& family, const Model& model, const Question& question = {});
// A weld on every body at the end of a limb: what constrained questions are counted and timed on when nothing else is
// said.
std::vector<Constraint> weld_tips(const Model& model);
// Operations of one call on `model` at a general state.
OperationCount count_operations(const Algorithm& algorithm, const Model& model);
// What time is estimated from: degrees of freedom that are walked one after the other, and operations weighted by what
// each kind costs; bodies side by side count for a part.
struct CostTerms {
  double steps = 0, operations = 0;
};
CostTerms cost_terms(const Algorithm& algorithm, const Model& model);
// Estimated time in nanoseconds of a call on the machine that the weights come from; negative for one
// that is taken by name only.
double estimated_nanoseconds(const Algorithm& algorithm, const Model& model);

}  // namespace tenon
