#pragma once

#include "tlm/collectives/plan.h"

namespace flitscope::tl {

/// The header with which a message of a plan travels, for rtl::Message::header or
/// MessageExtension::worms. `first_routing`: number of the algorithm's first routing among the
/// header routings of the network.
rtl::Header worm_of(const Plan& plan, const PlanMessage& message, const topo::Topology& topology,
                    int first_routing = 0);

}  // namespace flitscope::tl
