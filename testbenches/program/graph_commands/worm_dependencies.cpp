#include "testbenches/program/graph_commands/worm_dependencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dynamic_bitset.hpp>

#include "rtl_models/router/contract/header_route.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/plan_walk.h"
#include "topologies/live_graph.h"

namespace flitscope::tb {

using NodeSet = boost::dynamic_bitset<>;  ///< some of the nodes of a network

/// The paths of worms of a header routing between addresses. A path depends only on the node and
/// the address (rtl::header_route), so all of them have N^2 hops.
class AddressWays {
public:
    /// visit(node, way, beyond), called for every node and every other address: how a worm leaves
    /// the node, and the next one (const topo::RouteCandidate*; null: that is the address). Keeps
    /// a pointer to the network.
    template <typename Visit>
    AddressWays(const rtl::NetworkDescription& network, int routing, Visit visit)
        : network_(&network),
          routing_(routing),
          topology_(network.topology),
          numbers_(*topology_),
          left_by_(numbers_.count(), NodeSet(static_cast<std::size_t>(topology_->routers()))),
          reached_by_(left_by_),
          next_(static_cast<std::size_t>(topology_->routers())) {
        for (topo::NodeId to = 0; to < topology_->routers(); ++to) {
            follow_to(to);
            for (topo::NodeId node = 0; node < topology_->routers(); ++node) {
                if (node != to) {
                    const topo::RouteCandidate& way = next_[static_cast<std::size_t>(node)];
                    const topo::NodeId then = topology_->peer(node, way.port).node;
                    visit(node, way, then == to ? nullptr : &next_[static_cast<std::size_t>(then)]);
                }
            }
        }
    }

    /// The addresses towards which a worm leaves a node by this port.
    const NodeSet& left_by(topo::NodeId node, topo::PortId port) const {
        return left_by_[numbers_.of(node, port)];
    }
    /// The nodes from which a worm towards this node comes in by this port.
    const NodeSet& reached_by(topo::NodeId node, topo::PortId port) const {
        return reached_by_[numbers_.of(node, port)];
    }

private:
    void follow_to(topo::NodeId to) {
        constexpr topo::PortId kUnknown = -1;
        const topo::NodeId nodes = topology_->routers();
        for (topo::NodeId node = 0; node < nodes; ++node) {
            if (node != to) {
                const topo::RouteCandidate way =
                    rtl::header_route(*network_, routing_, -1, node, to);
                next_[static_cast<std::size_t>(node)] = way;
                left_by_[numbers_.of(node, way.port)].set(static_cast<std::size_t>(to));
            }
        }
        input_.assign(static_cast<std::size_t>(nodes), kUnknown);
        for (topo::NodeId from = 0; from < nodes; ++from) {
            if (from == to) {
                continue;
            }
            path_.clear();
            topo::PortPeer there{from, kUnknown};
            topo::PortId input = kUnknown;
            while (there.node != to && input == kUnknown) {
                path_.push_back(there.node);
                input = input_[static_cast<std::size_t>(there.node)];
                there =
                    topology_->peer(there.node, next_[static_cast<std::size_t>(there.node)].port);
            }
            input = input == kUnknown ? there.port : input;
            for (const topo::NodeId node : path_) {
                input_[static_cast<std::size_t>(node)] = input;
            }
            reached_by_[numbers_.of(to, input)].set(static_cast<std::size_t>(from));
        }
    }

    const rtl::NetworkDescription* network_;
    int routing_;
    const topo::Topology* topology_;
    topo::ChannelNumbers numbers_;
    std::vector<NodeSet> left_by_, reached_by_;  ///< [node, port]
    std::vector<topo::RouteCandidate> next_;     ///< [node] towards the present address; scratch
    std::vector<topo::PortId> input_;            ///< [node] by which one gets there; scratch
    std::vector<topo::NodeId> path_;             ///< scratch
};

namespace {

template <typename T>
void add_once(std::vector<T>& list, const T& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) {
        list.push_back(item);
    }
}

int classes_of(const rtl::NetworkDescription& network) {
    return network.router.message_classes * rtl::vc_class_count(network);
}

}  // namespace

