#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "testbenches/drive/configuration/config_checks.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "tlm/collectives/sbt.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

/// Elements in the entries of all combining units: 128 MB, and as much in messages in flight.
constexpr std::int64_t kMostElements = std::int64_t{1} << 24;

/// A setting that operations cannot be combined with in this version; nullptr: none is used.
const char* excluded_by_operations(const ExperimentConfig& config) {
    if (!config.traffic.trace && config.traffic.pattern.name == kRequestReply) {
        return "traffic.pattern = request_reply";
    }
    if (config.traffic.source_queue != rtl::kUnbounded) {
        return "a bounded traffic.source_queue";
    }
    return config.faults.empty() ? nullptr : "faults";
}

/// "FILE:LINE: "
std::string at_row(const TrafficConfig& traffic, const TraceRow& row) {
    return fmt::format("{}:{}: ", traffic.arrivals.options.text("file"), row.line);
}

/// Points at what causes the operations: their fraction, or a row of the trace.
/// `other_algorithms`: some others would do.
[[noreturn]] void fail_operations(ConfigSection& root, const TrafficConfig& traffic,
                                  OperationKind kind, const std::string& problem,
                                  bool other_algorithms) {
    const char* const or_other =
        other_algorithms ? ", or an algorithm for this network, such as separate" : "";
    ConfigSection section = root.section("traffic");
    const char* const name = kSectionOfKind[index_of(kind)];
    if (traffic.trace) {
        const auto& rows = traffic.trace->rows;
        const auto first = std::find_if(rows.begin(), rows.end(),
                                        [kind](const auto& row) { return row.operation == kind; });
        section.fail("file", fmt::format("{}a {}: {}", at_row(traffic, *first), name, problem),
                     fmt::format("a trace without {}s{}", name, or_other));
    }
    section.section(name).fail("fraction", problem, std::string("0") + or_other);
}

[[noreturn]] void fail_excluded(ConfigSection& root, const TrafficConfig& traffic,
                                OperationKind kind, const char* excluded) {
    fail_operations(root, traffic, kind, fmt::format("not in this version with {}", excluded),
                    excluded == std::string(kNodesApart));
}

/// The same for operations with headers.
const char* excluded_by_headers(const ExperimentConfig& config, const topo::Topology& topology,
                                const topo::RoutingFunction& unicast) {
    if (const char* const excluded = excluded_by_operations(config)) {
        return excluded;
    }
    if (!topology.one_node_per_router()) {
        return kNodesApart;
    }
    if (config.router.queued_outputs()) {
        return "router.organisation = output_queued";
    }
    if (unicast.escape() != nullptr) {
        return "a routing with an escape (routing.algorithm)";
    }
    if (config.router.lookahead) {
        return "router.lookahead";
    }
    if (config.router.vc_at_switch()) {
        return "router.allocators.vc = at_switch";
    }
    if (config.router.speculates()) {
        return "router.speculation";
    }
    if (config.level.uses_plugins()) {
        return "routers from outside (level)";
    }
    return config.deadlock == DeadlockAction::recover_regressive ? "deadlock = recover_regressive"
                                                                 : nullptr;
}

/// Every routing of headers needs VCs of its own, and ejection VCs. `algorithms`: those that use
/// these routings.
void check_classes(ConfigSection& root, const topo::RoutingFunction& unicast,
                   const HeaderRoutings& routings, const std::string& algorithms,
                   const ExperimentConfig& config) {
    const rtl::RouterParameters& router = config.router;
    const HeaderVcs needed = vcs_for_headers(config.traffic, router, unicast, routings);
    int fewest = router.virtual_channels;
    std::string links = "routers";
    for (const auto& [name, own] : config.link_classes) {
        if (rtl::vcs_of_link(router, own) < fewest) {
            fewest = rtl::vcs_of_link(router, own);
            links = "links of class " + name;
        }
    }
    if (fewest < needed.network) {
        root.section("router").fail(
            "virtual_channels",
            fmt::format("{} have {}: too few for routing {} and the headers of {}, which need "
                        "separate VCs",
                        links, fewest, config.routing.name, algorithms),
            fmt::format("{} or more", needed.network));
    }
    if (rtl::ejection_vc_count(router) < needed.ejection) {
        const bool more = router.ejection_vcs == rtl::EjectionVcs::per_vc;
        root.section("router").fail(
            more ? "virtual_channels" : "ejection_vcs",
            fmt::format("{} need {} VCs of ejection ports to be free of deadlock", algorithms,
                        needed.ejection),
            (more ? fmt::format("{} or more", needed.ejection) : "per_vc") +
                (router.ejection_ports == rtl::kAll ? "" : "; or router.ejection_ports = all"));
    }
}

