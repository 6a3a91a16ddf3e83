// The public API, but for the table of algorithms (tenon/algorithms.hpp).
#pragma once

#include "tenon/batch.hpp"
#include "tenon/builder.hpp"
#include "tenon/configuration.hpp"
#include "tenon/constrained.hpp"
#include "tenon/constraints.hpp"
#include "tenon/damped.hpp"
#include "tenon/delassus.hpp"
#include "tenon/derivatives.hpp"
#include "tenon/description.hpp"
#include "tenon/dynamics.hpp"
#include "tenon/error.hpp"
#include "tenon/factorization.hpp"
#include "tenon/generators.hpp"
#include "tenon/kinematics.hpp"
#include "tenon/load.hpp"
#include "tenon/model.hpp"
