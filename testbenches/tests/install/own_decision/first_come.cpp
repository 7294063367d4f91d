// A VC allocator: of the heads that want an output VC, the lowest requester gets it.
#include <map>

#include "rtl_models/router/allocators/decision_plugin.h"

namespace {

using namespace flitscope::rtl;

class FirstCome : public VcAllocation {
public:
    explicit FirstCome(const AllocatorSetup& /*setup*/) {}
    void pick(const std::vector<VcRequest>& requests,
              std::vector<VcRequest>& grants) const override {
        std::map<int, VcRequest> winners;
        for (const VcRequest& request : requests) {
            const auto winner = winners.emplace(request.output_vc, request).first;
            if (request.requester < winner->second.requester) {
                winner->second = request;
            }
        }
        grants.clear();
        for (const auto& [output_vc, winner] : winners) {
            grants.push_back(winner);
        }
    }
    void update(const std::vector<VcRequest>& /*grants*/) override {}
};

}  // namespace

FLITSCOPE_VC_ALLOCATOR(FirstCome)