int WormDependencies::class_number(const rtl::NetworkDescription& network, int vc_class,
                                   int message_class) {
    const int classes = rtl::vc_class_count(network);
    const int k = message_class * classes + vc_class;
    const int vcs = network.router.virtual_channels;
    if (!network.router.class_vcs.empty()) {
        const int own = network.router.class_vcs[static_cast<std::size_t>(message_class)];
        return own < classes
                   ? message_class * classes + rtl::vcs_of_class(vc_class, classes, own).first
                   : k;
    }
    return vcs < classes_of(network) ? rtl::vcs_of_class(k, classes_of(network), vcs).first : k;
}

WormDependencies::WormDependencies(const TrafficConfig& traffic,
                                   const rtl::NetworkDescription& network)
    : network_(&network),
      unicast_(borrowed(*network.routing)),
      numbers_(*network.topology),
      classes_(classes_of(network)),
      alone_(only_headers(traffic, header_routings(traffic, *network.topology, unicast_))) {
    if (network.topology->routers() > kMostNodes) {
        throw OptionError("kind", fmt::format("{} nodes, verify follows worms in networks of "
                                              "at most {}",
                                              network.topology->routers(), kMostNodes));
    }
    std::size_t outputs = 0;
    for (topo::NodeId node = 0; node < network.topology->routers(); ++node) {
        first_output_.push_back(outputs);
        outputs += static_cast<std::size_t>(
            rtl::port_layout(network.router, network.topology->ports(node)).ejection);
    }
    ejections_.resize(outputs * static_cast<std::size_t>(rtl::ejection_vc_count(network.router)));
    passes_.resize(numbers_.count() * static_cast<std::size_t>(classes_));
    int routing = 0;
    if (broadcasts_with_headers(traffic)) {
        const auto& entry = tl::find_collective(traffic.broadcast.algorithm);
        for (topo::NodeId source = 0; source < network.topology->routers(); ++source) {
            tl::PlanRequest request;
            request.source = source;
            follow(tl::make_plan(entry, *network.topology, unicast_, request), routing);
        }
        routing +=
            static_cast<int>(tl::collective_routings(entry, *network.topology, unicast_).size());
    }
    if (multicasts_with_headers(traffic, *network.topology, *unicast_)) {
        follow_multicasts(traffic.multicast, routing);
    }
}

void WormDependencies::follow_multicasts(const MulticastConfig& multicast, int routing) {
    const topo::Topology& topology = *network_->topology;
    const AddressWays ways(*network_, routing,
                           [&](topo::NodeId node, const auto& way, const auto* beyond) {
                               const Channel held = channel_by(node, way);
                               const topo::PortPeer there = topology.peer(node, way.port);
                               if (beyond != nullptr) {
                                   remember_pass(held, channel_by(there.node, *beyond));
                               } else {
                                   remember_copy(held, nullptr, there.node, there.port, routing);
                               }
                           });
    const auto& entry = tl::find_collective(multicast.algorithm);
    tl::PlanRequest request;
    for (request.source = 0; request.source < topology.routers(); ++request.source) {
        request.destinations.clear();
        for (topo::NodeId node = 0; node < topology.routers(); ++node) {
            if (node != request.source) {
                request.destinations.push_back(node);
            }
        }
        const tl::Plan all = tl::make_plan(entry, topology, unicast_, request);
        follow_headers(all, ways, multicast.destinations, routing);
        request.destinations.clear();
        for (const tl::PlanMessage& message : all.messages()) {
            request.destinations.push_back(all.addresses(message)->address);
        }
        follow_headers(tl::make_plan(entry, topology, unicast_, request), ways,
                       multicast.destinations, routing);
    }
}

