// One table of everything tenon computes. A family is a question (its name is what `tenon eval` calls `what`), an
// algorithm one way to answer it. Command line, cross-check tests, counts and timings are loops over this table.
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

// What an algorithm may read; its family says which of these. Sizes are the model's; nothing is checked for NaN here.
struct Question {
  std::span<const double> q, v, a, tau;
  // The vector an operator is applied to (nv numbers, or one per row of the constraints), or a second configuration
  // (difference, interpolate).
  std::span<const double> x;
  std::span<const ExternalWrench> wrenches;
  FrameId frame{};
  Axes axes = Axes::local;
  double fraction = 0.5;                       // of the way to that configuration (interpolate)
  std::uint64_t seed = 0;                      // random
  const ConstraintSet* constraints = nullptr;  // null: none; counts are then of weld_tips()
  std::span<const double> stiffness = {};      // of the rows: one number, one per row, or none: the constraints' own
  ConstrainedSettings settings = {};           // of the constrained solvers; counts are of three iterations
  std::span<const double> start = {};          // the λ or impulses that they start from, or none: zero
  double restitution = 0;                      // impulse
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

// Scratch memory of every algorithm in the table; an algorithm allocates nothing from its second call on.
class AlgorithmWorkspace {
 public:
  explicit AlgorithmWorkspace(const Model& model);
  ~AlgorithmWorkspace();
  AlgorithmWorkspace(AlgorithmWorkspace&&) noexcept;
  AlgorithmWorkspace& operator=(AlgorithmWorkspace&&) noexcept;
  struct Data;  // internal
  Data& data() { return *data_; }

 private:
  std::unique_ptr<Data> data_;
};

struct Algorithm {
  std::string_view name;  // the paper's, in lower case with dashes
  std::string_view family;
  std::string_view paper;         // key in docs/references.bib
  std::string_view listing;       // where in that paper
  std::string_view complexity;    // n bodies or degrees of freedom, d depth of the tree, m rows
  std::string_view constraints;   // kinds of rows it takes; "none" for the unconstrained tree
  std::string_view degeneracies;  // redundant rows, massless links: what it bears
  void (*compute)(const Model&, AlgorithmWorkspace&, const Question&, std::span<double> out);
  OperationCount (*count)(const Model&, const Question&);
  bool lanes;  // limbs of the tree are walked side by side
  // The cost model: nanoseconds per call, per step and per operation of CostTerms.
  double call_ns, step_ns, operation_ns;
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
// Whether the algorithm takes these kinds of rows (null: none).
bool takes(const Algorithm& algorithm, const ConstraintSet* constraints);

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
