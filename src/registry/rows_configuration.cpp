// Rows of model/configuration.list.
#include "model/configuration_list.hpp"
#include "registry/tree_rows.hpp"

namespace tenon {

void add_configuration(Rows& rows) { add_tree_rows(rows, ConfigurationAlgorithms{}); }

}  // namespace tenon