/// What worms with some of these addresses, in this order, do where they get a copy and go on.
void WormDependencies::follow_headers(const tl::Plan& plan, const AddressWays& ways,
                                      int destinations, int routing) {
    const topo::Topology& topology = *network_->topology;
    const int vc_class = rtl::first_vc_class(*network_, routing);  // the only one
    for (const tl::PlanMessage& message : plan.messages()) {
        const rtl::HeaderEntry* const list = plan.addresses(message);
        topo::PortPeer first{message.from, -1};  // where the routing function begins to count
        topo::PortPeer back;                     // the other end of the channel there, if any
        if (message.first_hop != topo::kNoNode) {
            back = {message.from,
                    topo::ports_to(topology, message.from, message.first_hop).front()};
            first = topology.peer(back.node, back.port);
        }
        NodeSet before(static_cast<std::size_t>(topology.routers()));
        before.set(static_cast<std::size_t>(first.node));
        NodeSet behind(before.size());
        for (std::uint32_t i = 0; i < message.address_count; ++i) {
            behind.set(static_cast<std::size_t>(list[i].address));
        }
        for (std::uint32_t i = 0; i < message.address_count; ++i) {
            const topo::NodeId here = list[i].address;
            behind.reset(static_cast<std::size_t>(here));
            if (back.connected()) {
                const Channel held = channel_by(back.node, {back.port, vc_class});
                if (first.node == here) {
                    remember_copy(held, nullptr, here, first.port, routing);
                } else {
                    remember_pass(held,
                                  channel_by(first.node, rtl::header_route(*network_, routing, -1,
                                                                           first.node, here)));
                }
            }
            for (topo::PortId port = 0; destinations > 1 && port < topology.ports(here); ++port) {
                if (!ways.left_by(here, port).intersects(behind)) {
                    continue;
                }
                const Channel wanted = channel_by(here, {port, vc_class});
                for (topo::PortId input = 0; input < topology.ports(here); ++input) {
                    if (topo::PortPeer{here, input} == first ||
                        ways.reached_by(here, input).intersects(before)) {
                        const topo::PortPeer from = topology.peer(here, input);
                        const Channel held = channel_by(from.node, {from.port, vc_class});
                        remember_pass(held, wanted);
                        remember_copy(held, &wanted, here, input, routing);
                    }
                }
            }
            if (destinations > 2) {
                before.set(static_cast<std::size_t>(here));
            }
        }
    }
}

void WormDependencies::follow(const tl::Plan& plan, int first_routing) {
    const topo::Topology& topology = *network_->topology;
    const int routing = first_routing + plan.routing_number();
    tl::PlanWalk walk(topology, plan);
    for (const tl::PlanMessage& message : plan.messages()) {
        const tl::HeaderWay& way = walk.follow(message);
        const topo::NodeId last = way.path.back();
        Channel held = channel(way.path[0], way.path[1], last, routing);
        for (std::size_t i = 1; i < way.path.size(); ++i) {
            const bool goes_on = i + 1 < way.path.size();
            const Channel wanted =
                goes_on ? channel(way.path[i], way.path[i + 1], last, routing) : held;
            if (goes_on) {
                remember_pass(held, wanted);
            }
            if (way.actions[i - 1] != rtl::Control::pass) {
                remember_copy(held, goes_on ? &wanted : nullptr, way.path[i],
                              topology.peer(held.from, held.port).port, routing);
            }
            held = wanted;
        }
    }
}

void WormDependencies::remember_pass(const Channel& held, const Channel& wanted) {
    const std::size_t channel = numbers_.of(held.from, held.port);
    add_once(passes_[channel * static_cast<std::size_t>(classes_) +
                     static_cast<std::size_t>(held.vc_class)],
             wanted);
}

