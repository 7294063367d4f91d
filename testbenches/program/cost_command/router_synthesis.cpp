#include "testbenches/program/cost_command/router_synthesis.h"

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "common/atomic_file.h"
#include "common/whole_file.h"
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

constexpr const char* kForms[] = {"elaborate.ys", "unit.ys.in", "structure.ys", "timing.tcl.in"};

std::string form(const std::string& name) {
    return exported::read_source(rtl_sources().rtl_models + "/cost/files/" + name);
}

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

/// A folder in which the tools run.
class RouterSynthesis::Work {
public:
    explicit Work(const InterruptSignal& interrupt) : interrupt_(interrupt), folder_("cost") {}

    void write(const std::string& name, const std::string& text) const {
        write_file(folder_.path() + "/" + name, text);
    }
    std::string read(const std::string& name) const {
        return whole_file(folder_.path() + "/" + name).value_or("");
    }
    /// A line of shell. Returns what it printed. Throws UsageError if it fails.
    std::string run(const std::string& line) const {
        const std::string log = folder_.path() + "/log";
        write_file(log, "");
        const std::string there = "cd \"$0\" && " + line;
        if (run_guarded({"sh", "-c", there, folder_.path()}, log, folder_, &interrupt_) != 0) {
            constexpr std::size_t kLines = 12;
            throw UsageError("cost: " + line.substr(0, line.find('\n')) +
                             " failed, and said:" + log_end(log, kLines));
        }
        return read("log");
    }

private:
    const InterruptSignal& interrupt_;
    WorkFolder folder_;
};

RouterSynthesis::RouterSynthesis(CellLibrary library, const InterruptSignal& interrupt)
    : library_(std::move(library)), interrupt_(interrupt) {
    require_tool("cost", "yosys", "yosys");
    require_tool("cost", "sta", "opensta");
    remove_work_left_behind("cost");
    const Work work(interrupt_);
    std::smatch match;
    const std::string yosys = work.run("yosys -V");
    tools_.yosys = std::regex_search(yosys, match, std::regex("[0-9][0-9.+]*")) ? match[0] : yosys;
    const std::string opensta = work.run("sta -version");
    tools_.opensta =
        std::regex_search(opensta, match, std::regex("[0-9][0-9.]*[^\n]*")) ? match[0] : opensta;
    made_with_ = library_.text + yosys + opensta;
    for (const char* const name : kForms) {
        made_with_ += form(name);
    }
    made_with_ = sha256_of(made_with_);
}

cost::RouterCost RouterSynthesis::cost_of(const exported::ExportedNetwork& network,
                                          topo::RouterId router) const {
    const std::string verilog = rtl_sources().rtl_models + "/verilog";
    const std::size_t kind = network.kind_of[static_cast<std::size_t>(router)];
    const std::string top =
        exported::looped_router_verilog(network, router) +
        exported::router_kind_verilog(
            network, kind, exported::listed_routings(exported::read_source(verilog + "/route.v")));
    const auto sources =
        exported::needed_sources(top, {verilog, rtl_sources().rtl_models + "/export/verilog"});
    std::string modules = made_with_;
    for (const auto& [name, text] : sources) {
        modules += text;
    }
    modules = sha256_of(modules);
    const std::string kept = "router-" + sha256_of(modules + top) + ".json";
    const auto found = [&] { return router_cost_of_json(cache_.find(kept).value_or("")); };
    if (const auto known = found()) {
        return *known;
    }
    // Points of a sweep wait for the one that has their router in work.
    const FolderLock lock(cache_.folder(), interrupt_, [] {});
    if (const auto known = found()) {
        return *known;
    }

    const Work work(interrupt_);
    work.write("looped_router.v", top);
    for (const auto& [name, text] : sources) {
        work.write(name, text);
    }
    work.write("library.lib", library_.text);
    work.write("elaborate.ys", form("elaborate.ys"));
    work.run("yosys -q elaborate.ys");
    const std::string structure = work.read("structure.il");
    const std::vector<cost::UnitInstance> instances = cost::unit_instances(structure);

    std::map<std::string, std::string> names;  // by module
    std::map<std::string, std::string> netlists;
    std::string missing;
    const std::string abc =
        library_.technology ? "-constr drive.constr -D 1" : "";  // gates have no drive
    work.write("drive.constr",
               "set_driving_cell " + library_.cells.inverter + "\nset_load 1 [all_outputs]\n");
    for (const cost::UnitInstance& each : instances) {
        const std::string name = netlist_name(each, modules);
        if (!names.emplace(each.module, name).second) {
            continue;
        }
        if (const auto known = cache_.find(name + ".v")) {
            netlists[name] = *known;
            continue;
        }
        work.write(name + ".ys", exported::filled(form("unit.ys.in"), {{"MODULE", each.module},
                                                                       {"NAME", module_name(name)},
                                                                       {"ABC", abc}}));
        missing += name + ".ys\n";
    }
    if (!missing.empty()) {
        work.write("missing", missing);
        const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
        work.run("xargs -P " + std::to_string(jobs) + " -n 1 yosys -q < missing");
    }
    std::map<std::string, std::map<std::string, int>> cells;
    std::string files;
    std::string renamed = structure;
    for (const auto& [module, name] : names) {
        std::string& netlist = netlists[name];
        const bool made = netlist.empty();
        if (made) {
            netlist = cost::without_lists(work.read(module_name(name) + ".v"));
        }
        cells[module] = cost::cells_of_netlist(netlist);
        try {
            cost::area_of(cells[module], library_.cells);
        } catch (const std::invalid_argument& error) {
            throw UsageError("cost: the library " + library_.cells.library + " " + error.what());
        }
        if (made) {
            cache_.keep(name + ".v", netlist);
        }
        work.write(module_name(name) + ".v", netlist);
        files += (files.empty() ? "" : " ") + module_name(name);
        renamed = replaced(renamed, " " + module + " ", " \\" + module_name(name) + " ");
    }
    work.write("structure.il", renamed);
    work.write("structure.ys", form("structure.ys"));
    work.run("yosys -q structure.ys");
    work.write("structure.v", cost::without_lists(work.read("structure.v")));
    work.write("timing.tcl", exported::filled(form("timing.tcl.in"), {{"NETLISTS", files}}));
    const std::string report = work.run("sta -no_splash -exit timing.tcl");
    cost::RouterCost result = cost::router_cost(instances, cells, library_.cells);
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
