#include "testbenches/program/cost_command/router_synthesis.h"

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "rtl_models/cost/gate_netlist.h"
#include "rtl_models/export/network_verilog.h"
#include "rtl_models/export/verilog_sources.h"
#include "testbenches/drive/campaign/folder_lock.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/cost_command/cost_json.h"
#include "testbenches/program/rtl_command/exportable_network.h"
#include "testbenches/program/rtl_command/guarded_command.h"

namespace flitscope::tb {

namespace {

constexpr const char* kForms[] = {"elaborate.ys",  "unit.ys.in",   "structure.ys",
                                  "timing.tcl.in", "power.tcl.in", "clock.tcl"};

/// The module of a unit's netlist: its name and a hash of all that the netlist depends on.
/// `module`: as RTLIL names it.
std::string netlist_name(const cost::UnitInstance& unit, const std::string& sources) {
    constexpr std::size_t kDigits = 16;
    return unit.unit + "_" + sha256_of(sources + unit.module).substr(0, kDigits);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

}  // namespace

RouterSynthesis::RouterSynthesis(CellLibrary library, const InterruptSignal& interrupt)
    : library_(std::move(library)), interrupt_(interrupt) {
    require_tool("cost", "yosys", "yosys");
    require_tool("cost", "sta", "opensta");
    remove_work_left_behind("cost");
    const ToolFolder work(interrupt_);
    std::smatch match;
    const std::string yosys = work.run("yosys -V");
    tools_.yosys = std::regex_search(yosys, match, std::regex("[0-9][0-9.+]*")) ? match[0] : yosys;
    const std::string opensta = work.run("sta -version");
    tools_.opensta =
        std::regex_search(opensta, match, std::regex("[0-9][0-9.]*[^\n]*")) ? match[0] : opensta;
    made_with_ = library_.text + yosys + opensta;
    for (const char* const name : kForms) {
        made_with_ += cost_form(name);
    }
    made_with_ = sha256_of(made_with_);
}

/// What Yosys reads, and a hash of all modules that a unit may consist of.
struct RouterSynthesis::Elaboration {
    std::string top;
    std::map<std::string, std::string> sources;
    std::string modules;

