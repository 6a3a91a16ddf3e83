// Rows of factorization/factorization.list.
#include "factorization/factorization_list.hpp"
#include "registry/tree_rows.hpp"

namespace tenon {

void add_factorization(Rows& rows) { add_tree_rows(rows, FactorizationAlgorithms{}); }

}  // namespace tenon
