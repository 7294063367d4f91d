#pragma once

#include <map>
#include <utility>

#include "topologies/topology.h"

namespace flitscope::tb {

/// The part of a network that flits were seen in.
class LoggedTopology final : public topo::Topology {
public:
    void add_router(topo::NodeId router) { nodes_ = std::max(nodes_, router + 1); }
    void add_link(topo::NodeId from, topo::PortId out, topo::PortPeer to) {
        peers_[{from, out}] = to;
        ports_[from] = std::max(ports_[from], out + 1);
        ports_[to.node] = std::max(ports_[to.node], to.port + 1);
    }

    std::string kind() const override { return "log"; }
    topo::NodeId nodes() const override { return nodes_; }
    topo::PortId ports(topo::NodeId node) const override {
        const auto found = ports_.find(node);
        return found == ports_.end() ? 0 : found->second;
    }
    topo::PortPeer peer(topo::NodeId node, topo::PortId port) const override {
        const auto found = peers_.find({node, port});
        return found == peers_.end() ? topo::PortPeer{} : found->second;
    }
    std::vector<std::string> link_classes() const override { return {"link"}; }
    int link_class(topo::NodeId /*node*/, topo::PortId /*port*/) const override { return 0; }

private:
    topo::NodeId nodes_ = 0;
    std::map<topo::NodeId, topo::PortId> ports_;
    std::map<std::pair<topo::NodeId, topo::PortId>, topo::PortPeer> peers_;
};

}  // namespace flitscope::tb
