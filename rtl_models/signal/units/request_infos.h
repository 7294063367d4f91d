#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/request_info.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

static_assert(kEndlessCredits == static_cast<std::uint32_t>(kUnbounded));

/// What allocators may know of requesters: the messages at the fronts of the input VCs, their
/// priorities, and the occupancy of buffers. Allocators that do not use it have no ports for it.
class RequestInfos {
public:
    /// Makes every request point to its information. `unit`: the ports; `input_vc_of(request)`:
    /// input port * V + VC of the requester; `output_vc_of(request)`: output port * V + VC that it
    /// requests.
    template <typename Ports, typename Request, typename InputVcOf, typename OutputVcOf>
    void add_to(std::vector<Request>& requests, const Ports& unit, const RouterParameters& router,
                InputVcOf input_vc_of, OutputVcOf output_vc_of) {
        const bool fronts = unit.front_i.size() != 0, counts = unit.count_i.size() != 0;
        const bool priorities = unit.priority_i.size() != 0;
        if (!fronts && !counts && !priorities) {
            return;
        }
        infos_.resize(requests.size());
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const std::int32_t asks = input_vc_of(requests[i]);
            RequestInfo& info = infos_[i];
            if (fronts) {
                const Flit& front = at(unit.front_i, asks, router);
                info = {front.joined, front.length, front.hop, front.message_class};
            }
            if (priorities) {
                info.priority = at(unit.priority_i, asks, router);
            }
            if (counts) {
                info.count = at(unit.count_i, asks, router);
                const std::int32_t wanted = output_vc_of(requests[i]);
                const int vcs = router.virtual_channels;
                const int credits = VcCredits(router).of(wanted % vcs, [&](int w) {
                    return at(unit.outstanding_i, wanted - wanted % vcs + w, router);
                });
                info.credits = static_cast<std::uint32_t>(credits);
            }
            requests[i].info = &info;
        }
    }

private:
    /// `vc`: port * V + VC.
    template <typename Inputs>
    static const auto& at(const Inputs& ports, std::int32_t vc, const RouterParameters& router) {
        const int vcs = router.virtual_channels;
        return ports[static_cast<std::size_t>(vc / vcs)].read()[vc % vcs];
    }

    std::vector<RequestInfo> infos_;  ///< of the requests
};

}  // namespace flitscope::rtl
