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

constexpr const char* kForms[] = {"elaborate.ys", "unit.ys.in", "structure.ys", "timing.tcl.in",
                                  "clock.tcl"};

/// What a unit's name and the hash of all that it depends on make.
std::string netlist_name(const cost::UnitInstance& unit, const std::string& sources) {
    constexpr std::size_t kDigits = 16;
    return unit.unit + "-" + sha256_of(sources + unit.module).substr(0, kDigits);
}

/// A module's name in Verilog: no minus.
std::string module_name(std::string netlist) {
    std::replace(netlist.begin(), netlist.end(), '-', '_');
    return netlist;
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

RouterNetlist RouterSynthesis::netlist_of(const Elaboration& elaboration) const {
    RouterNetlist netlist;
    netlist.folder = std::make_unique<ToolFolder>(interrupt_);
    const ToolFolder& work = *netlist.folder;
    work.write("looped_router.v", elaboration.top);
    for (const auto& [name, text] : elaboration.sources) {
        work.write(name, text);
    }
    work.write("library.lib", library_.text);
    work.write("elaborate.ys", cost_form("elaborate.ys"));
    work.run("yosys -q elaborate.ys");
    std::string structure = work.read("structure.il");
    netlist.instances = cost::unit_instances(structure);

    std::map<std::string, std::string> texts;  // by name in the cache
    std::string missing;
    const std::string abc =
        library_.technology ? "-constr drive.constr -D 1" : "";  // gates have no drive
    work.write("drive.constr",
               "set_driving_cell " + library_.cells.inverter + "\nset_load 1 [all_outputs]\n");
    for (const cost::UnitInstance& each : netlist.instances) {
        const std::string name = netlist_name(each, elaboration.modules);
        if (!netlist.names.emplace(each.module, module_name(name)).second) {
            continue;
        }
        if (const auto known = cache_.find(name + ".v")) {
            texts[each.module] = *known;
            continue;
        }
        work.write(
            name + ".ys",
            exported::filled(cost_form("unit.ys.in"),
                             {{"MODULE", each.module}, {"NAME", module_name(name)}, {"ABC", abc}}));
        missing += name + ".ys\n";
    }
    if (!missing.empty()) {
        work.write("missing", missing);
        const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
        work.run("xargs -P " + std::to_string(jobs) + " -n 1 yosys -q < missing");
    }
    for (const cost::UnitInstance& each : netlist.instances) {
        if (netlist.cells.count(each.module) != 0) {
            continue;
        }
        const std::string& module = netlist.names.at(each.module);
        std::string& text = texts[each.module];
        const bool made = text.empty();
        if (made) {
            text = cost::without_lists(work.read(module + ".v"));
        }
        netlist.cells[each.module] = cost::cells_of_netlist(text);
        try {
            cost::area_of(netlist.cells[each.module], library_.cells);
        } catch (const std::invalid_argument& error) {
            throw UsageError("cost: the library " + library_.cells.name + " " + error.what());
        }
        if (made) {
            cache_.keep(netlist_name(each, elaboration.modules) + ".v", text);
        }
        work.write(module + ".v", text);
        structure = replaced(structure, " " + each.module + " ", " \\" + module + " ");
    }
    work.write("structure.il", structure);
    work.write("structure.ys", cost_form("structure.ys"));
    work.run("yosys -q structure.ys");
    work.write("structure.v", cost::without_lists(work.read("structure.v")));
    return netlist;
}

RouterNetlist RouterSynthesis::netlist_of(const exported::ExportedNetwork& network,
                                          topo::RouterId router) const {
    return netlist_of(elaboration_of(network, router));
}

cost::RouterCost RouterSynthesis::cost_of(const exported::ExportedNetwork& network,
                                          topo::RouterId router) const {
    const Elaboration elaboration = elaboration_of(network, router);
    const std::string kept = elaboration.key() + ".json";
    const auto found = [&] { return router_cost_of_json(cache_.find(kept).value_or("")); };
    if (const auto known = found()) {
        return *known;
    }
    // Points of a sweep wait for the one that has their router in work.
    const FolderLock lock(cache_.folder(), interrupt_, [] {});
    if (const auto known = found()) {
        return *known;
    }
    const RouterNetlist netlist = netlist_of(elaboration);
    const ToolFolder& work = *netlist.folder;
    std::string files;
    for (const auto& [module, name] : netlist.names) {
        files += (files.empty() ? "" : " ") + name;
    }
    work.write("timing.tcl", exported::filled(cost_form("timing.tcl.in"), {{"NETLISTS", files}}));
    const std::string report = work.run_sta("timing.tcl");
    cost::RouterCost result = cost::router_cost(netlist.instances, netlist.cells, library_.cells);
    try {
        result.longest = cost::longest_path(report);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("cost: OpenSTA says that ") + error.what() + ":\n" +
                         report.substr(0, 1000));
    }
    cache_.keep(kept, router_cost_json(result).dump());
    return result;
}

}  // namespace flitscope::tb
