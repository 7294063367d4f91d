#include "testbenches/drive/measurement/busy_periods.h"

#include <algorithm>
#include <tuple>

#include "topologies/channels.h"

namespace flitscope::tb {

BusyPeriods::BusyPeriods(const rtl::NetworkDescription& description)
    : topology_(description.topology), links_(description.router.queued_outputs()) {
    if (links_) {
        const std::size_t channels = topo::ChannelNumbers(*topology_).count();
        link_idle_.resize(channels, 0);
        idle_for_.resize(channels, 0);
        return;
    }
    for (topo::RouterId router = 0; router < topology_->routers(); ++router) {
        const rtl::PortLayout ports = rtl::port_layout(description.router, *topology_, router);
        queues_ = std::max(queues_, static_cast<std::size_t>(ports.injection));
    }
    idle_.resize(static_cast<std::size_t>(topology_->nodes()) * queues_, 0);
}

void BusyPeriods::keep(const Period& period) {
    // Of equal periods, keep the first by node and port: events at one edge have no order.
    const auto before = [](const Period& each) {
        return std::tuple(-each.cycles, each.node, each.port);
    };
    if (before(period) < before(longest_)) {
        longest_ = period;
    }
}

void BusyPeriods::joins(topo::NodeId node, int queue, rtl::Cycle edge, std::size_t waiting) {
    if (links_) {
        return;
    }
    rtl::Cycle& idle =
        idle_[static_cast<std::size_t>(node) * queues_ + static_cast<std::size_t>(queue)];
    if (waiting == 0) {
        idle = edge;
    } else {
        keep({edge - idle, node, queue});
    }
}

void BusyPeriods::look(rtl::Cycle edge, const rtl::Network& network) {
    if (!links_) {
        return;
    }
    const topo::ChannelNumbers numbers(*topology_);
    topo::for_each_channel(*topology_, [&](auto node, auto port, const topo::PortPeer& /*peer*/) {
        const std::size_t channel = numbers.of(node, port);
        const std::uint64_t idle_for = network.channel_counters(node, port).vc_busy_cycles.at(0);
        if (idle_for > idle_for_[channel]) {
            idle_for_[channel] = idle_for;
            link_idle_[channel] = edge;
        } else {
            keep({edge - link_idle_[channel], node, port});
        }
    });
}

std::string BusyPeriods::busiest() const {
    if (!links_) {
        return "the source queue of node " + topology_->node_name(longest_.node);
    }
    return "the link from " + topology_->router_name(longest_.node) + " to " +
           topology_->router_name(topology_->peer(longest_.node, longest_.port).node);
}

}  // namespace flitscope::tb
