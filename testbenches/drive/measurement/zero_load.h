#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/measurement/bypass_times.h"

namespace flitscope::tb {

/// Edges of a message alone in the network, injected at edge 0 (docs/router.md, section 9).
struct ZeroLoadTimes {
    rtl::Cycle departed = 0;   ///< head leaves the source router, D_0(0)
    rtl::Cycle arrived = 0;    ///< tail in the destination router, A_k(L-1)
    rtl::Cycle delivered = 0;  ///< tail consumed, D_k(L-1)
};

/// Cycles between a flit's arrival in a router and its leaving, once its head has left: b.
inline int body_delay(const rtl::RouterParameters& router) { return 1 + router.stages().to_wire(); }

/// The rule in its original form: a recursion over routers and flits. path: links in the order of
/// travel; length: flits, >= 1.
ZeroLoadTimes zero_load_times(const rtl::RouterParameters& router,
                              const std::vector<rtl::LinkParameters>& path, std::uint32_t length);

/// Network latency at zero load of the messages of one network.
///
/// If all links are equal, a closed form of the number of hops; otherwise the recursion over the
/// links of a path that the routing would choose (by the salt if it looks at loads).
class ZeroLoadReference {
public:
    explicit ZeroLoadReference(const rtl::NetworkDescription& description);

    /// A lower bound for messages of that many hops and flits on any path.
    bool is_lower_bound() const {
        return equal_links_ && service_of_length_ &&
               !waits_behind_bypass(description_->router, link_);
    }
    rtl::Cycle latency(const rtl::Message& message, int hops) const {
        return equal_links_ ? closed_form(hops, message.length) : along_path(message);
    }

private:
    rtl::Cycle closed_form(int hops, std::uint32_t length) const;
    rtl::Cycle along_path(const rtl::Message& message) const;

    const rtl::NetworkDescription* description_;
    const topo::RoutingFunction* routing_;  ///< while nothing is dead
    bool service_of_length_;
    bool equal_links_;
    rtl::LinkParameters link_;
};

}  // namespace flitscope::tb
