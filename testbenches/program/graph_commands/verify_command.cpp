#include <fmt/ostream.h>

#include <nlohmann/json.hpp>

#include "common/counted.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/program/graph_commands/graph_commands.h"
#include "testbenches/program/graph_commands/worm_dependencies.h"
#include "topologies/deadlock/escape_graph.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

constexpr int kExitNotFree = 4;
constexpr topo::RouterId kMaxRouters = 16384;  // 2^28 pairs of routers: some ten seconds

struct Subject {
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription network;  ///< as far as classes go
    int classes = 1;           ///< K = message classes * VC classes of all routings, of headers too
    int ejection_classes = 0;  ///< of messages with headers; 0: there are none
    HeaderVcs needed;          ///< VCs that these classes need
    int vcs = 1;               ///< V
    bool queued = false;       ///< queued outputs
    bool unbounded = false;    ///< nobody waits for room
    bool escapes = false;      ///< the routing has an escape, and the routers do what it needs

    bool shared() const { return vcs < classes; }
    bool too_few() const { return vcs < needed.network; }
    int ejection_vcs() const { return rtl::ejection_vc_count(network.router); }
    bool too_few_ejections() const { return ejection_vcs() < needed.ejection; }
};

Subject subject_of(const ExperimentConfig& config) {
    Subject subject;
    subject.topology = topo::make_topology(config.topology.name, config.topology.options);
    subject.routing =
        topo::make_routing(config.routing.name, *subject.topology, config.routing.options);
    subject.network.topology = subject.topology.get();
    subject.network.routing = subject.routing.get();
    subject.network.router = config.router;
    const HeaderRoutings headers =
        header_routings(config.traffic, *subject.topology, borrowed(*subject.routing));
    subject.needed = vcs_for_headers(config.traffic, config.router, *subject.routing, headers);
    for (const auto& of_kind : headers) {
        for (const auto& worms : of_kind) {
            subject.network.headers.routings.push_back(worms);
            subject.ejection_classes =
                std::max(subject.ejection_classes,
                         config.router.message_classes * worms->ejection_classes());
        }
    }
    subject.classes = config.router.message_classes * rtl::vc_class_count(subject.network);
    subject.vcs = config.router.virtual_channels;
    subject.queued = config.router.queued_outputs();
    // With buffer_empty heads wait for more than room.
    subject.unbounded = subject.queued || (config.router.buffer_flits == rtl::kUnbounded &&
                                           config.router.vc_reuse != rtl::VcReuse::buffer_empty);
    const char* const what = subject.topology->one_node_per_router() ? "nodes" : "routers";
    if (subject.topology->routers() > kMaxRouters) {
        throw OptionError("topology", fmt::format("{} {}, verify follows every pair of at most {}",
                                                  subject.topology->routers(), what, kMaxRouters));
    }
    subject.escapes = subject.routing->escape() != nullptr && !subject.unbounded &&
                      config.router.heads_come_first();
    if (subject.escapes && subject.topology->routers() > topo::EscapeGraph::kMaxNodes) {
        throw OptionError(
            "kind", fmt::format("{} {}, verify follows the escapes of at most {}",
                                subject.topology->routers(), what, topo::EscapeGraph::kMaxNodes));
    }
    return subject;
}

std::vector<int> effective_classes(const Subject& subject) {
    std::vector<int> effective;
    for (int m = 0; m < subject.network.router.message_classes; ++m) {
        for (int c = 0; c < subject.routing->vc_classes(); ++c) {
            effective.push_back(WormDependencies::class_number(subject.network, c, m));
        }
    }
    return effective;
}

std::optional<topo::FurtherDependencies> dependencies_of_worms(const ExperimentConfig& config,
                                                               const Subject& subject) {
    if (!subject.network.headers.used() || subject.unbounded) {
        return std::nullopt;
    }
    const auto worms = std::make_shared<const WormDependencies>(config.traffic, subject.network);
    const bool own_vcs = !subject.network.router.class_vcs.empty();
    return topo::FurtherDependencies{
        own_vcs ? subject.classes : std::min(subject.classes, subject.vcs), worms->alone(),
        [worms](auto& graph) { worms->add_to(graph); }};
}

topo::RoutingCheck check(const ExperimentConfig& config, const Subject& subject,
                         const std::vector<int>& effective) {
    const std::optional<topo::FurtherDependencies> worms = dependencies_of_worms(config, subject);
    return topo::check_routing(*subject.topology, *subject.routing, effective, subject.escapes,
                               worms ? &*worms : nullptr);
}

nlohmann::ordered_json as_json(const Subject& subject, const topo::RoutingCheck& result,
                               const std::optional<WitnessReport>& witness) {
    nlohmann::ordered_json cycle = nlohmann::ordered_json::array();
    for (const topo::ChannelClass& held : result.cycle) {
        cycle.push_back({{"from", held.from}, {"to", held.to}, {"vc_class", held.vc_class}});
    }
    const char* reason = result.defect          ? "unreachable"
                         : subject.unbounded    ? "unbounded"
                         : result.by_escape     ? "escape"
                         : result.cycle.empty() ? "acyclic"
                                                : "cyclic";
    nlohmann::ordered_json json = {
        {"deadlock_free", result.deadlock_free()},
        {"reason", reason},
        {"pairs", result.pairs},
        {"channels", result.channels},
        {"virtual_channels_needed", subject.queued      ? 0
                                    : subject.unbounded ? 1
                                                        : subject.needed.network},
        {"cycle", cycle},
        {"witness", nullptr}};
    if (subject.ejection_classes > 0) {
        json["ejection_vcs_needed"] = subject.needed.ejection;
    }
    if (witness && witness->messages > 0) {
        json["witness"] = {
            {"file", witness->file}, {"messages", witness->messages}, {"edge", witness->edge}};
    }
    if (result.defect) {
        json["defect"] = *result.defect;
    }
    return json;
}

