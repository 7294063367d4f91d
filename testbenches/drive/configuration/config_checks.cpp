#include "testbenches/drive/configuration/config_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/unused_option.h"
#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/credit_loop.h"
#include "testbenches/drive/configuration/idea_checks.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// Parameters whose maximum is another parameter.
void check_router(const ConfigSection& router, const rtl::RouterParameters& values) {
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        if (each.exceeds_bound(values)) {
            const rtl::RouterParameter& bound = rtl::router_parameter(each.bound);
            router.fail(each.key, fmt::format("more than the {} {}", bound.get(values), bound.key),
                        fmt::format("{}..{}{}{}", each.minimum, bound.get(values),
                                    each.word.empty() ? "" : " or ", each.word));
        }
    }
}

/// The result of `make` for a part. Options without effect are noted and dropped. An error about an
/// option that does not fit names its place in the file.
template <typename Make>
auto made(const ConfigSection& section, const char* selector, PartConfig& part, Make make) {
    while (true) {
        try {
            return make(part);
        } catch (const UnusedOption& unused) {
            if (!part.options.has(unused.key())) {
                fail_option(section, selector, unused);
            }
            section.without_effect(unused.key(), unused.what());
            part.options.erase(unused.key());
        } catch (const OptionError& error) {
            fail_option(section, selector, error);
        }
    }
}

std::unique_ptr<LengthDistribution> make_length(ConfigSection traffic, const PartConfig& length) {
    try {
        return find_length(length.name).make(length.options);
    } catch (const OptionError& error) {
        const ConfigNode* node = traffic.find("length");
        if (node != nullptr && node->kind == ConfigNode::Kind::mapping) {
            fail_option(traffic.section("length"), "distribution", error);
        }
        traffic.fail("length", error.what());
    }
}

/// Under cut-through and store-and-forward a message moves only when a whole buffer has room.
void check_buffers(const ConfigSection& router, const rtl::RouterParameters& values,
                   std::int64_t longest) {
    if (values.queued_outputs()) {
        return;  // no buffers
    }
    if (values.switching != rtl::Switching::wormhole && values.buffer_flits != rtl::kUnbounded &&
        values.buffer_flits < longest) {
        router.fail(
            "buffer_flits",
            fmt::format("{} buffers of {} flits do not hold the longest message",
                        rtl::router_parameter("switching").text(values), values.buffer_flits),
            fmt::format("at least {} (the longest message) or unbounded", longest));
    }
}

/// Settings that queued outputs (docs/router.md, section 10) cannot be combined with.
void check_queued_outputs(ConfigSection& root, const topo::Topology& topology,
                          const ExperimentConfig& config) {
    if (!config.router.queued_outputs()) {
        return;
    }
    if (!topology.one_node_per_router()) {
        root.section("router").fail("organisation",
                                    fmt::format("not in this version with {}", kNodesApart),
                                    "input_queued");
    }
    if (config.router.switching != rtl::Switching::store_and_forward) {
        root.section("router").fail("switching",
                                    rtl::router_parameter("switching").text(config.router) +
                                        " has no queued outputs (organisation = output_queued)",
                                    "store_and_forward");
    }
    if (!config.level.uniform()) {
        root.fail("level", "several levels in one network of queued outputs", "one level");
    }
}

/// The mean number of flits in all messages that a source generates at an arrival.
double flits_per_arrival(const TrafficConfig& traffic, const LengthDistribution& length) {
    if (traffic.pattern.name != kRequestReply) {
        return length.mean();
    }
    const RequestReplyLengths lengths = request_reply_lengths(traffic.pattern.options);
    return static_cast<double>(lengths.request + lengths.reply);
}

/// A node has at most one arrival in a cycle; models may have any unit of time.
void read_load(ConfigSection traffic, double flits, ConfigUse use, TrafficConfig& values) {
    if (!values.load) {
        return;
    }
    constexpr double kAny = 1e18;
    const double most = use == ConfigUse::model ? kAny : flits;
    const std::optional<double> written = parse_real(*traffic.find("load")).value;
    if (written && *written > most) {
        traffic.fail("load",
                     fmt::format("{:.6g} messages/node/cycle with traffic.length {:.6g}",
                                 *written / flits, flits),
                     real_range(0, most));
    }
    traffic.real("load", *values.load, 0, most);
    values.rate = *values.load / flits;
}

void check_arrivals(const ConfigSection& traffic, const TrafficConfig& values) {
    try {
        find_arrival(values.arrivals.name).make(values.rate, 1, values.arrivals.options);
    } catch (const OptionError& error) {
        const bool load = error.key() == "rate" && values.load;
        traffic.fail(error.key().empty() ? "arrivals" : load ? "load" : error.key(), error.what());
    }
}

/// Reads the whole trace.
void load_trace(const ConfigSection& traffic, const topo::Topology& topology,
                ExperimentConfig& config) {
    TrafficConfig& values = config.traffic;
    try {
        values.trace = std::make_shared<const Trace>(
            read_trace(values.arrivals.options.text("file"),
                       {topology.nodes(), config.router.message_classes}));
    } catch (const OptionError& error) {
        traffic.fail("file", error.what());
    }
    values.multicast.destinations =
        static_cast<int>(values.trace->of_kind(OperationKind::multicast).most_destinations);
}

