// Operations of the listings of PV-OSIM and PV-OSIMr by formula, from the compiled set alone. [PVr] section IV-E:
// PV-OSIM is cheaper where few joints lie between the branching links.
#pragma once

#include "delassus/names.hpp"
#include "delassus/scratch.hpp"

namespace tenon {

// Operations that the two do not share, about as Counted runs give them.
struct DelassusEstimate {
  double pv_osim = 0, pv_osimr = 0;
};
DelassusEstimate estimate_delassus(const ConstraintSet::Data& set, Reach reach = Reach::world);

}  // namespace tenon
