#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/row_file.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Routing by a user's table (docs/topologies.md): the next hops by node and destination and, if a
/// row says so, by the neighbour from which a message came.
///
/// `choice` selects among several next hops.
class TableRouting : public RoutingFunction {
public:
    static constexpr NodeId kMaxNodes = 4096;
    static constexpr int kMaxClasses = 64;

    /// Reads a CSV file. Throws OptionError: "file", with line, for an invalid table, and for
    /// messages that would get lost or run in a cycle; "algorithm" for more than kMaxNodes nodes.
    TableRouting(const Topology& topology, const std::string& path, RouteSelection choice);

    std::string algorithm() const override { return "table"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return selection_; }
    int vc_classes() const override { return classes_; }
    RouteDependence dependence() const override { return {by_input_, false, false}; }

private:
    /// Any input. Otherwise a network port, or -1 for messages injected here.
    static constexpr PortId kAnyInput = -2;

    struct Row {
        std::int64_t pair;  ///< node * nodes + destination
        PortId input;
        RouteCandidate way;
        int line;
    };

    Row read(const RowFile& file, const RowFile::Fields& fields) const;
    PortId port_to(const RowFile& file, NodeId node, const std::string& key, NodeId other) const;
    void refuse_twice(const RowFile& file) const;
    void index();
    std::int64_t pair(NodeId node, NodeId destination) const {
        return std::int64_t{node} * topology_->routers() + destination;
    }

    const Topology* topology_;
    RouteSelection selection_ = RouteSelection::only;
    int classes_ = 1;
    bool by_input_ = false;
    std::vector<Row> rows_;             ///< ascending in pair, input, port, class
    std::vector<std::uint32_t> first_;  ///< [pair]: index into rows_; and their number at the end
};

/// Options `file`, and `choice: random | shortest_queue`, default random.
RoutingEntry table_entry();

}  // namespace flitscope::topo
