#pragma once

#include "tlm/collectives/plan.h"
#include "tlm/headers/header_walk.h"

namespace flitscope::tl {

/// The paths of the messages of a plan.
class PlanWalk {
public:
    /// Keeps pointers to both.
    PlanWalk(const topo::Topology& topology, const Plan& plan)
        : plan_(&plan), walk_(topology, plan.routing()) {}

    /// As HeaderWalk::follow: valid until the next call.
    const HeaderWay& follow(const PlanMessage& message) {
        return walk_.follow(message.from, message.first_hop, plan_->addresses(message),
                            message.address_count);
    }

private:
    const Plan* plan_;
    HeaderWalk walk_;
};

}  // namespace flitscope::tl