int connected_ports(const topo::Topology& topology, topo::RouterId router) {
    int count = 0;
    for (topo::PortId port = 0; port < topology.ports(router); ++port) {
        count += topology.peer(router, port).connected() ? 1 : 0;
    }
    return count;
}

/// Points at the VCs of a link class; a class without `virtual_channels` has the router's.
void fail_link_vcs(ConfigSection& root, const std::string& name, const std::string& problem,
                   const std::string& accepted) {
    ConfigSection link = root.section("link");
    std::string joined = name;
    std::replace(joined.begin(), joined.end(), ' ', '_');
    ConfigSection own = link.section(link.peek(name) != nullptr ? name : joined);
    if (!own.has("virtual_channels")) {
        root.section("router").fail(
            "virtual_channels", fmt::format("of links of class {}: {}", name, problem), accepted);
    }
    own.fail("virtual_channels", problem, accepted);
}

/// Links with VCs of their own need one for each VC class. A routing with an escape needs that on
/// all links, because it assigns VCs to classes.
void check_vcs(ConfigSection& root, const topo::RoutingFunction& routing,
               const ExperimentConfig& config) {
    const rtl::RouterParameters& router = config.router;
    const bool ugal = routing.selection() == topo::RouteSelection::ugal;
    if (ugal && router.queued_outputs()) {
        root.section("routing").fail("algorithm",
                                     "ugal has no queued outputs (router.organisation)",
                                     "another routing function");
    }
    if (ugal && router.injection_ports == rtl::kAll) {
        root.section("router").fail("injection_ports",
                                    "a message chooses its queue before routing ugal knows a load",
                                    "1..1024");
    }
    if (router.queued_outputs()) {
        return;
    }
    const int wanted = routing.vc_classes() * router.message_classes;
    const std::string needs =
        fmt::format("too few for routing {} with message_classes = {}, which needs {}",
                    config.routing.name, router.message_classes, wanted);
    const std::string accepted =
        fmt::format("{}..{}", wanted, rtl::router_parameter("virtual_channels").maximum);
    const bool escapes = routing.escape() != nullptr;
    for (const auto& [name, link] : config.link_classes) {
        if (link.virtual_channels != 0 && link.virtual_channels < wanted) {
            fail_link_vcs(root, name, needs, accepted);
        }
    }
    if (escapes && router.virtual_channels < wanted) {
        root.section("router").fail("virtual_channels", needs, accepted);
    }
    const bool own_vcs =
        std::any_of(config.link_classes.begin(), config.link_classes.end(), [&](const auto& each) {
            return rtl::vcs_of_link(router, each.second) != router.virtual_channels;
        });
    const char* const what = escapes   ? "a routing with an escape (routing.algorithm)"
                             : ugal    ? "routing ugal"
                             : own_vcs ? "links with VCs of their own (link.CLASS.virtual_channels)"
                                       : nullptr;
    if (what != nullptr && config.level.uses_plugins()) {
        root.fail("level", fmt::format("not in this version with routers from outside: {}", what),
                  "fast, signal, verilog without `router`");
    }
    if (what != nullptr && config.units.any()) {
        root.section("router").fail("units", fmt::format("not in this version with {}", what),
                                    "units of SystemC");
    }
}

/// `section`: routing. `load`: flits/node/cycle.
void warn(const ConfigSection& section, const topo::Topology& topology,
          const topo::RoutingFunction& routing, double load, ExperimentConfig& config) {
    const rtl::RouterParameters& router = config.router;
    const int wanted = routing.vc_classes() * router.message_classes;
    if (!config.ties_random && routing.selection() != topo::RouteSelection::shortest_queue) {
        section.without_effect(
            "ties", fmt::format(routing.selection() == topo::RouteSelection::ugal
                                    ? "routing {} takes the minimal way at equal loads"
                                    : "routing {} does not choose by load, so it has no ties",
                                config.routing.name));
    }
    if (router.queued_outputs()) {
        return;  // no VCs, and a node injects as much as it likes
    }
    if (wanted > router.virtual_channels) {
        config.warnings.push_back(fmt::format(
            "router.virtual_channels = {}: routing {} with message_classes = {} needs {} for "
            "freedom from deadlock (see flitscope verify)",
            router.virtual_channels, config.routing.name, router.message_classes, wanted));
    }
    const auto fewest = std::min_element(router.class_vcs.begin(), router.class_vcs.end());
    if (fewest != router.class_vcs.end() && *fewest < routing.vc_classes()) {
        config.warnings.push_back(fmt::format(
            "router.class_vcs: routing {} needs {} VCs in each message class for freedom from "
            "deadlock (see flitscope verify)",
            config.routing.name, routing.vc_classes()));
    }
    if (routing.escape() != nullptr && !router.heads_come_first()) {
        config.warnings.push_back(fmt::format(
            "router.vc_reuse = {}: the escape of routing {} keeps wormhole networks free of "
            "deadlock only with buffer_empty (see flitscope verify)",
            rtl::router_parameter("vc_reuse").text(router), config.routing.name));
    }
    const int ports = router.injection_ports == rtl::kAll
                          ? connected_ports(topology, topology.place(0).router)
                          : router.injection_ports;
    if (load > ports) {
        config.warnings.push_back(fmt::format(
            "traffic: {:.6g} flits/node/cycle exceed the {} that a node can inject", load, ports));
    }
}

