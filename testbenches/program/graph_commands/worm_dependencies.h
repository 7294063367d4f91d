#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "tlm/collectives/plan.h"
#include "topologies/channels.h"
#include "topologies/deadlock/dependency_graph.h"

namespace flitscope::tb {

class AddressWays;

/// The resources that worms of `traffic.broadcast` and `traffic.multicast` hold while they wait
/// (docs/headers_and_branches.md, "Deadlock").
///
/// Resources are channels and the VCs of ejection ports. A worm holds its incoming channel and
/// waits for an ejection VC; then it holds that and waits for the next channel. An ejection VC
/// belongs to one router, so the graph omits it and connects its waiters with what its holders wait
/// for. A unicast waits for an ejection VC, too.
///
/// Ways are those of all plans: for broadcasts from all sources. Multicasts go from node to address
/// as AddressWays says, so that all that is left of their plans is which nodes may come before
/// an address in a header, and which behind. Worms of fewer destinations are parts of those of all
/// of them, in the same order; only `column_path` has the node in the source's row in front of
/// those below where there is none above. Plans of the first address of each worm alone show that.
class WormDependencies {
public:
    /// A 32x32 mesh takes a second with multicasts, a 64x64 mesh most of a minute (measured).
    static constexpr topo::NodeId kMostNodes = 4096;

    /// `network`: topology, routing, router and headers. Keeps a pointer. Throws OptionError
    /// ("kind") for more nodes than kMostNodes.
    WormDependencies(const TrafficConfig& traffic, const rtl::NetworkDescription& network);

    /// The number by which dependencies know a VC class of a message class: its own, or, where
    /// there are too few VCs, that of the VC that it has.
    static int class_number(const rtl::NetworkDescription& network, int vc_class,
                            int message_class);

    void add_to(topo::DependencyGraph& graph) const;

    /// All messages are worms (`fraction: 1`): there are no unicasts.
    bool alone() const { return alone_; }

private:
    struct Channel {
        topo::NodeId from;
        topo::PortId port;
        int vc_class;  ///< class_number
        bool operator==(const Channel& other) const {
            return from == other.from && port == other.port && vc_class == other.vc_class;
        }
    };
    /// Of an ejection VC.
    struct Ejection {
        std::vector<Channel> waiting;  ///< held by who waits for it
        std::vector<Channel> wanted;   ///< by who holds it
    };
    void follow(const tl::Plan& plan, int first_routing);
    void follow_multicasts(const MulticastConfig& multicast, int routing);
    void follow_headers(const tl::Plan& plan, const AddressWays& ways, int destinations,
                        int routing);
    Channel channel_by(topo::NodeId from, const topo::RouteCandidate& way) const;
    Channel channel(topo::NodeId from, topo::NodeId to, topo::NodeId destination,
                    int routing) const;
    std::size_t first_ejection(topo::NodeId node, topo::PortId input) const;
    void remember_pass(const Channel& held, const Channel& wanted);
    void remember_copy(const Channel& held, const Channel* wanted, topo::NodeId node,
                       topo::PortId input, int routing);

    const rtl::NetworkDescription* network_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    std::vector<std::size_t> first_output_;     ///< [node] of its ejection outputs, in ejections_
    std::vector<Ejection> ejections_;           ///< [ejection output, VC]
    std::vector<std::vector<Channel>> passes_;  ///< [channel, VC class]: what is waited for behind
    topo::ChannelNumbers numbers_;
    int classes_;
    bool alone_;
};

}  // namespace flitscope::tb
