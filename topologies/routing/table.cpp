#include "topologies/routing/table.h"

#include <algorithm>
#include <tuple>

#include "topologies/routing/route_walk.h"

namespace flitscope::topo {

TableRouting::TableRouting(const Topology& topology, const std::string& path, RouteSelection choice)
    : topology_(&topology) {
    if (topology.routers() > kMaxNodes) {
        throw OptionError("algorithm", "table: " + topology.kind() + " has " +
                                           std::to_string(topology.routers()) + " nodes, at most " +
                                           std::to_string(kMaxNodes));
    }
    RowFile file(path, {"node", "destination", "next", "port", "class", "from"});
    for (std::string text; file.next(text);) {
        if (const auto fields = file.csv(text)) {
            rows_.push_back(read(file, *fields));
        }
    }
    file.check_header();
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
        return std::tie(a.pair, a.input, a.way.port, a.way.vc_class) <
               std::tie(b.pair, b.input, b.way.port, b.way.vc_class);
    });
    refuse_twice(file);
    index();
    for (std::size_t i = 1; i < rows_.size(); ++i) {
        if (rows_[i].pair == rows_[i - 1].pair && rows_[i].input == rows_[i - 1].input) {
            selection_ = choice;
        }
    }
    if (const auto defect = RouteWalk(topology, *this).follow_all()) {
        throw OptionError("file", path + ": " + *defect);
    }
}

TableRouting::Row TableRouting::read(const RowFile& file, const RowFile::Fields& fields) const {
    const NodeId last = topology_->routers() - 1;
    const auto node = static_cast<NodeId>(file.number(fields, "node", 0, last, -1));
    const auto to = static_cast<NodeId>(file.number(fields, "destination", 0, last, -1));
    if (node == to) {
        file.fail("destination = " + std::to_string(to) + ": the node itself");
    }
    if (fields.count("next") == fields.count("port")) {
        file.fail("next, port: exactly one of them must be given");
    }
    Row row{pair(node, to), kAnyInput, {}, file.line()};
    if (fields.count("port") != 0) {
        const PortId ports = topology_->ports(node);
        row.way.port = static_cast<PortId>(file.number(fields, "port", 0, ports - 1, -1));
        if (!topology_->peer(node, row.way.port).connected()) {
            file.fail("port = " + std::to_string(row.way.port) + ": leads nowhere");
        }
    } else {
        const auto next = static_cast<NodeId>(file.number(fields, "next", 0, last, -1));
        row.way.port = port_to(file, node, "next", next);
    }
    row.way.vc_class = static_cast<int>(file.number(fields, "class", 0, kMaxClasses - 1, 0));
    if (fields.count("from") != 0) {
        const auto from = static_cast<NodeId>(file.number(fields, "from", 0, last, -1));
        row.input = from == node ? -1 : port_to(file, node, "from", from);
    }
    return row;
}

/// The lowest port of `node` that leads to `other`.
PortId TableRouting::port_to(const RowFile& file, NodeId node, const std::string& key,
                             NodeId other) const {
    for (PortId port = 0; port < topology_->ports(node); ++port) {
        if (topology_->peer(node, port).node == other) {
            return port;
        }
    }
    file.fail(key + " = " + std::to_string(other) + ": no neighbour of node " +
              std::to_string(node));
}

/// Refuses two candidates at one port: a head takes one port, and one class there.
void TableRouting::refuse_twice(const RowFile& file) const {
    for (std::size_t i = 1; i < rows_.size(); ++i) {
        const Row& a = rows_[i - 1];
        const Row& b = rows_[i];
        if (a.pair == b.pair && a.input == b.input && a.way.port == b.way.port) {
            file.fail("the same way as in line " + std::to_string(std::min(a.line, b.line)),
                      std::max(a.line, b.line));
        }
    }
}

void TableRouting::index() {
    first_.assign(static_cast<std::size_t>(pair(topology_->routers(), 0)) + 1, 0);
    for (const Row& row : rows_) {
        ++first_[static_cast<std::size_t>(row.pair) + 1];
        classes_ = std::max(classes_, row.way.vc_class + 1);
        by_input_ = by_input_ || row.input != kAnyInput;
    }
    for (std::size_t i = 1; i < first_.size(); ++i) {
        first_[i] += first_[i - 1];
    }
}

void TableRouting::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const auto at = static_cast<std::size_t>(pair(query.here, query.destination));
    const auto take = [&](PortId input) {
        bool any = false;
        for (std::uint32_t i = first_[at]; i < first_[at + 1]; ++i) {
            if (rows_[i].input == input) {
                out.push_back(rows_[i].way);
                any = true;
            }
        }
        return any;
    };
    if (!by_input_ || !take(query.input_port)) {
        take(kAnyInput);
    }
}

RoutingEntry table_entry() {
    return {
        "table",
        {file_name("file", "CSV: node, destination, next or port, class, from").required(),
         one_of("choice", {"random", "shortest_queue"}, "among several ways on").or_else("random")},
        [](const Topology& topology, const Options& options) {
            const bool random = options.text("choice", "random") == "random";
            return std::make_unique<TableRouting>(
                topology, options.text("file"),
                random ? RouteSelection::random : RouteSelection::shortest_queue);
        },
        true};
}

}  // namespace flitscope::topo
