#pragma once

#include <string>
#include <vector>

#include "topologies/custom_graph.h"
#include "topologies/registry.h"

namespace flitscope::topo {

/// A network from a file: any connected graph of routers, with none, one or several nodes at each.
/// The ports of a router are its links in the order of the file.
class Custom : public Topology {
public:
    static constexpr NodeId kMaxNodes = 1 << 20;
    static constexpr int kMaxPorts = 256;

    /// Throws OptionError ("file"), with the link's place: a router that does not exist, a link to
    /// itself or a second one between the same routers, more than kMaxPorts links at a router; a
    /// network in which not every router can be reached; fewer than 1 or more than kMaxNodes
    /// routers, or nodes.
    explicit Custom(CustomGraph graph);

    std::string kind() const override { return "custom"; }
    NodeId routers() const override { return static_cast<NodeId>(ports_.size()); }
    PortId ports(NodeId node) const override {
        return static_cast<PortId>(ports_[static_cast<std::size_t>(node)].size());
    }
    PortPeer peer(NodeId node, PortId port) const override { return at(node, port).peer; }
    std::vector<std::string> link_classes() const override { return link_classes_; }
    int link_class(NodeId node, PortId port) const override { return at(node, port).link_class; }
    std::string router_name(NodeId node) const override {  ///< that of the file, else the id
        const auto index = static_cast<std::size_t>(node);
        return names_.empty() || names_[index].empty() ? Topology::router_name(node)
                                                       : names_[index];
    }
    /// That of the file. Without one, the only node of a router with a name has this name.
    std::string node_name(NodeId node) const override;
    const std::vector<std::string>& names() const { return names_; }  ///< as CustomGraph::names
    /// As CustomGraph::node_names.
    const std::vector<std::string>& node_names() const { return node_names_; }
    const std::vector<NodePosition>& places() const { return places_; }

private:
    struct Port {
        PortPeer peer;
        int link_class = 0;
    };
    const Port& at(NodeId node, PortId port) const {
        return ports_[static_cast<std::size_t>(node)][static_cast<std::size_t>(port)];
    }
    void add(const CustomLink& link);
    void check_connected(const std::string& name) const;

    std::vector<std::vector<Port>> ports_;  ///< [router][port]
    std::vector<std::string> link_classes_;
    std::vector<std::string> names_;
    std::vector<NodePosition> places_;
    std::vector<std::string> node_names_;
};

/// Option `file`: custom_file.h.
TopologyEntry custom_entry();

}  // namespace flitscope::topo
