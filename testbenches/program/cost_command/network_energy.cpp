#include "testbenches/program/cost_command/network_energy.h"

#include <fmt/format.h>

#include "common/counted.h"
#include "common/rounded.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/cost_command/router_kinds.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

double four_digits(double value) { return rounded(value, 4); }

}  // namespace

void NetworkEnergy::add_to(Json& cost) const {
    Json units = Json::object();
    double leakage = 0;
    for (const auto& [unit, each] : energy) {
        units[unit] = {{"cycle", four_digits(each.cycle_pj)},
                       {cost::counts_heads(unit) ? "head" : "flit", four_digits(each.event_pj)}};
        leakage += each.leakage_uw;
    }
    cost["energy_pj"] = units;
    cost["leakage_uw"] = four_digits(leakage);
    cost["gate_level"] = {{"router", router},
                          {"cycles", gates.events.cycles},
                          {"heads", gates.events.heads},
                          {"flits", gates.events.flits},
                          {"pj", four_digits(gates.energy())},
                          {"idle_pj", four_digits(gates.idle_energy())}};
}

void NetworkEnergy::add_run(Json& cost, const std::vector<RouterActivity>& activity,
                            const Json& result) const {
    const auto cycles = result["cycles"]["simulated"].get<std::uint64_t>();
    RouterActivity sum;
    Json routers = Json::array();
    std::map<std::string, double> units;
    double total = 0;
    double clock = 0;
    double leakage = 0;
    for (std::size_t each = 0; each < activity.size(); ++each) {
        sum += activity[each];
        double here = 0;
        for (const auto& [unit, taken] : energy) {
            const double idle = size[each] * taken.cycle_pj * static_cast<double>(cycles);
            const double events = cost::energy_of(
                unit, {0, taken.event_pj, 0},
                {cycles, activity[each].vc_grants, activity[each].crossbar_traversals});
            clock += idle;
            here += idle + events;
            units[unit] += idle + events;
            leakage += size[each] * taken.leakage_uw;
        }
        routers.push_back(four_digits(here));
        total += here;
    }
    const auto flits = result["flits"]["ejected"].get<double>();
    Json json = {{"pj", four_digits(total)}, {"clock_pj", four_digits(clock)}};
    json["pj_per_flit"] = flits > 0 ? Json(four_digits(total / flits)) : Json(nullptr);
    json["event_pj_per_flit"] =
        flits > 0 ? Json(four_digits((total - clock) / flits)) : Json(nullptr);
    json["leakage_uw"] = four_digits(leakage);
    json["units_pj"] = Json::object();
    for (const auto& [unit, each] : units) {
        json["units_pj"][unit] = four_digits(each);
    }
    json["routers_pj"] = routers;
    json["activity"] = {{"cycles", cycles},
                        {"buffer_writes", sum.buffer_writes},
                        {"buffer_reads", sum.crossbar_traversals},
                        {"vc_arbitrations", sum.vc_grants},
                        {"switch_arbitrations", sum.crossbar_traversals},
                        {"crossbar_traversals", sum.crossbar_traversals},
                        {"link_flits", sum.link_flits}};
    cost["energy"] = json;
}

std::string NetworkEnergy::text() const {
    std::string text = fmt::format(
        "  energy of router {}, from {} cycles of its netlist with {} flits of {} messages\n"
        "  {:<22} {:>12} {:>12}\n",
        router, gates.events.cycles, gates.events.flits, gates.events.heads, "", "pJ/cycle",
        "pJ/event");
    for (const auto& [unit, each] : energy) {
        text += fmt::format("  {:<22} {:>12.3f} {:>12.3f} per {}\n", unit, each.cycle_pj,
                            each.event_pj, cost::counts_heads(unit) ? "head" : "flit");
    }
    return text;
}

NetworkEnergy network_energy(const ExperimentConfig& config, const ExportableNetwork& exportable,
                             topo::RouterId router, rtl::Cycle cycles,
                             const RouterSynthesis& synthesis) {
    NetworkEnergy result;
    result.router = router;
    result.gates = simulate_gates(config, exportable, router, cycles, synthesis);
    constexpr std::uint64_t kFewest = 20;
    if (result.gates.events.heads < kFewest) {
        throw UsageError(
            fmt::format("cost: --energy: {} in router {} in the first {} cycles of the run, must "
                        "be at least {}: ask for more cycles, or a higher traffic.load",
                        counted(result.gates.events.heads, "message"), router, cycles, kFewest));
    }
    result.energy = router_energy(result.gates);
    const auto ports = [&](topo::RouterId each) {
        return connected_inputs(exportable.network, each, exportable.network.ports(each).inputs());
    };
    for (topo::RouterId each = 0; each < exportable.topology->routers(); ++each) {
        result.size.push_back(static_cast<double>(ports(each)) / ports(router));
    }
    return result;
}

}  // namespace flitscope::tb
