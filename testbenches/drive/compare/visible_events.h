#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::tb {

/// Passes on what can be seen from outside of routers whose inside nobody knows: of these nodes
/// neither routes nor VC grants. For comparing networks with devices under test.
class VisibleEvents final : public rtl::NetworkObserver {
public:
    /// `observer` outlives this.
    VisibleEvents(rtl::NetworkObserver& observer, std::vector<topo::NodeId> closed)
        : observer_(observer), closed_(std::move(closed)) {
        std::sort(closed_.begin(), closed_.end());
    }

    void flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                      const rtl::Flit& flit) override {
        observer_.flit_written(edge, router, input_port, flit);
    }
    void routed(rtl::Cycle cycle, topo::NodeId router, int input_port, const rtl::Flit& head,
                int output_port, rtl::VcRange allowed) override {
        if (!closed(router)) {
            observer_.routed(cycle, router, input_port, head, output_port, allowed);
        }
    }
    void vc_granted(rtl::Cycle cycle, topo::NodeId router, int input_port, const rtl::Flit& head,
                    int output_port, int output_vc) override {
        if (!closed(router)) {
            observer_.vc_granted(cycle, router, input_port, head, output_port, output_vc);
        }
    }
    void switch_granted(rtl::Cycle cycle, topo::NodeId router, int input_port,
                        const rtl::Flit& flit, int output_port, int output_vc) override {
        observer_.switch_granted(cycle, router, input_port, flit, output_port, output_vc);
    }
    void credit_sent(rtl::Cycle cycle, topo::NodeId router, int input_port, int vc) override {
        observer_.credit_sent(cycle, router, input_port, vc);
    }
    void flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                       const rtl::Flit& flit) override {
        observer_.flit_consumed(edge, router, output_port, flit);
    }

private:
    bool closed(topo::NodeId router) const {
        return std::binary_search(closed_.begin(), closed_.end(), router);
    }

    rtl::NetworkObserver& observer_;
    std::vector<topo::NodeId> closed_;
};

}  // namespace flitscope::tb