    std::string key() const { return "router-" + sha256_of(modules + top); }
};

RouterSynthesis::Elaboration RouterSynthesis::elaboration_of(
    const exported::ExportedNetwork& network, topo::RouterId router) const {
    const std::string verilog = rtl_sources().rtl_models + "/verilog";
    const std::size_t kind = network.kind_of[static_cast<std::size_t>(router)];
    Elaboration elaboration;
    elaboration.top =
        exported::looped_router_verilog(network, router) +
        exported::router_kind_verilog(
            network, kind, exported::listed_routings(exported::read_source(verilog + "/route.v")));
    elaboration.sources = exported::needed_sources(
        elaboration.top, {verilog, rtl_sources().rtl_models + "/export/verilog"});
    elaboration.modules = made_with_;
    for (const auto& [name, text] : elaboration.sources) {
        elaboration.modules += text;
    }
    elaboration.modules = sha256_of(elaboration.modules);
    return elaboration;
}

template <typename Kept, typename Make>
auto RouterSynthesis::kept_or_made(const Kept& kept, const Make& make) const {
    if (auto known = kept()) {
        return *known;
    }
    const FolderLock lock(cache_.folder(), interrupt_, [] {});
    if (auto known = kept()) {
        return *known;
    }
    return make();
}

std::optional<RouterNetlist> RouterSynthesis::kept_netlist(const Elaboration& elaboration) const {
    auto netlist =
        router_netlist_of_json(cache_.find(elaboration.key() + ".netlist.json").value_or(""));
    if (netlist) {
        for (const cost::UnitInstance& each : netlist->instances) {
            if (netlist->units.count(each.module) != 0) {
                continue;  // once for each set of parameters
            }
            const auto text = cache_.find(each.module + ".v");
            if (!text) {
                return std::nullopt;
            }
            netlist->units[each.module] = *text;
        }
    }
    return netlist;
}

void RouterSynthesis::synthesise(RouterNetlist& netlist,
                                 const std::map<std::string, std::string>& modules,
                                 const ToolFolder& work) const {
    const std::string abc =
        library_.technology ? "-constr drive.constr -D 1" : "";  // gates have no drive
    work.write("drive.constr",
               "set_driving_cell " + library_.cells.inverter + "\nset_load 1 [all_outputs]\n");
    std::vector<std::string> made;
    std::string scripts;
    for (const auto& [module, name] : modules) {
        if (netlist.units[name].empty()) {
            work.write(name + ".ys",
                       exported::filled(cost_form("unit.ys.in"),
                                        {{"MODULE", module}, {"NAME", name}, {"ABC", abc}}));
            made.push_back(name);
            scripts += name + ".ys\n";
        }
    }
    if (made.empty()) {
        return;
    }
    work.write("scripts", scripts);
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    work.run("xargs -P " + std::to_string(jobs) + " -n 1 yosys -q < scripts");
    for (const std::string& name : made) {
        std::string& text = netlist.units[name];
        text = cost::without_lists(work.read(name + ".v"));
        try {
            cost::area_of(cost::cells_of_netlist(text), library_.cells);
        } catch (const std::invalid_argument& error) {
            throw UsageError("cost: the library " + library_.cells.name + " " + error.what());
        }
        cache_.keep(name + ".v", text);
    }
}

RouterNetlist RouterSynthesis::synthesised(const Elaboration& elaboration) const {
    const ToolFolder work(interrupt_);
    work.write("looped_router.v", elaboration.top);
    for (const auto& [name, text] : elaboration.sources) {
        work.write(name, text);
    }
    work.write("library.lib", library_.text);
    work.write("elaborate.ys", cost_form("elaborate.ys"));
    work.run("yosys -q elaborate.ys");
    std::string structure = work.read("structure.il");

    RouterNetlist netlist;
    netlist.instances = cost::unit_instances(structure);
    std::map<std::string, std::string> modules;  // of RTLIL: netlist
    for (cost::UnitInstance& each : netlist.instances) {
        const std::string name = netlist_name(each, elaboration.modules);
        if (modules.emplace(each.module, name).second) {
            netlist.units[name] = cache_.find(name + ".v").value_or("");
        }
        each.module = name;
    }
    synthesise(netlist, modules, work);
    for (const auto& [module, name] : modules) {
        structure = replaced(structure, " " + module + " ", " \\" + name + " ");
    }
    work.write("structure.il", structure);
    work.write("structure.ys", cost_form("structure.ys"));
    work.run("yosys -q structure.ys");
    netlist.structure = cost::without_lists(work.read("structure.v"));
    cache_.keep(elaboration.key() + ".netlist.json", router_netlist_json(netlist).dump());
    return netlist;
}

RouterNetlist RouterSynthesis::netlist_of(const exported::ExportedNetwork& network,
                                          topo::RouterId router) const {
    const Elaboration elaboration = elaboration_of(network, router);
    return kept_or_made([&] { return kept_netlist(elaboration); },
                        [&] { return synthesised(elaboration); });
}

std::unique_ptr<ToolFolder> RouterSynthesis::folder_of(const RouterNetlist& netlist) const {
    auto folder = std::make_unique<ToolFolder>(interrupt_);
    folder->write("library.lib", library_.text);
    folder->write("structure.v", netlist.structure);
    for (const auto& [module, text] : netlist.units) {
        folder->write(module + ".v", text);
    }
    return folder;
}

cost::RouterCost RouterSynthesis::timed(const RouterNetlist& netlist) const {
    const auto work = folder_of(netlist);
    std::string files;
    std::map<std::string, std::map<std::string, int>> cells;
    for (const auto& [module, text] : netlist.units) {
        files += (files.empty() ? "" : " ") + module;
        cells[module] = cost::cells_of_netlist(text);
    }
    work->write("timing.tcl", exported::filled(cost_form("timing.tcl.in"), {{"NETLISTS", files}}));
    const std::string report = work->run_sta("timing.tcl");
    cost::RouterCost result = cost::router_cost(netlist.instances, cells, library_.cells);
    try {
        result.longest = cost::longest_path(report);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("cost: OpenSTA says that ") + error.what() + ":\n" +
                         report.substr(0, 1000));
    }
    return result;
}

cost::RouterCost RouterSynthesis::cost_of(const exported::ExportedNetwork& network,
                                          topo::RouterId router) const {
    const Elaboration elaboration = elaboration_of(network, router);
    const std::string name = elaboration.key() + ".json";
    return kept_or_made([&] { return router_cost_of_json(cache_.find(name).value_or("")); },
                        [&] {
                            const auto kept = kept_netlist(elaboration);
                            cost::RouterCost cost = timed(kept ? *kept : synthesised(elaboration));
                            cache_.keep(name, router_cost_json(cost).dump());
                            return cost;
                        });
}

std::map<std::string, cost::CellEnergy> RouterSynthesis::cell_energies(
    const ToolFolder& folder, const std::string& module) const {
    const std::string name = module + ".power";
    if (const auto known = cache_.find(name)) {
        return cost::cell_energies(*known);
    }
    folder.write("power_" + module + ".v", cost::with_clock(folder.read(module + ".v")));
    folder.write("power.tcl", exported::filled(cost_form("power.tcl.in"),
                                               {{"NETLIST", module},
                                                {"PERIOD", std::to_string(cost::kPowerPeriod)}}));
    const std::string reports = folder.run_sta("power.tcl");
    auto energies = cost::cell_energies(reports);
    cache_.keep(name, reports);
    return energies;
}

}  // namespace flitscope::tb
