#include "testbenches/drive/run/result.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "common/rounded.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json();
}

/// Rounds floating-point numbers to 9 significant digits, whatever the locale. The shortest text of
/// the result has no more.
void round_numbers(Json& json) {
    if (json.is_structured()) {
        for (Json& each : json) {
            round_numbers(each);
        }
    } else if (json.is_number_float()) {
        const double value = json.get<double>();
        json = std::isfinite(value) ? Json(rounded(value, 9)) : Json();
    }
}

Json latency_json(const LatencySummary& summary) {
    Json json = {
        {"count", summary.count}, {"mean", or_null(summary.mean)}, {"ci", or_null(summary.ci)}};
    if (summary.ci_reason != nullptr) {
        json["ci_reason"] = summary.ci_reason;
    }
    json["min"] = or_null(summary.min);
    json["p50"] = or_null(summary.p50);
    json["p95"] = or_null(summary.p95);
    json["p99"] = or_null(summary.p99);
    json["max"] = or_null(summary.max);
    if (!summary.bins.empty()) {
        Json upto = Json::array(), count = Json::array();
        for (const LatencyHistogram::Bin& bin : summary.bins) {
            upto.push_back(bin.upto);
            count.push_back(bin.count);
        }
        json["distribution"] = {{"upto", std::move(upto)}, {"count", std::move(count)}};
    }
    return json;
}

void append_channel(Json& object, const ChannelResult& channel) {
    object["utilisation"] = channel.utilisation;
    object["blocking_probability"] = or_null(channel.blocking_probability);
    object["vc_busy"] = channel.vc_busy;
}

Json channel_classes(const std::vector<ChannelClassResult>& classes) {
    Json list = Json::array();
    for (const ChannelClassResult& one : classes) {
        Json entry = {{"class", one.name}};
        append_channel(entry, one.mean);
        if (!one.channels.empty()) {
            Json channels = Json::array();
            for (const ChannelResult& channel : one.channels) {
                Json object = {{"from", channel.from},
                               {"to", channel.to},
                               {"from_coordinates", channel.from_coordinates},
                               {"to_coordinates", channel.to_coordinates}};
                append_channel(object, channel);
                channels.push_back(std::move(object));
            }
            entry["per_channel"] = std::move(channels);
        }
        list.push_back(std::move(entry));
    }
    return list;
}

Json port_class(const PortClassResult& one) {
    Json entry = {{"class", one.name}, {"utilisation", one.utilisation}};
    for (const PortResult& port : one.ports) {
        entry["per_channel"].push_back(
            {{"node", port.node}, {"port", port.port}, {"utilisation", port.utilisation}});
    }
    return entry;
}

Json node_list(const std::vector<NodeResult>& nodes) {
    Json list = Json::array();
    for (const NodeResult& node : nodes) {
        list.push_back({{"node", list.size()},
                        {"offered", node.offered},
                        {"accepted", node.accepted},
                        {"latency", or_null(node.latency)}});
    }
    return list;
}

Json class_list(const std::vector<MessageClassResult>& classes) {
    Json list = Json::array();
    for (const MessageClassResult& each : classes) {
        list.push_back({{"class", list.size()},
                        {"offered", each.offered},
                        {"accepted", each.accepted},
                        {"latency", or_null(each.latency)}});
    }
    return list;
}

Json series_points(const std::vector<SeriesPoint>& points) {
    Json list = Json::array();
    for (const SeriesPoint& point : points) {
        list.push_back({{"cycle", point.cycle},
                        {"generated", point.generated},
                        {"delivered", point.delivered},
                        {"undelivered", point.undelivered},
                        {"offered", point.offered},
                        {"accepted", point.accepted},
                        {"latency", or_null(point.latency)}});
        if (!point.channels.empty()) {
            Json utilisation = Json::array(), blocking = Json::array();
            for (const ChannelLoad& channel : point.channels) {
                utilisation.push_back(channel.utilisation);
                blocking.push_back(or_null(channel.blocking_probability));
            }
            list.back()["channels"] = {{"utilisation", std::move(utilisation)},
                                       {"blocking_probability", std::move(blocking)}};
        }
    }
    return list;
}

Json deadlock_report(const DeadlockReport& report) {
    Json cycle = Json::array();
    for (const rtl::VcWait& wait : report.found.cycle) {
        cycle.push_back({{"router", wait.router},
                         {"port", wait.port},
                         {"vc", wait.vc},
                         {"message", wait.message},
                         {"output_port", wait.output_port},
                         {"output_vc", wait.output_vc}});
    }
    return {{"edge", report.edge}, {"cycle", std::move(cycle)}};
}

