#include "tlm/headers/header_walk.h"

#include <stdexcept>
#include <string>

#include "topologies/live_graph.h"
#include "topologies/routing/next_router.h"

namespace flitscope::tl {

namespace {

/// Where the link to a neighbour ends; nowhere: there is none.
topo::PortPeer link_between(const topo::Topology& topology, topo::NodeId node,
                            topo::NodeId neighbour) {
    const std::vector<topo::PortId> ports = topo::ports_to(topology, node, neighbour);
    return ports.empty() ? topo::PortPeer{} : topology.peer(node, ports.front());
}

[[noreturn]] void fail(topo::NodeId from, topo::NodeId here, const char* what) {
    throw std::logic_error("a message from node " + std::to_string(from) + " at node " +
                           std::to_string(here) + ": " + what);
}

}  // namespace

std::vector<topo::NodeId> HeaderWay::receivers() const {
    std::vector<topo::NodeId> nodes;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i] != rtl::Control::pass) {
            nodes.push_back(path[i + 1]);
        }
    }
    return nodes;
}

topo::PortPeer HeaderWalk::next(const topo::RouteQuery& query) {
    topo::PortId port = -1;
    if (routing_->selection() == topo::RouteSelection::only) {
        port = routing_->only_candidate(query).port;
    } else {
        candidates_.clear();
        routing_->candidates(query, candidates_);
        port = candidates_.front().port;
    }
    return port < 0 ? topo::PortPeer{} : topology_->peer(query.here, port);
}

const HeaderWay& HeaderWalk::follow(topo::NodeId from, topo::NodeId first_hop,
                                    const rtl::HeaderEntry* entries, std::size_t count) {
    header_.entries.assign(entries, entries + count);
    way_.path.assign(1, from);
    way_.actions.clear();
    if (count == 0 || entries->address == from) {
        fail(from, from, "its header names no other node");
    }
    rtl::HeaderAction action =
        rtl::header_action(header_, {}, 0, 0, from, topology_->routers(), true);
    if (action.error) {
        fail(from, from, "its header is a protocol error");
    }
    topo::RouteQuery query;
    query.here = query.source = from;
    query.destination = action.towards;
    // A way to each address that visits no node twice is shorter.
    const std::size_t longest = (count + 1) * static_cast<std::size_t>(topology_->routers());
    do {
        const topo::PortPeer there = query.hop == 0 && first_hop != topo::kNoNode
                                         ? link_between(*topology_, from, first_hop)
                                         : next(query);
        if (!there.connected() || way_.hops() == longest) {
            fail(from, query.here, "there is no way on");
        }
        topo::arrive(there, query);
        action = rtl::header_action(header_, {}, action.served, 0, query.here, topology_->routers(),
                                    false);
        if (action.error) {
            fail(from, query.here, "its header is a protocol error");
        }
        query.destination = action.towards;
        way_.path.push_back(query.here);
        way_.actions.push_back(action.control());
    } while (action.forward);
    return way_;
}

}  // namespace flitscope::tl
