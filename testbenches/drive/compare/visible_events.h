#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/router/contract/digest.h"

namespace flitscope::tb {

/// Passes on only the events that are visible outside of black-box routers: for these nodes no
/// routes and no VC grants. For comparing networks with devices under test.
class VisibleEvents final : public rtl::EventObserver {
public:
    /// `observer` outlives this.
    VisibleEvents(rtl::EventObserver& observer, std::vector<topo::NodeId> closed)
        : observer_(observer), closed_(std::move(closed)) {
        std::sort(closed_.begin(), closed_.end());
    }

    void event(const rtl::Event& event) override {
        const bool inside =
            event.kind == rtl::EventKind::routed || event.kind == rtl::EventKind::vc_granted;
        if (!inside || !closed(event.router)) {
            observer_.event(event);
        }
    }

private:
    bool closed(topo::NodeId router) const {
        return std::binary_search(closed_.begin(), closed_.end(), router);
    }

    rtl::EventObserver& observer_;
    std::vector<topo::NodeId> closed_;
};

}  // namespace flitscope::tb