/// Measurements of collectives in addition to those of all operations.
Json collective(const OperationFindings& found) {
    return {{"steps", found.step_times.size()},          {"copies", found.messages},
            {"channels_used", or_null(found.channels)},  {"step_times", found.step_times},
            {"operations", found.latency.count},         {"makespan", or_null(found.latency.mean)},
            {"lower_bound", or_null(found.lower_bound)}, {"wrong_results", found.wrong_results}};
}

/// Those of a trace may differ, and their mean need not be whole.
Json whole_or_number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

/// Of collectives, else of the first kind of which there are some.
Json collective(const Findings& findings, const ByOperation<double>& copies) {
    if (findings[OperationKind::collective].latency.count > 0) {
        return collective(findings[OperationKind::collective]);
    }
    for (std::size_t kind = 0; kind < kOperationKinds; ++kind) {
        const OperationFindings& found = findings.operations[kind];
        if (found.latency.count > 0) {
            return {{"steps", found.step_times.size()},
                    {"copies", whole_or_number(copies[kind])},
                    {"channels_used", or_null(found.channels)},
                    {"step_times", found.step_times}};
        }
    }
    return {{"steps", 0}, {"copies", 0}, {"channels_used", 0}, {"step_times", Json::array()}};
}

}  // namespace

nlohmann::ordered_json Result::to_json() const {
    const Findings& findings = *this;
    Json json;
    json["flitscope"] = FLITSCOPE_VERSION;
    json["config"] = config ? *config : Json();
    json["level"] = level;
    json["complete"] = complete;
    json["saturated"] = state == RunState::saturated;
    json["state"] = name_of(state);
    if (deadlock_free) {
        json["deadlock_free"] = *deadlock_free;
    }
    json["cycles"] = {
        {"simulated", simulated_cycles}, {"warmup", warmup_cycles}, {"measured", measured_cycles}};
    json["messages"] = {
        {"generated", generated}, {"injected", messages_injected},
        {"delivered", delivered}, {"measured", findings[LatencyKind::unicast].count},
        {"lost", lost},           {"retransmitted", retransmitted}};
    json["flits"] = {{"injected", flits_injected},
                     {"ejected", flits_ejected},
                     {"consumed", flits_dropped},
                     {"hops", flit_hops}};
    if (speculates) {
        json["flits"]["wasted_grants"] = wasted_grants;
    }
    if (protocol_errors) {
        json["messages"]["protocol_errors"] = protocol_errors->count;
    }
    if (unchecked) {
        json["messages"]["unchecked"] = *unchecked;
    }
    if (faults) {
        json["messages"]["unreachable"] = faults->unreachable;
    }
    if (retransmitted > 0 || faults) {
        json["flits"]["purged"] = flits_purged;
    }
    json["throughput"] = {{"offered", or_null(offered)}, {"accepted", or_null(accepted)}};
    if (capacity) {
        json["capacity"] = capacity->to_json();
    }
    json["latency"] = {{"unicast", latency_json(findings[LatencyKind::unicast])},
                       {"broadcast", latency_json(findings[OperationKind::broadcast].latency)},
                       {"multicast", latency_json(findings[OperationKind::multicast].latency)},
                       {"collective", latency_json(findings[OperationKind::collective].latency)},
                       {"network", latency_json(findings[LatencyKind::network])},
                       {"source_queue", latency_json(findings[LatencyKind::source_queue])},
                       {"channel", latency_json(findings[LatencyKind::channel])}};
    json["hops"] = {{"mean", or_null(mean_hops)}};
    json["channels"] = channel_classes(channels);
    for (const PortClassResult& one : ports) {
        json["channels"].push_back(port_class(one));
    }
    if (!nodes.empty()) {
        json["nodes"] = node_list(nodes);
    }
    if (!message_classes.empty()) {
        json["message_classes"] = class_list(message_classes);
    }
    json["collective"] = collective(findings, copies);
    json["series"] = series_points(series);
    if (deadlock) {
        json["deadlock"] = deadlock_report(*deadlock);
    }
    json["performance"] = {{"elaboration_s", performance.elaboration_s},
                           {"simulation_s", performance.simulation_s},
                           {"cpu_s", performance.cpu_s},
                           {"cycles_per_s", performance.cycles_per_s},
                           {"flit_hops_per_s", performance.flit_hops_per_s},
                           {"peak_rss_mb", performance.peak_rss_mb}};
    for (const auto& [key, value] : json.items()) {
        if (key != "config") {
            round_numbers(value);
        }
    }
    return json;
}

}  // namespace flitscope::tb
