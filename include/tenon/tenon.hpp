// The public API. Beside it, for those who want them: tenon/generators.hpp (mechanisms made in code),
// tenon/algorithms.hpp (the table of all algorithms, with counts) and tenon/eigen.hpp.
#pragma once

#include "tenon/batch.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"
#include "tenon/constraints.hpp"
#include "tenon/delassus.hpp"
#include "tenon/description.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/error.hpp"
#include "tenon/factorization.hpp"
#include "tenon/kinematics.hpp"
#include "tenon/load.hpp"
#include "tenon/model.hpp"
#include "tenon/workspace.hpp"
