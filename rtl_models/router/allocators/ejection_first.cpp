#include "rtl_models/router/allocators/ejection_first.h"

#include <algorithm>

namespace flitscope::rtl {

void EjectionFirst::pick(const std::vector<VcRequest>& requests,
                         std::vector<VcRequest>& grants) const {
    std::vector<VcRequest> now;
    const auto has = [](const std::vector<VcRequest>& all, std::int32_t requester) {
        return std::any_of(all.begin(), all.end(), [requester](const VcRequest& each) {
            return each.requester == requester;
        });
    };
    const auto ejects = [this](const VcRequest& request) {
        return request.output_vc >= first_ejection_;
    };
    std::copy_if(requests.begin(), requests.end(), std::back_inserter(now), ejects);
    grants.clear();
    if (!now.empty()) {
        allocation_->pick(now, grants);
    }
    const std::vector<VcRequest> ejecting = std::exchange(now, {});
    for (const VcRequest& request : requests) {
        if (!ejects(request) &&
            (!has(ejecting, request.requester) || has(grants, request.requester))) {
            now.push_back(request);
        }
    }
    if (!now.empty()) {
        std::vector<VcRequest> more;
        allocation_->pick(now, more);
        grants.insert(grants.end(), more.begin(), more.end());
    }
}

}  // namespace flitscope::rtl
