#include "testbenches/program/graph_commands/worm_dependencies.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbenches/drive/traffic/operation_source.h"
#include "tlm/collectives/plan_walk.h"

namespace flitscope::tb {

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
    const int k = message_class * rtl::vc_class_count(network) + vc_class;
    const int vcs = network.router.virtual_channels;
    return vcs < classes_of(network) ? rtl::vcs_of_class(k, classes_of(network), vcs).first : k;
}

WormDependencies::WormDependencies(const TrafficConfig& traffic,
                                   const rtl::NetworkDescription& network)
    : network_(&network),
      unicast_(borrowed(*network.routing)),
      numbers_(*network.topology),
      classes_(classes_of(network)) {
    std::size_t outputs = 0;
    for (topo::NodeId node = 0; node < network.topology->nodes(); ++node) {
        first_output_.push_back(outputs);
        outputs += static_cast<std::size_t>(
            rtl::port_layout(network.router, network.topology->ports(node)).ejection);
    }
    ejections_.resize(outputs * static_cast<std::size_t>(rtl::ejection_vc_count(network.router)));
    passes_.resize(numbers_.count() * static_cast<std::size_t>(classes_));
    int routing = 0;
    if (broadcasts_with_headers(traffic)) {
        const auto& entry = tl::find_collective(traffic.broadcast.algorithm);
        for (topo::NodeId source = 0; source < network.topology->nodes(); ++source) {
            tl::PlanRequest request;
            request.source = source;
            follow(tl::make_plan(entry, *network.topology, unicast_, request), routing);
        }
        routing +=
            static_cast<int>(tl::collective_routings(entry, *network.topology, unicast_).size());
    }
    if (traffic.multicast.fraction > 0) {
        follow_multicasts(traffic, routing);
    }
}

void WormDependencies::follow_multicasts(const TrafficConfig& traffic, int first_routing) {
    const topo::NodeId nodes = network_->topology->nodes();
    if (nodes > kMostNodes) {
        throw topo::OptionError(
            "kind", fmt::format("{} nodes, verify follows multicasts in networks of at most {}",
                                nodes, kMostNodes));
    }
    const auto& entry = tl::find_collective(traffic.multicast.algorithm);
    const bool pairs = traffic.multicast.destinations > 1;
    tl::PlanRequest request;
    for (request.source = 0; request.source < nodes; ++request.source) {
        for (topo::NodeId a = 0; a < nodes; ++a) {
            for (topo::NodeId b = a; b < (pairs ? nodes : a + 1); ++b) {
                if (a == request.source || b == request.source) {
                    continue;
                }
                request.destinations = {a};
                if (a != b) {
                    request.destinations.push_back(b);
                }
                follow(tl::make_plan(entry, *network_->topology, unicast_, request), first_routing);
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
            remember(held, goes_on ? &wanted : nullptr, way.path[i],
                     topology.peer(held.from, held.port).port, routing,
                     way.actions[i - 1] != rtl::Control::pass);
            held = wanted;
        }
    }
}

void WormDependencies::remember(const Channel& held, const Channel* wanted, topo::NodeId node,
                                topo::PortId input, int routing, bool receives) {
    if (wanted != nullptr) {
        const std::size_t channel = numbers_.of(held.from, held.port);
        add_once(passes_[channel * static_cast<std::size_t>(classes_) +
                         static_cast<std::size_t>(held.vc_class)],
                 *wanted);
    }
    if (!receives) {
        return;
    }
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
    const auto output = static_cast<std::size_t>(layout.ejection_output(input) - ports);
    return (first_output_[static_cast<std::size_t>(node)] + output) *
           static_cast<std::size_t>(rtl::ejection_vc_count(network_->router));
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
    return {from, way.port,
            class_number(*network_, rtl::first_vc_class(*network_, routing) + way.vc_class, 0)};
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
