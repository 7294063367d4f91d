#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "tlm/collectives/plan.h"
#include "topologies/deadlock/dependency_graph.h"

namespace flitscope::tb {

/// What the worms of `traffic.broadcast` and `traffic.multicast` hold while they wait
/// (docs/headers_and_branches.md, "Deadlock").
///
/// Resources are channels and the VCs of ejection ports. A worm holds the channel by which it came
/// and waits for an ejection VC; it holds that and waits for the next channel. An ejection VC lies
/// in one router, so that it is left out of the graph by joining who waits for it to what its
/// holders wait for. A unicast waits for an ejection VC, too.
///
/// Ways are those of all plans: from all sources for broadcasts. For multicasts of all pairs of
/// destinations from all sources, where there are two or more: a longer list is made of such pairs,
/// as the way from one address to the next follows from these alone, and so does the ejection
/// class.
class WormDependencies {
public:
    static constexpr topo::NodeId kMostNodes = 256;  ///< with multicasts

    /// `network`: topology, routing, router and headers. Keeps a pointer. `vc_numbers`: as
    /// class_number. Throws topo::OptionError ("kind") for more nodes than kMostNodes.
    WormDependencies(const TrafficConfig& traffic, const rtl::NetworkDescription& network);

    /// The number by which dependencies know a VC class of a message class: its own, or, where
    /// there are too few VCs, that of the VC that it has.
    static int class_number(const rtl::NetworkDescription& network, int vc_class,
                            int message_class);

    void add_to(topo::DependencyGraph& graph) const;

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
    void follow_multicasts(const TrafficConfig& traffic, int first_routing);
    Channel channel(topo::NodeId from, topo::NodeId to, topo::NodeId destination,
                    int routing) const;
    std::size_t first_ejection(topo::NodeId node, topo::PortId input) const;
    void remember(const Channel& held, const Channel* wanted, topo::NodeId node, topo::PortId input,
                  int routing, bool receives);

    const rtl::NetworkDescription* network_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    std::vector<std::size_t> first_output_;     ///< [node] of its ejection outputs, in ejections_
    std::vector<Ejection> ejections_;           ///< [ejection output, VC]
    std::vector<std::vector<Channel>> passes_;  ///< [channel, VC class]: what is waited for behind
    topo::ChannelNumbers numbers_;
    int classes_;
};

}  // namespace flitscope::tb
