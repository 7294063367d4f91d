#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tlm/collectives/collective_registry.h"
#include "topologies/hamiltonian_labels.h"

namespace flitscope::tb {

/// The names of nodes: ids or, with --labels, Hamiltonian labels.
class NodeNaming {
public:
    /// Throws OptionError ("--labels") if the topology has none. Keeps a pointer to it.
    NodeNaming(const topo::Topology& topology, bool labels);

    bool labelled() const { return labels_.has_value(); }
    topo::NodeId written(topo::NodeId node) const { return labels_ ? labels_->label(node) : node; }
    /// The named node: coordinates and, without labels, ids as topo::parse_node accepts them.
    /// Throws OptionError (`key`).
    topo::NodeId parse(const std::string& text, const std::string& key) const;

private:
    const topo::Topology* topology_;
    std::optional<topo::HamiltonianLabels> labels_;
};

/// The nodes of a list like "3,(1,2),5" in its order; blanks are allowed, "" is none. Throws
/// OptionError (`key`).
std::vector<topo::NodeId> parse_nodes(const NodeNaming& naming, const std::string& text,
                                      const std::string& key);

}  // namespace flitscope::tb