/// No message is shorter than its header with that many addresses. `where`: a row of the trace, or
/// nothing; `said`: the length, in words.
void check_header_flits(ConfigSection& root, std::size_t addresses, std::int64_t length,
                        const std::string& where, const std::string& said,
                        const ExperimentConfig& config) {
    const std::uint32_t flits =
        rtl::HeaderParameters{config.addresses_per_flit, {}}.flits_of(addresses);
    if (length < flits) {
        root.section("header").fail(
            "addresses_per_flit",
            fmt::format("{}{} addresses take {} header flits, {}", where, addresses, flits, said),
            fmt::format("0, or {} and more",
                        (static_cast<std::int64_t>(addresses) + length - 1) / length));
    }
}

void check_header_flits(ConfigSection& root, const TraceRow& row, const ExperimentConfig& config) {
    check_header_flits(root, row.destinations.size(), row.length, at_row(config.traffic, row),
                       fmt::format("length is {}", row.length), config);
}

/// The same for all messages of a kind, each with that many addresses.
void check_header_flits(ConfigSection& root, int addresses, OperationKind kind,
                        const ExperimentConfig& config) {
    const std::int64_t shortest = operand_lengths(config.traffic, kind).shortest;
    check_header_flits(root, static_cast<std::size_t>(addresses), shortest, "",
                       fmt::format("but messages of traffic.{} have as few as {} flits",
                                   config.traffic.trace ? "file" : "length", shortest),
                       config);
}

/// All fractions refer to the same messages, so their sum is at most 1.
void check_fractions(ConfigSection& root, const TrafficConfig& traffic) {
    std::string with = "traffic.multicast.fraction";
    double others = traffic.multicast.fraction;
    for (const auto& [name, fraction] : {std::pair{"broadcast", traffic.broadcast.fraction},
                                         std::pair{"collective", traffic.collective.fraction}}) {
        if (others + fraction > 1) {
            root.section("traffic").section(name).fail(
                "fraction", fmt::format("with {} = {:g} the sum exceeds 1", with, others),
                fmt::format("0..{:g}", 1 - others));
        }
        others += fraction;
        with = "the fractions of broadcasts and multicasts";
    }
}

void check_root(const ConfigSection& section, const topo::Topology& topology,
                const std::optional<topo::NodeId>& root) {
    if (root && *root >= topology.nodes()) {
        section.fail("root", fmt::format("a network of {} nodes", topology.nodes()),
                     fmt::format("0..{} or all", topology.nodes() - 1));
    }
}

/// The network has that many nodes in addition to the source. Nodes in a list exist, occur once,
/// and are not the source.
void check_destinations(const ConfigSection& section, const topo::Topology& topology,
                        const MulticastConfig& multicast) {
    check_root(section, topology, multicast.root);
    const topo::NodeId last = topology.nodes() - 1;
    std::set<topo::NodeId> seen;
    for (const topo::NodeId node : multicast.set) {
        if (node > last) {
            section.fail("destinations", fmt::format("no node {} in this network", node),
                         fmt::format("nodes 0..{}", last));
        }
        if (!seen.insert(node).second) {
            section.fail("destinations", fmt::format("node {} is named twice", node));
        }
        if (multicast.root == node) {
            section.fail(
                "destinations",
                fmt::format("the source, traffic.multicast.root = {}, is among them", node),
                "other nodes");
        }
    }
    if (multicast.destinations > last) {
        section.fail("destinations", fmt::format("a network of {} nodes", topology.nodes()),
                     multicast.set.empty() ? fmt::format("1..{}", last)
                                           : "a list without at least one node, the source");
    }
}