/// A worm leaves a copy at a node, and wants to go on, or ends there.
void WormDependencies::remember_copy(const Channel& held, const Channel* wanted, topo::NodeId node,
                                     topo::PortId input, int routing) {
    const topo::RoutingFunction& worms =
        *network_->headers.routings[static_cast<std::size_t>(routing)];
    const rtl::VcRange vcs =
        rtl::ejection_vcs(network_->router, worms, worms.ejection_class(node, input), 0);
    for (int vc = vcs.first; vc < vcs.first + vcs.count; ++vc) {
        Ejection& ejection = ejections_[first_ejection(node, input) + static_cast<std::size_t>(vc)];
        add_once(ejection.waiting, held);
        if (wanted != nullptr) {
            add_once(ejection.wanted, *wanted);
        }
    }
}

/// VC 0 of the ejection output of this input.
std::size_t WormDependencies::first_ejection(topo::NodeId node, topo::PortId input) const {
    const topo::PortId ports = network_->topology->ports(node);
    const rtl::PortLayout layout = rtl::port_layout(network_->router, ports);
    const auto output = static_cast<std::size_t>(layout.ejection_output(0, input) - ports);
    return (first_output_[static_cast<std::size_t>(node)] + output) *
           static_cast<std::size_t>(rtl::ejection_vc_count(network_->router));
}

WormDependencies::Channel WormDependencies::channel_by(topo::NodeId from,
                                                       const topo::RouteCandidate& way) const {
    return {from, way.port, class_number(*network_, way.vc_class, 0)};
}

/// `destination`: of worms whose routing has several VC classes, which have one address.
WormDependencies::Channel WormDependencies::channel(topo::NodeId from, topo::NodeId to,
                                                    topo::NodeId destination, int routing) const {
    const topo::Topology& topology = *network_->topology;
    const topo::RoutingFunction& worms =
        *network_->headers.routings[static_cast<std::size_t>(routing)];
    topo::RouteCandidate way{0, 0};
    if (worms.vc_classes() > 1) {
        way = worms.only_candidate({from, -1, from, destination, 0, 0});
    } else {
        while (topology.peer(from, way.port).node != to) {
            ++way.port;
        }
    }
    way.vc_class += rtl::first_vc_class(*network_, routing);
    return channel_by(from, way);
}

void WormDependencies::add_to(topo::DependencyGraph& graph) const {
    const auto add = [&](const Channel& held, const Channel& wanted) {
        graph.add(graph.vertex(held.from, held.port, held.vc_class), wanted.port, wanted.vc_class);
    };
    const auto classes = static_cast<std::size_t>(classes_);
    for (std::size_t i = 0; i < passes_.size(); ++i) {
        const std::size_t number = i / classes;
        const topo::NodeId from = numbers_.node_of(number);
        const auto port = static_cast<topo::PortId>(number - numbers_.of(from, 0));
        for (const Channel& wanted : passes_[i]) {
            add({from, port, static_cast<int>(i % classes)}, wanted);
        }
    }
    for (const Ejection& ejection : ejections_) {
        for (const Channel& waiting : ejection.waiting) {
            for (const Channel& wanted : ejection.wanted) {
                add(waiting, wanted);
            }
        }
    }
    if (alone_) {
        return;
    }
    const topo::Topology& topology = *network_->topology;
    const rtl::RouterParameters& router = network_->router;
    topo::for_each_channel(topology, [&](topo::NodeId from, topo::PortId port, const auto& peer) {
        for (int m = 0; m < router.message_classes; ++m) {
            const rtl::VcRange vcs = rtl::ejection_vcs(router, m);
            for (int vc = vcs.first; vc < vcs.first + vcs.count; ++vc) {
                const Ejection& ejection =
                    ejections_[first_ejection(peer.node, peer.port) + static_cast<std::size_t>(vc)];
                for (int c = 0; c < network_->routing->vc_classes(); ++c) {
                    for (const Channel& wanted : ejection.wanted) {
                        add({from, port, class_number(*network_, c, m)}, wanted);
                    }
                }
            }
        }
    });
}

}  // namespace flitscope::tb
