#include "testbenches/drive/configuration/resolved_config.h"

#include <algorithm>
#include <variant>

#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// An integer, or the word that stands for `special`.
Json number_or(std::int64_t value, std::int64_t special, const char* word) {
    return value == special ? Json(word) : Json(value);
}

template <typename T>
void add_given(Json& json, const char* key, const std::optional<T>& value) {
    if (value) {
        json[key] = *value;
    }
}

/// The part and its options, in the order in which it declares them.
void add_part(Json& json, const char* selector, const PartConfig& part,
              const std::vector<PartChoice>& choices) {
    json[selector] = part.name;
    for (const OptionSpec& spec : options_of(choices, part.name)) {
        const auto found = part.options.all().find(spec.name);
        if (found == part.options.all().end()) {
            continue;
        }
        if (const auto* const inner = std::get_if<Options::Inner>(&found->second)) {
            const InnerChoice choice = inner_choice(spec.type);
            add_part(json[spec.name], choice.selector, **inner, choice.choices);
            continue;
        }
        std::visit(
            [&](const auto& value) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, Options::Inner>) {
                    json[spec.name] = value;
                }
            },
            found->second);
    }
}

Json plugin_json(const PluginChoice& choice) {
    Json json = {{"plugin", choice.plugin}};
    if (!choice.path.empty()) {
        json["path"] = choice.path;
    }
    return json;
}

Json router_json(const ExperimentConfig& config) {
    const rtl::RouterParameters& router = config.router;
    Json json;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        if (!each.matters(router)) {
            continue;
        }
        std::string path = "/" + each.key;
        std::replace(path.begin(), path.end(), '.', '/');
        const auto plugin = config.decisions.find(each.key);
        if (plugin != config.decisions.end()) {
            json[Json::json_pointer(path)] = plugin_json(plugin->second);
            continue;
        }
        const int value = each.get(router);
        const bool number = each.names.empty() && each.text(value) != each.word;
        json[Json::json_pointer(path)] = number           ? Json(value)
                                         : each.is_flag() ? Json(value != 0)
                                                          : Json(each.text(value));
    }
    if (!router.class_vcs.empty()) {
        json["class_vcs"] = router.class_vcs;
    }
    return json;
}

Json units_json(const UnitChoices& units) {
    Json json = Json::object();
    for (const auto& [unit, choice] : units) {
        json[unit] = choice.verilog          ? Json("verilog")
                     : choice.plugin.empty() ? Json("systemc")
                                             : plugin_json(choice);
    }
    return json;
}

Json link_json(const rtl::LinkParameters& link) {
    Json json = {{"latency", link.latency}, {"cycles_per_flit", link.cycles_per_flit}};
    if (link.virtual_channels != 0) {
        json["virtual_channels"] = link.virtual_channels;
    }
    return json;
}

Json length_json(const PartConfig& length) {
    if (length.name == "fixed") {
        return length.options.integer("mean");
    }
    Json json;
    add_part(json, "distribution", length, known_lengths());
    return json;
}

/// With a trace there is no fraction: its rows are the operations.
Json with_fraction(const TrafficConfig& traffic, OperationKind kind) {
    Json json = Json::object();
    if (!traffic.trace) {
        json["fraction"] = traffic.fraction(kind);
    }
    return json;
}

Json collective_json(const TrafficConfig& traffic) {
    const CollectiveConfig& collective = traffic.collective;
    const tl::ExchangeRequest& exchange = collective.exchange;
    Json json = with_fraction(traffic, OperationKind::collective);
    json["kind"] = tl::name_of(exchange.kind);
    json["algorithm"] = collective.algorithm;
    if (tl::find_exchange(collective.algorithm).has_tree) {
        json["tree"] = exchange.tree;
    }
    json["root"] = exchange.root;
    if (tl::combines_operands(exchange.kind)) {
        json["operation"] = tl::name_of(exchange.operation);
    }
    if (collective.in_network) {
        json["in_network"] = true;
        json["entries"] = collective.entries;
    }
    return json;
}

Json traffic_json(const TrafficConfig& traffic) {
    Json json = Json::object();
    const bool drawn = traffic.arrivals.name != kTraceArrivals;
    if (drawn) {
        add_part(json, "pattern", traffic.pattern, known_patterns());
        add_given(json, "load", traffic.load);
        if (!traffic.load) {
            json["rate"] = traffic.rate;
        }
    }
    add_part(json, "arrivals", traffic.arrivals, known_arrivals());
    if (drawn && traffic.pattern.name != kRequestReply) {
        json["length"] = length_json(traffic.length);
    }
    if (!traffic.class_shares.empty()) {
        json["class_shares"] = traffic.class_shares;
    }
    json["startup_cycles"] = traffic.startup_cycles;
    json["startup"] = name_of(kStartUps, traffic.startup);
    json["source_queue"] = number_or(traffic.source_queue, rtl::kUnbounded, "unbounded");
    json["when_full"] = name_of(kWhenFull, traffic.when_full);
    if (traffic.has(OperationKind::broadcast)) {
        json["broadcast"] = with_fraction(traffic, OperationKind::broadcast);
        json["broadcast"]["algorithm"] = traffic.broadcast.algorithm;
        if (tl::find_collective(traffic.broadcast.algorithm).has_base) {
            const std::string& base = traffic.broadcast.base;
            const bool dimension = base.find_first_not_of("0123456789") == std::string::npos;
            json["broadcast"]["base"] = dimension ? Json(std::stoll(base)) : Json(base);
        }
        add_given(json["broadcast"], "root", traffic.broadcast.root);
    }
    if (traffic.has(OperationKind::multicast)) {
        json["multicast"] = with_fraction(traffic, OperationKind::multicast);
        json["multicast"]["algorithm"] = traffic.multicast.algorithm;
        if (!traffic.multicast.set.empty()) {
            json["multicast"]["destinations"] = traffic.multicast.set;
        } else if (!traffic.trace) {
            json["multicast"]["destinations"] = traffic.multicast.destinations;
        }
        add_given(json["multicast"], "root", traffic.multicast.root);
    }
    if (traffic.has(OperationKind::collective)) {
        json["collective"] = collective_json(traffic);
    }
    return json;
}