/// The algorithm is for this network, and `base` and `root` exist in it.
void check_broadcast(ConfigSection& root, const topo::Topology& topology,
                     const topo::RoutingFunction& unicast, const ExperimentConfig& config) {
    const BroadcastConfig& broadcast = config.traffic.broadcast;
    if (!config.traffic.has(OperationKind::broadcast)) {
        return;
    }
    ConfigSection section = root.section("traffic").section("broadcast");
    const tl::CollectiveEntry& entry = tl::find_collective(broadcast.algorithm);
    const bool headers = entry.messages == tl::CollectiveMessages::headers;
    if (const char* const excluded = headers ? excluded_by_headers(config, topology, unicast)
                                             : excluded_by_operations(config)) {
        fail_excluded(root, config.traffic, OperationKind::broadcast, excluded);
    }
    if (headers && config.traffic.has(OperationKind::multicast)) {
        section.fail("algorithm",
                     "broadcasts with headers are not in this version together with multicasts",
                     "algorithms whose messages go to one node each");
    }
    check_root(section, topology, broadcast.root);
    try {
        tl::make_plan(entry, topology, borrowed(unicast), {});
        const auto* const cube = dynamic_cast<const topo::Hypercube*>(&topology);
        if (entry.has_base && cube != nullptr) {
            tl::parse_sbt_base(broadcast.base, cube->dimensions(), "base");
        }
    } catch (const OptionError& error) {
        if (error.key() == "algorithm" && !section.has("algorithm")) {
            fail_operations(
                root, config.traffic, OperationKind::broadcast,
                fmt::format("with the default traffic.broadcast.algorithm: {}", error.what()),
                true);
        }
        section.fail(error.key(), error.what());
    }
    if (headers) {
        check_header_flits(root, kMostLegs, OperationKind::broadcast, config);
    }
}

void check_multicast(ConfigSection& root, const topo::Topology& topology,
                     const topo::RoutingFunction& unicast, const ExperimentConfig& config) {
    const MulticastConfig& multicast = config.traffic.multicast;
    if (!config.traffic.has(OperationKind::multicast)) {
        return;
    }
    const ConfigSection section = root.section("traffic").section("multicast");
    const bool headers = multicasts_with_headers(config.traffic, topology, unicast);
    if (const char* const excluded = headers ? excluded_by_headers(config, topology, unicast)
                                             : excluded_by_operations(config)) {
        fail_excluded(root, config.traffic, OperationKind::multicast, excluded);
    }
    check_destinations(section, topology, multicast);
    try {
        tl::collective_routings(tl::find_collective(multicast.algorithm), topology,
                                borrowed(unicast));
    } catch (const OptionError& error) {
        section.fail("algorithm", error.what());
    }
    if (!headers) {
        return;
    }
    if (!config.traffic.trace) {
        check_header_flits(root, multicast.destinations, OperationKind::multicast, config);
        return;
    }
    for (const TraceRow& row : config.traffic.trace->rows) {
        if (row.operation == OperationKind::multicast) {
            check_header_flits(root, row, config);
        }
    }
}

/// A setting that combining units cannot be combined with in this version; nullptr: none.
const char* excluded_by_units(const ExperimentConfig& config, const topo::Topology& topology) {
    return config.router.queued_outputs()    ? "router.organisation = output_queued"
           : !topology.one_node_per_router() ? kNodesApart
           : config.level.uses_plugins()     ? "routers from outside (level)"
           : config.deadlock == DeadlockAction::recover_regressive ? "deadlock = recover_regressive"
                                                                   : nullptr;
}

/// Operations combined in the network use a tree, and the units have room for their operands.
void check_units(ConfigSection& section, const topo::Topology& topology, std::int64_t longest,
                 const ExperimentConfig& config) {
    const CollectiveConfig& collective = config.traffic.collective;
    if (!collective.in_network) {
        return;
    }
    const tl::ExchangeKind kind = collective.exchange.kind;
    if (!tl::find_exchange(collective.algorithm).has_tree) {
        section.fail("in_network",
                     "combining units need a tree, but traffic.collective.algorithm is " +
                         collective.algorithm,
                     "false, or algorithm: tree");
    }
    if (const char* const excluded = excluded_by_units(config, topology)) {
        section.fail("in_network", fmt::format("not in this version with {}", excluded), "false");
    }
    const std::int64_t operands = std::int64_t{collective.entries} * topology.nodes();
    if (kind != tl::ExchangeKind::barrier && longest > kMostElements / operands) {
        section.fail("entries",
                     fmt::format("{} of {} nodes, each with an operand of up to {} elements (one "
                                 "for each of its flits), are too many for this version",
                                 collective.entries, topology.nodes(), longest),
                     fmt::format("at most {} elements in all entries", kMostElements));
    }
}

