#include "testbenches/program/cost_command/network_cost.h"

#include <fmt/format.h>

#include <cmath>

#include "common/counted.h"
#include "testbenches/program/rtl_command/exportable_network.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

double three_decimals(double value) { return std::round(value * 1000) / 1000; }

/// The figures of a router or a network.
void add_area(Json& json, const cost::Area& area, bool technology) {
    json[technology ? "area_um2" : "gate_equivalents"] = three_decimals(area.area);
}

Json router_json(const cost::RouterCost& cost, bool technology) {
    Json json;
    const cost::Area total = cost.total();
    add_area(json, total, technology);
    Json units = Json::object();
    for (const auto& [unit, area] : cost.units) {
        units[unit] = three_decimals(area.area);
    }
    json["units"] = units;
    json["cells"] = total.cells;
    json["flip_flops"] = total.flip_flops;
    json["levels"] = cost.longest.levels;
    json["period_ns"] = technology ? Json(three_decimals(cost.longest.period)) : Json(nullptr);
    json["critical_path"] = Json::array();
    for (const cost::PathPart& part : cost.longest.parts) {
        Json each = {{"unit", part.unit}, {"levels", part.levels}};
        if (technology) {
            each["delay_ns"] = three_decimals(part.delay);
        }
        json["critical_path"].push_back(each);
    }
    return json;
}

std::string router_text(const RouterKind& kind, const cost::RouterCost& cost, bool technology) {
    const cost::Area total = cost.total();
    const char* const unit = technology ? "um2" : "gate equivalents";
    std::string text = fmt::format(
        "{} with {} ports ({} of them to other routers), like router {}\n"
        "  area        {:.0f} {}\n  cells       {}, flip-flops among them {}\n",
        counted(kind.count, "router"), kind.ports, kind.network_ports, kind.first, total.area, unit,
        total.cells, total.flip_flops);
    text += technology ? fmt::format("  period      {:.3f} ns, {} levels\n", cost.longest.period,
                                     cost.longest.levels)
                       : fmt::format("  levels      {}\n", cost.longest.levels);
    for (const auto& [name, area] : cost.units) {
        text += fmt::format("  {:<22} {:>12.0f} {:>5.1f} %\n", name, area.area,
                            100 * area.area / total.area);
    }
    text += "  longest path:";
    for (const cost::PathPart& part : cost.longest.parts) {
        text += technology ? fmt::format(" {} {:.2f} ns", part.unit, part.delay)
                           : fmt::format(" {} {}", part.unit, part.levels);
        text += &part == &cost.longest.parts.back() ? "\n" : ",";
    }
    return text;
}

}  // namespace

Json NetworkCost::to_json() const {
    Json json = {{"library", cells}};
    json.update(router_json(kinds.front().second, technology));
    json["routers"] = Json::array();
    cost::Area sum;
    int routers = 0;
    for (const auto& [kind, cost] : kinds) {
        Json each = {{"count", kind.count},
                     {"first", kind.first},
                     {"ports", kind.ports},
                     {"network_ports", kind.network_ports}};
        each.update(router_json(cost, technology));
        json["routers"].push_back(each);
        sum += kind.count * cost.total();
        routers += kind.count;
    }
    Json network = {{"routers", routers}};
    add_area(network, sum, technology);
    network["cells"] = sum.cells;
    network["flip_flops"] = sum.flip_flops;
    json["network"] = network;
    if (energy) {
        energy->add_to(json);
    }
    json["tools"] = {{"yosys", tools.yosys}, {"opensta", tools.opensta}};
    return json;
}

std::string NetworkCost::summary() const {
    std::string text = "library " + cells + "\n";
    cost::Area sum;
    int routers = 0;
    for (const auto& [kind, cost] : kinds) {
        text += router_text(kind, cost, technology);
        sum += kind.count * cost.total();
        routers += kind.count;
    }
    return text + (energy ? energy->text() : "") +
           fmt::format("network: {} routers, {:.0f} {}, {} cells, {} flip-flops\n", routers,
                       sum.area, technology ? "um2" : "gate equivalents", sum.cells,
                       sum.flip_flops);
}

void NetworkCost::add_to(Json& result, const std::vector<RouterActivity>& activity) const {
    const cost::RouterCost& router = kinds.front().second;
    const double period = router.longest.period;
    Json cost = {{"library", cells}};
    cost.update(router_json(router, technology));
    for (const char* const kind : {"unicast", "network"}) {
        const Json& mean = result["latency"][kind]["mean"];
        cost["latency_ns"][kind] =
            mean.is_number() ? Json(three_decimals(mean.get<double>() * period)) : Json(nullptr);
    }
    cost["throughput_flits_per_ns"] =
        three_decimals(result["throughput"]["accepted"].get<double>() * nodes / period);
    if (energy) {
        energy->add_to(cost);
        energy->add_run(cost, activity, result);
    }
    result["cost"] = cost;
}

std::string NetworkCost::text_beside(const Json& result) {
    const Json& cost = result["cost"];
    std::string text = fmt::format("router      {:.0f} um2, period {:.3f} ns ({})\n",
                                   cost["area_um2"].get<double>(), cost["period_ns"].get<double>(),
                                   cost["library"].get<std::string>());
    const Json& latency = cost["latency_ns"]["unicast"];
    if (latency.is_number()) {
        text += fmt::format("latency     {:.1f} ns\n", latency.get<double>());
    }
    text +=
        fmt::format("throughput  {:.3f} flits/ns\n", cost["throughput_flits_per_ns"].get<double>());
    if (cost.contains("energy")) {
        text +=
            fmt::format("energy      {:.1f} pJ/flit delivered, {:.1f} of it without the clock\n",
                        cost["energy"]["pj_per_flit"].get<double>(),
                        cost["energy"]["event_pj_per_flit"].get<double>());
    }
    return text;
}

NetworkCost network_cost(const ExperimentConfig& config, const RouterSynthesis& synthesis,
                         PricedRouters which, rtl::Cycle gate_cycles) {
    const ExportableNetwork exportable = exportable_network(config, "cost");
    NetworkCost cost;
    cost.cells = synthesis.cell_library().cells.name;
    cost.nodes = exportable.topology->nodes();
    cost.technology = synthesis.cell_library().technology;
    cost.tools = synthesis.tools();
    for (const RouterKind& kind : router_kinds(exportable.network)) {
        if (which == PricedRouters::all || cost.kinds.empty()) {
            cost.kinds.emplace_back(kind, synthesis.cost_of(exportable.network, kind.first));
        }
    }
    if (gate_cycles > 0) {
        cost.energy = network_energy(config, exportable, cost.kinds.front().first.first,
                                     gate_cycles, synthesis);
    }
    return cost;
}

}  // namespace flitscope::tb
