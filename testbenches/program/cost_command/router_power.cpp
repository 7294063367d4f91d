#include "testbenches/program/cost_command/router_power.h"

#include <fmt/format.h>

#include <regex>
#include <set>
#include <stdexcept>
#include <utility>

#include "rtl_models/cost/cell_toggles.h"
#include "rtl_models/cost/router_recorder.h"
#include "rtl_models/export/network_verilog.h"
#include "rtl_models/export/verilog_sources.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

namespace {

/// The module that a router is, in the text of the netlist around it.
std::string module_of_router(const std::string& structure, topo::RouterId router) {
    std::smatch match;
    const std::regex instance("\n  (\\S+ *) router_" + std::to_string(router) + " \\(");
    if (!std::regex_search(structure, match, instance)) {
        throw std::logic_error("no router in the netlist");
    }
    return match[1];
}

/// The units of the router; the rest of the netlist are the links around it.
std::vector<cost::UnitInstance> units_of(const RouterNetlist& netlist, topo::RouterId router) {
    const std::string top = "router_" + std::to_string(router) + "/";
    std::vector<cost::UnitInstance> units;
    for (const cost::UnitInstance& each : netlist.instances) {
        if (each.path.rfind(top, 0) == 0) {
            units.push_back(each);
        }
    }
    return units;
}

/// Runs the configuration at level fast, with the recorder watching.
void record(ExperimentConfig config, rtl::Cycle cycles, cost::RouterRecorder& recorder) {
    config = at_level_fast(std::move(config));
    // What leaves in the last cycles is seen where it arrives.
    constexpr std::int64_t kArriving = 1000;
    config.measure.max_cycles = static_cast<std::int64_t>(cycles) + kArriving;
    NetworkTaps taps;
    taps.observer = &recorder;
    const BuiltNetwork built = make_network(config, taps);
    simulate(config, *built.network);
}

void replay(const exported::ExportedNetwork& network, topo::RouterId router,
            const cost::RouterRecorder& recorder, rtl::Cycle cycles, const RouterNetlist& netlist,
            const ToolFolder& work) {
    const rtl::PortLayout ports = network.ports(router);
    work.write("inputs.hex", recorder.inputs());
    work.write("outputs.hex", recorder.outputs());
    work.write("replayed_router.v",
               exported::replayed_router_verilog(network, router,
                                                 module_of_router(netlist.structure, router)));
    work.write(
        "replay_tb.v",
        exported::filled(cost_form("replay_tb.v.in"),
                         {{"EDGES", std::to_string(cycles)},
                          {"INPUTS", std::to_string(ports.inputs())},
                          {"OUTPUTS", std::to_string(ports.outputs())},
                          {"VC_WIDTH", std::to_string(rtl::bits_for(network.flit.sizes.vcs))},
                          {"FLIT_WIDTH", std::to_string(network.flit.bits())},
                          {"CREDITS", std::to_string(ports.network * network.flit.sizes.vcs)},
                          {"UNCHANGED", fmt::format("{}'h{}", network.flit.bits(),
                                                    network.flit.unchanged_bits())}}));
    work.write("cells.ys", cost_form("cells.ys"));
    work.run("yosys -q cells.ys");
    std::string files;
    for (const auto& [module, text] : netlist.units) {
        files += " " + module + ".v";
    }
    work.run(
        "iverilog -g2012 -s replay_tb -o replay.vvp replay_tb.v replayed_router.v structure.v "
        "cells.v" +
        files);
    const std::string said = work.run("vvp -n replay.vvp");
    if (said.find("PASS: ") == std::string::npos) {
        throw UsageError("cost: the netlist does not send what the router does: " +
                         said.substr(0, 200));
    }
}

}  // namespace

double GateRun::idle_energy() const {
    double sum = 0;
    for (const auto& [unit, power] : units) {
        sum += power.idle_pj;
    }
    return sum * static_cast<double>(events.cycles);
}

double GateRun::energy() const {
    double sum = idle_energy();
    for (const auto& [unit, power] : units) {
        sum += power.changes_pj;
    }
    return sum;
}

GateRun simulate_gates(const ExperimentConfig& config, const ExportableNetwork& exportable,
                       topo::RouterId router, rtl::Cycle cycles, const RouterSynthesis& synthesis) {
    require_tool("cost", "iverilog", "iverilog");
    const exported::ExportedNetwork& network = exportable.network;
    cost::RouterRecorder recorder(network, router, cycles);
    record(config, cycles, recorder);
    const RouterNetlist netlist = synthesis.netlist_of(network, router);
    const auto work = synthesis.folder_of(netlist);
    replay(network, router, recorder, cycles, netlist, *work);

    const std::vector<cost::UnitInstance> instances = units_of(netlist, router);
    std::set<std::string> paths;
    for (const cost::UnitInstance& each : instances) {
        paths.insert(each.path);
    }
    const auto toggles = cost::cell_toggles(work->path("replay.vcd"), "router", paths,
                                            cost::output_pins(work->read("cells.v")));
    std::map<std::string, std::map<std::string, cost::CellEnergy>> cells;  // by module
    GateRun result;
    result.events = recorder.events();
    for (const cost::UnitInstance& each : instances) {
        const auto changed = toggles.find(each.path);
        if (changed == toggles.end()) {
            continue;  // wires only
        }
        auto& energies = cells[each.module];
        if (energies.empty()) {
            energies = synthesis.cell_energies(*work, each.module);
        }
        const cost::UnitPower power = cost::unit_power(energies, changed->second);
        cost::UnitPower& sum = result.units[each.unit];
        sum.idle_pj += power.idle_pj;
        sum.changes_pj += power.changes_pj;
        sum.leakage_uw += power.leakage_uw;
    }
    return result;
}

cost::RouterEnergy router_energy(const GateRun& run) {
    cost::RouterEnergy energy;
    for (const auto& [unit, power] : run.units) {
        const auto events =
            static_cast<double>(cost::counts_heads(unit) ? run.events.heads : run.events.flits);
        energy[unit] = {power.idle_pj, events > 0 ? power.changes_pj / events : 0,
                        power.leakage_uw};
    }
    return energy;
}

}  // namespace flitscope::tb