/// A dump of the RTL needs a router in Verilog among the routers of the dump.
void check_rtl_waves(const ConfigSection& waves, const ExperimentConfig& config) {
    if (!config.waves->rtl) {
        return;
    }
    const std::vector<topo::NodeId>& routers = config.waves->routers;
    const bool any = routers.empty() ? config.level.uses("verilog")
                                     : std::any_of(routers.begin(), routers.end(), [&](auto id) {
                                           return config.level.of(id) == "verilog";
                                       });
    if (!any) {
        waves.fail("rtl", "no router of the dump is at level verilog",
                   "true with routers at level verilog");
    }
}

/// Messages can be taken out only of networks of one level that consist of our units.
void check_purging(ConfigSection& root, const ExperimentConfig& config) {
    const char* const excluded = !config.level.uniform() ? "several levels in one network (level)"
                                 : config.units.any()
                                     ? "exchanged units at level signal (router.units, level.units)"
                                     : nullptr;
    const auto refuse = [&root](const char* key, const char* with, const char* accepted) {
        root.fail(key, fmt::format("not in this version with {}", with), accepted);
    };
    if (config.deadlock == DeadlockAction::recover_regressive && excluded != nullptr) {
        refuse("deadlock", excluded, "stop, refuse");
    }
    if (!config.faults.empty() && (excluded != nullptr || config.router.queued_outputs())) {
        refuse("faults", excluded != nullptr ? excluded : "router.organisation = output_queued",
               "[]");
    }
}

void check_levels(ConfigSection& root, const ExperimentConfig& config) {
    std::string level;
    if (const Capability* missing = missing_capability(config, level)) {
        const bool dump = missing->key == std::string("waves");
        if (dump &&
            (!root.has("level") || (root.from_override("waves") && !root.from_override("level")))) {
            root.fail("waves", "no dump at level " + level,
                      "with level: " + join_names(missing->levels));
        }
        root.fail("level",
                  fmt::format("not in this version at level {}: {} ({})", level, missing->key,
                              missing->value),
                  join_names(missing->levels));
    }
    check_purging(root, config);
    if (!config.waves) {
        return;
    }
    check_rtl_waves(root.section("waves"), config);
    if (config.level.uniform()) {
        return;
    }
    for (const topo::NodeId router : config.waves->routers) {
        const std::string& at = config.level.of(router);
        if (at == "fast") {
            root.section("waves").fail(
                "routers", fmt::format("router {} is at level {}, which has no waves", router, at),
                "routers at level signal or verilog, or all for these");
        }
    }
}

}  // namespace

void check_combinations(ConfigSection& root, const topo::Topology& topology, ConfigUse use,
                        ExperimentConfig& config) {
    drop_unused(root, topology, config);
    check_router(root.section("router"), config.router);
    check_queued_outputs(root, topology, config);
    if (config.router.injection_ports == rtl::kAll && topology.routers() == 1 &&
        topology.nodes() > 1) {
        root.section("router").fail("injection_ports", "the only router has no channels",
                                    "a number of ports");
    }
    const auto length = make_length(root.section("traffic"), config.traffic.length);
    const double flits = flits_per_arrival(config.traffic, *length);
    read_load(root.section("traffic"), flits, use, config.traffic);
    check_levels(root, config);
    if (!must_fit(use)) {
        return;
    }
    const auto routing =
        made(root.section("routing"), "algorithm", config.routing, [&](const PartConfig& part) {
            return topo::make_routing(part.name, topology, part.options);
        });
    check_vcs(root, *routing, config);
    check_router_ideas(root, *routing, config);
    if (config.traffic.arrivals.name == kTraceArrivals) {
        load_trace(root.section("traffic"), topology, config);
        check_levels(root, config);  // again: what there is, its rows say
    } else {
        made(root.section("traffic"), "pattern", config.traffic.pattern,
             [&](const PartConfig& part) {
                 return find_pattern(part.name).make(topology, part.options);
             });
    }
    drop_unused_of_operations(root, topology, *routing, config);
    const auto& trace = config.traffic.trace;
    const std::int64_t of_collectives = check_operations(root, topology, *routing, use, config);
    check_arrivals(root.section("traffic"), config.traffic);
    const std::int64_t longest = std::max(longest_message(config.traffic).flits, of_collectives);
    check_buffers(root.section("router"), config.router, longest);
    warn(root.section("routing"), topology, *routing, trace ? 0 : config.traffic.rate * flits,
         config);
    const std::string shallow = shallow_buffer_warning(topology, config, longest);
    if (!shallow.empty()) {
        config.warnings.push_back(shallow);
    }
}

}  // namespace flitscope::tb
