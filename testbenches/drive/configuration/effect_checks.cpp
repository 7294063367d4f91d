#include <fmt/format.h>

#include "testbenches/drive/configuration/config_checks.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "topologies/hierarchical.h"

namespace flitscope::tb {

namespace {

constexpr const char* kQueuedOutputs = "router.organisation = output_queued";

/// Queued outputs (docs/router.md, section 10) have no units, and no message waits for room.
void drop_with_queued_outputs(ConfigSection& root, ExperimentConfig& config) {
    TrafficConfig& traffic = config.traffic;
    if (config.units.any() || config.units.check) {
        ConfigSection router = root.section("router");
        router.without_effect("units", kQueuedOutputs);
        router.without_effect("check_units", kQueuedOutputs);
        if (!config.units.at.empty()) {
            root.section("level").without_effect("units", kQueuedOutputs);
        }
        config.units = {};
    }
    if (traffic.source_queue != rtl::kUnbounded) {
        ConfigSection section = root.section("traffic");
        section.without_effect("source_queue", kQueuedOutputs, "unbounded");
        section.without_effect("when_full", kQueuedOutputs);
        traffic.source_queue = rtl::kUnbounded;
        traffic.when_full = WhenFull::wait;
    }
    if (config.deadlock == DeadlockAction::recover_regressive) {
        root.without_effect("deadlock", std::string(kQueuedOutputs) + ": no message waits for room",
                            "stop, refuse");
        config.deadlock = DeadlockAction::stop;
    }
}

/// `routing.interface` chooses among the interfaces of a cluster, which may have only one.
void drop_interface(ConfigSection& root, const topo::Topology& topology, ExperimentConfig& config) {
    const char* const key = "interface";
    const auto* const clusters = dynamic_cast<const topo::Hierarchical*>(&topology);
    if (clusters != nullptr && clusters->interfaces().size() == 1 &&
        config.routing.options.has(key)) {
        const bool cubes = topology.kind() == "hierarchical_hypercube";
        root.section("routing").without_effect(
            key,
            (cubes ? "topology.scheme = " + config.topology.options.text("scheme") + ": " : "") +
                "each cluster has one interface",
            cubes ? "absent, or topology.scheme: replicated, replicated_standby"
                  : "absent, or several routers in topology.interface");
        config.routing.options.erase(key);
    }
}

/// A collective that combines no operands is not combined in the network.
void drop_in_network(ConfigSection& root, CollectiveConfig& collective) {
    const tl::ExchangeKind kind = collective.exchange.kind;
    if (collective.in_network && !tl::combines_operands(kind) &&
        kind != tl::ExchangeKind::barrier) {
        root.section("traffic")
            .section("collective")
            .without_effect(
                "in_network",
                "traffic.collective.kind = " + tl::name_of(kind) + ": it combines no operands",
                "false, or a kind that combines: reduce, all_reduce, barrier");
        collective.in_network = false;
    }
}

/// Sections of operations that do not occur. One with a fraction is not noted, even if that is 0: a
/// sweep over it may begin there.
void note_absent_operations(ConfigSection& traffic, const TrafficConfig& values) {
    for (const OperationKind kind : kAllOperations) {
        const char* const name = kSectionOfKind[index_of(kind)];
        ConfigSection section = traffic.section(name);
        if (section.keys().empty() || values.has(kind)) {
            continue;
        }
        if (values.trace) {
            traffic.without_effect(name, "the trace has none");
        } else if (!section.has("fraction")) {
            traffic.without_effect(name,
                                   fmt::format("there are none without traffic.{}.fraction", name),
                                   "with a fraction, 0..1 of the messages");
        }
    }
}

/// Keys of broadcasts and collectives that only other algorithms or kinds use.
void note_other_algorithms(ConfigSection& traffic, const TrafficConfig& values) {
    const std::string& broadcast = values.broadcast.algorithm;
    if (values.has(OperationKind::broadcast) && !tl::find_collective(broadcast).has_base) {
        traffic.section("broadcast")
            .without_effect("base", "traffic.broadcast.algorithm = " + broadcast,
                            "with algorithm: sbt");
    }
    if (!values.has(OperationKind::collective)) {
        return;
    }
    ConfigSection section = traffic.section("collective");
    const CollectiveConfig& collective = values.collective;
    if (!tl::find_exchange(collective.algorithm).has_tree) {
        section.without_effect("tree", "traffic.collective.algorithm = " + collective.algorithm,
                               "with algorithm: tree");
    }
    if (!tl::combines_operands(collective.exchange.kind)) {
        section.without_effect("operation",
                               "traffic.collective.kind = " + tl::name_of(collective.exchange.kind),
                               "with a kind that combines operands: reduce, all_reduce");
    }
    if (!collective.in_network) {
        section.without_effect("entries", "traffic.collective.in_network = false",
                               "with in_network: true");
    }
}

/// Some message has a header, or would have one if the written fraction were not 0.
bool writes_headers(ConfigSection& traffic, const BroadcastConfig& broadcast) {
    return traffic.section("multicast").has("fraction") ||
           (traffic.section("broadcast").has("fraction") &&
            tl::find_collective(broadcast.algorithm).messages == tl::CollectiveMessages::headers);
}

}  // namespace

void drop_unused(ConfigSection& root, const topo::Topology& topology, ExperimentConfig& config) {
    if (config.router.queued_outputs()) {
        drop_with_queued_outputs(root, config);
    }
    const bool drawn = config.traffic.arrivals.name != kTraceArrivals &&
                       config.traffic.pattern.name != kRequestReply;
    if (config.router.service == rtl::Service::redrawn && !drawn) {
        root.section("router").without_effect("service",
                                              "lengths are not drawn from traffic.length", "kept");
        config.router.service = rtl::Service::kept;
    }
    drop_interface(root, topology, config);
    drop_in_network(root, config.traffic.collective);
}

void drop_unused_of_operations(ConfigSection& root, const topo::Topology& topology,
                               const topo::RoutingFunction& unicast, ExperimentConfig& config) {
    TrafficConfig& values = config.traffic;
    ConfigSection traffic = root.section("traffic");
    note_absent_operations(traffic, values);
    note_other_algorithms(traffic, values);
    if (values.startup == StartUp::parallel && !values.has_operations()) {
        traffic.without_effect("startup", "there are no broadcasts, multicasts and collectives",
                               "serial");
        values.startup = StartUp::serial;
    }
    const bool headers =
        broadcasts_with_headers(values) || multicasts_with_headers(values, topology, unicast) ||
        (!values.has(OperationKind::multicast) && writes_headers(traffic, values.broadcast));
    if (config.addresses_per_flit != 0 && !headers) {
        root.section("header").without_effect(
            "addresses_per_flit",
            fmt::format(
                "no message has a header: {}, and no broadcasts by an algorithm with "
                "headers",
                values.has(OperationKind::multicast)
                    ? "multicasts of separate are unicasts with routing " + config.routing.name
                    : "there are no multicasts (traffic.multicast.fraction)"));
    }
}

}  // namespace flitscope::tb