/// All collectives of a trace begin at `root`.
void check_roots(ConfigSection& root, const TrafficConfig& traffic) {
    if (!traffic.trace) {
        return;
    }
    for (const TraceRow& row : traffic.trace->rows) {
        if (row.operation == OperationKind::collective &&
            row.source != traffic.collective.exchange.root) {
            root.section("traffic").fail(
                "file",
                fmt::format("{}a collective of node {}, but traffic.collective.root is {}",
                            at_row(traffic, row), row.source, traffic.collective.exchange.root));
        }
    }
}

/// The algorithm is for this network and this kind. Returns the flits of the longest message; 0:
/// there are no collectives.
std::int64_t check_collective(ConfigSection& root, const topo::Topology& topology,
                              const topo::RoutingFunction& unicast,
                              const ExperimentConfig& config) {
    const CollectiveConfig& collective = config.traffic.collective;
    if (!config.traffic.has(OperationKind::collective)) {
        return 0;
    }
    const std::int64_t longest_operand =
        operand_lengths(config.traffic, OperationKind::collective).longest;
    ConfigSection section = root.section("traffic").section("collective");
    const char* const excluded = config.router.service == rtl::Service::redrawn
                                     ? "router.service = redrawn"
                                     : excluded_by_operations(config);
    if (excluded != nullptr) {
        fail_excluded(root, config.traffic, OperationKind::collective, excluded);
    }
    if (collective.exchange.root >= topology.nodes()) {
        section.fail("root", fmt::format("a network of {} nodes", topology.nodes()),
                     fmt::format("0..{}", topology.nodes() - 1));
    }
    check_roots(root, config.traffic);
    check_units(section, topology, longest_operand, config);
    std::int64_t longest = 0;
    try {
        longest = longest_of_collectives(config.traffic, config.router, topology, unicast);
    } catch (const OptionError& error) {
        section.fail(error.key(), error.what());
    }
    if (longest > INT32_MAX) {
        const std::int64_t operands = longest / longest_operand;
        root.section("traffic").fail(
            config.traffic.trace ? "file" : "length",
            fmt::format("a message of the {} has {} operands, that is up to {} flits",
                        tl::name_of(collective.exchange.kind), operands, longest),
            fmt::format("operands of at most {} flits", INT32_MAX / operands));
    }
    return longest;
}

}  // namespace

std::int64_t check_operations(ConfigSection& root, const topo::Topology& topology,
                              const topo::RoutingFunction& unicast, ConfigUse use,
                              const ExperimentConfig& config) {
    check_fractions(root, config.traffic);
    if (!config.traffic.trace && config.traffic.pattern.name == "none" &&
        config.traffic.has_operations()) {
        root.section("traffic").fail(
            "pattern",
            "no messages are generated that broadcasts and other operations could replace",
            "another pattern; a fraction of 1 leaves no unicasts");
    }
    const std::int64_t longest = check_collective(root, topology, unicast, config);
    check_broadcast(root, topology, unicast, config);
    check_multicast(root, topology, unicast, config);
    const TrafficConfig& traffic = config.traffic;
    const HeaderRoutings routings = header_routings(traffic, topology, borrowed(unicast));
    std::vector<std::string> algorithms;
    for (const auto& [kind, name] :
         {std::pair{OperationKind::broadcast, traffic.broadcast.algorithm},
          std::pair{OperationKind::multicast, traffic.multicast.algorithm}}) {
        if (!routings[index_of(kind)].empty()) {
            algorithms.push_back(name);
        }
    }
    if (!algorithms.empty() && use != ConfigUse::verification) {
        check_classes(root, unicast, routings, join_names(algorithms), config);
    }
    return longest;
}

}  // namespace flitscope::tb