void print_verdict(const Subject& subject, const topo::RoutingCheck& result, std::ostream& out) {
    const auto row = [&out](const char* name, const std::string& text) {
        fmt::print(out, "{:<10} {}\n", name, text);
    };
    const topo::Topology& topology = *subject.topology;
    const std::string routers =
        topology.one_node_per_router() ? "" : " at " + counted(topology.routers(), "router");
    row("network", fmt::format("{}, {} nodes{}, {} channels", topology.kind(), topology.nodes(),
                               routers, result.channels));
    const std::string vcs = counted(subject.vcs, "VC");
    const std::string ejection_vcs = counted(subject.ejection_vcs(), "VC");
    row("routing",
        subject.routing->algorithm() + ", " +
            (subject.queued ? "queued outputs"
                            : counted(subject.classes, "VC class", "es") + " on " + vcs));
    if (subject.ejection_classes > 0) {
        const auto routings = static_cast<std::int64_t>(subject.network.headers.routings.size());
        row("worms", counted(routings, "header routing") + ", " +
                         counted(subject.ejection_classes, "ejection class", "es") + " on " +
                         ejection_vcs);
    }
    if (result.defect) {
        row("pairs", "not all reached: " + *result.defect);
        return;
    }
    row("pairs",
        fmt::format("{}, all reached{}", result.pairs,
                    result.by_symmetry ? " (by symmetry: one of equal groups was followed)" : ""));
    if (result.cycle.empty() || subject.unbounded || result.by_escape) {
        row("deadlock", subject.unbounded
                            ? fmt::format("free: {} without bounds, no message waits for room",
                                          subject.queued ? "queues" : "buffers")
                        : result.by_escape
                            ? "free: the escape's extended channel dependencies are acyclic (Duato)"
                            : "free: the channel dependencies are acyclic");
        return;
    }
    row("deadlock",
        fmt::format("possible: {} channels may wait for each other", result.cycle.size()));
    const std::vector<std::string> names = topology.link_classes();
    for (const topo::ChannelClass& held : result.cycle) {
        const auto link_class = static_cast<std::size_t>(topology.link_class(held.from, held.port));
        fmt::print(out, "  {} -> {}  {}, {} {}\n", topology.router_name(held.from),
                   topology.router_name(held.to), names[link_class],
                   subject.shared() ? "VC" : "VC class", held.vc_class);
    }
    if (subject.routing->escape() != nullptr && !subject.escapes) {
        fmt::print(out, "The escape keeps it free with router.vc_reuse = buffer_empty.\n");
    }
    if (subject.too_few()) {
        fmt::print(out, "The {} VC classes share {}: {} virtual channels are needed.\n",
                   subject.classes, vcs, subject.needed.network);
    }
    if (subject.too_few_ejections()) {
        fmt::print(out, "The {} ejection classes share {}: {} VCs of ejection ports are needed.\n",
                   subject.ejection_classes, ejection_vcs, subject.needed.ejection);
    }
}

/// `worms`: the traffic has some; traces, and so witnesses, have messages to one node.
void print_witness(const WitnessReport& witness, bool worms, std::ostream& out) {
    if (witness.messages == 0) {
        const char* const others = worms ? "; worms are not tried" : "";
        if (witness.tries == 0) {
            fmt::print(out,
                       "witness    none: no message to one node takes one of these channels and "
                       "then wants the next{}\n",
                       others);
            return;
        }
        fmt::print(out, "witness    none found in {} tries of up to {} messages{}\n", witness.tries,
                   witness.most_messages, others);
        return;
    }
    fmt::print(out,
               "witness    {}: {} messages that are deadlocked at edge {}, found by try {}; to see "
               "it:\n"
               "           flitscope run CONFIG --set \"traffic={{arrivals: trace, file: {}}}\"\n",
               witness.file, witness.messages, witness.edge, witness.tries, witness.file);
}

}  // namespace

std::optional<bool> deadlock_free(const ExperimentConfig& config) {
    constexpr topo::NodeId kMostNodes = 1024;  // two seconds at most, a tenth mostly
    try {
        const Subject subject = subject_of(config);
        if (subject.unbounded) {
            return true;
        }
        if (subject.topology->routers() > kMostNodes) {
            return std::nullopt;
        }
        return check(config, subject, effective_classes(subject)).deadlock_free();
    } catch (const OptionError&) {
        return std::nullopt;  // not for such networks
    }
}

int verify_command(const ExperimentConfig& config, bool json, std::ostream& out,
                   const WitnessFinder& find_witness) {
    const Subject subject = subject_of(config);
    const std::vector<int> effective = effective_classes(subject);
    topo::RoutingCheck result = check(config, subject, effective);
    if (subject.unbounded) {
        result.cycle.clear();
    }
    std::optional<WitnessReport> witness;
    if (find_witness && !result.cycle.empty()) {
        witness = find_witness(result, effective);
    }
    if (json) {
        using Json = nlohmann::ordered_json;  // the name of the witness may be no text
        out << as_json(subject, result, witness).dump(2, ' ', false, Json::error_handler_t::replace)
            << '\n';
    } else {
        print_verdict(subject, result, out);
        if (witness) {
            print_witness(*witness, subject.ejection_classes > 0, out);
        }
    }
    return result.deadlock_free() ? 0 : kExitNotFree;
}

}  // namespace flitscope::tb
