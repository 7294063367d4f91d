#include "rtl_models/router/allocators/ejection_first.h"

#include <algorithm>

namespace flitscope::rtl {

void EjectionFirst::pick(const std::vector<VcRequest>& requests,
                         std::vector<VcRequest>& grants) const {
    const auto has = [](const std::vector<VcRequest>& all, std::int32_t requester) {
        return std::any_of(all.begin(), all.end(), [requester](const VcRequest& each) {
            return each.requester == requester;
        });
    };
    const auto ejects = [this](const VcRequest& request) {
        return request.output_vc >= first_ejection_;
    };
    std::vector<VcRequest> ejecting;
    std::vector<VcRequest> others;
    std::partition_copy(requests.begin(), requests.end(), std::back_inserter(ejecting),
                        std::back_inserter(others), ejects);
    grants.clear();
    if (!ejecting.empty()) {
        allocation_->pick(ejecting, grants);
    }
    const auto waits = [&](const VcRequest& request) {
        return has(ejecting, request.requester) && !has(grants, request.requester);
    };
    others.erase(std::remove_if(others.begin(), others.end(), waits), others.end());
    if (!others.empty()) {
        std::vector<VcRequest> more;
        allocation_->pick(others, more);
        grants.insert(grants.end(), more.begin(), more.end());
    }
}

}  // namespace flitscope::rtl