Json faults_json(const std::vector<FaultConfig>& faults) {
    Json list = Json::array();
    for (const FaultConfig& fault : faults) {
        Json entry;
        if (fault.element.is_node()) {
            entry["node"] = fault.element.node;
        } else {
            entry["link"] = {fault.element.node, fault.element.other};
        }
        add_given(entry, "at", fault.at);
        if (!fault.at) {
            entry["rate"] = fault.rate;
        }
        add_given(entry, "duration", fault.duration);
        add_given(entry, "until", fault.until);
        add_given(entry, "spare_delay", fault.spare_delay);
        entry["mode"] = name_of(kFaultModes, fault.abrupt);
        list.push_back(std::move(entry));
    }
    return list;
}

Json measure_json(const MeasureConfig& measure) {
    return {
        {"warmup_messages", measure.warmup_messages}, {"relative_error", measure.relative_error},
        {"confidence", measure.confidence},           {"max_cycles", measure.max_cycles},
        {"per_channel", measure.per_channel},         {"per_node", measure.per_node},
        {"distribution", measure.distribution},       {"series_every", measure.series_every}};
}

Json verilog_json(const VerilogLevel& verilog) {
    Json json = Json::object();
    for (const auto& [key, text] :
         {std::pair("router", verilog.router), std::pair("path", verilog.path)}) {
        if (!text.empty()) {
            json[key] = text;
        }
    }
    for (const auto& [name, value] : verilog.parameters) {
        std::visit(
            [&json, &name = name](const auto& written) { json["parameters"][name] = written; },
            value.written());
    }
    return json;
}

Json level_json(const LevelConfig& level, const UnitsConfig& units) {
    const VerilogLevel& first = level.verilog.front();
    const bool plain = level.verilog.size() == 1 && first.router.empty() && first.path.empty();
    if (level.uniform() && plain && units.at.empty()) {
        return level.standard;
    }
    Json json = {{"default", level.standard}};
    for (const std::string& name : level_names()) {
        for (const auto& exception : level.exceptions) {
            if (exception.second == name) {
                json[name].push_back(exception.first);
            }
        }
    }
    if (!plain) {
        const Json nodes = json.value("verilog", Json());
        Json list = Json::array();
        for (const VerilogLevel& each : level.verilog) {
            list.push_back(verilog_json(each));
            if (!each.nodes.empty()) {
                list.back()["nodes"] = each.nodes;
            } else {
                list.back()["nodes"] = level.standard == "verilog" ? Json("all") : nodes;
            }
        }
        json["verilog"] = list.size() == 1 ? list.front() : list;
    }
    for (const auto& [router, own] : units.at) {
        json["units"][std::to_string(router)] = units_json(own);
    }
    return json;
}

Json waves_json(const WavesConfig& waves) {
    return {{"file", waves.file},
            {"routers", waves.routers.empty() ? Json("all") : Json(waves.routers)},
            {"from", waves.from},
            {"to", number_or(waves.to, INT64_MAX, "end")},
            {"ports", waves.ports},
            {"rtl", waves.rtl}};
}

}  // namespace

nlohmann::ordered_json resolve(const ExperimentConfig& config) {
    Json json;
    add_part(json["topology"], "kind", config.topology, known_topologies());
    json["router"] = router_json(config);
    if (!config.units.everywhere.empty()) {
        json["router"]["units"] = units_json(config.units.everywhere);
    }
    if (config.units.check) {
        json["router"]["check_units"] = true;
    }
    if (!config.clock_gates) {
        json["router"]["clock_gates"] = false;
    }
    json["link"] = link_json(config.link);
    for (const auto& each : config.link_classes) {
        json["link"][each.first] = link_json(each.second);
    }
    add_part(json["routing"], "algorithm", config.routing, known_routings());
    json["routing"]["ties"] = config.ties_random ? "random" : "lowest";
    json["traffic"] = traffic_json(config.traffic);
    json["header"] = {{"addresses_per_flit", config.addresses_per_flit}};
    json["deadlock"] = name_of(kDeadlockActions, config.deadlock);
    json["faults"] = faults_json(config.faults);
    json["measure"] = measure_json(config.measure);
    json["level"] = level_json(config.level, config.units);
    if (config.waves) {
        json["waves"] = waves_json(*config.waves);
    }
    json["seed"] = config.seed;
    if (!config.router.check_data) {
        json["check_data"] = false;
    }
    if (Json model = resolved_model(config); !model.is_null()) {
        json["model"] = std::move(model);
    }
    return json;
}

}  // namespace flitscope::tb
