// Checks that public calls on constraints share.
#include "constraints/opened.hpp"

#include <string>

namespace tenon {

const ConstraintSet::Data& opened(const char* call, const Model& model, const ConstraintSet& set, Workspace& ws) {
  const ConstraintSet::Data& rows = checked(model, set);
  check_model(model, ws);
  const Workspace::Data& d = ws.data();
  if (!d.takes_sets)
    throw Error(std::string(call) +
                ": the workspace was made without constraints, expected one made by Workspace(model, set)");
  if (set.size() > d.constraints || set.rows() > d.rows)
    throw Error(std::string(call) + ": found " + std::to_string(set.size()) + " constraints with " +
                std::to_string(set.rows()) + " rows, expected at most the workspace's " +
                std::to_string(d.constraints) + " with " + std::to_string(d.rows));
  return rows;
}

}  // namespace tenon
