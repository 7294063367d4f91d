#include <chrono>
#include <cmath>
#include <iostream>

#include "common/counted.h"
#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/rtl_command/guarded_command.h"
#include "testbenches/program/rtl_command/rtl_export.h"
#include "testbenches/program/rtl_command/rtl_sets.h"
#include "testbenches/program/rtl_command/set_builder.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

constexpr rtl::Cycle kMostCycles = 1000000;  ///< of a testbench

class RtlCommand : public Command {
public:
    RtlCommand()
        : Command(
              "rtl", "Lists or builds the Verilog that CONFIG needs, or exports its network",
              "rtl list               lists what is built in and what the folder of plug-ins "
              "holds\n"
              "rtl add CONFIG         builds the missing parameter sets for the routers at level "
              "verilog\n"
              "                       (for all routers if none is). With `waves: {rtl: true}` it\n"
              "                       builds sets that can write a dump of their own. If\n"
              "                       `router.units` or `level.units` say `verilog`, it builds\n"
              "                       these units, and sets only for routers at level verilog\n"
              "rtl parameters CONFIG  prints the arguments for the CMake functions\n"
              "rtl export CONFIG      writes the whole network as synthesisable Verilog, with a\n"
              "                       testbench that plays the run, to the folder --out DIR\n"
              "For the others the folder is --out DIR, else `level: {verilog: {path: DIR}}` of "
              "CONFIG, else\n"
              "$XDG_DATA_HOME/flitscope/rtl or ~/.local/share/flitscope/rtl. Runs look there.") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("ACTION", action_, "list, add, parameters or export")
            ->required()
            ->check(CLI::IsMember({"list", "add", "parameters", "export"}))
            ->type_name("");
        app.add_option("CONFIG", config_, "YAML file, or - for standard input; not for list")
            ->type_name("");
        app.add_option("--cycles", cycles_,
                       "of export: cycles of the run that the testbench plays; default: 2000")
            ->transform(whole_number(1, kMostCycles))
            ->type_name("CYCLES");
    }

    int run(const CommonOptions& common) override {
        if (action_ == "list") {
            if (!config_.empty() || !common.sets.empty()) {
                throw UsageError("rtl list takes no CONFIG; --out names the folder to list");
            }
            list(common);
        } else {
            if (config_.empty()) {
                throw UsageError("rtl " + action_ + " needs a CONFIG (see flitscope rtl --help)");
            }
            const ExperimentConfig config = read_config(config_, common.sets);
            print_unused(config, common);
            if (action_ == "export") {
                write_export(common, config);
                return exit_code(ExitCode::done);
            }
            if (config.level.own_rtl() == nullptr) {
                throw UsageError("rtl " + action_ +
                                 ": level.verilog.router = " + config.level.verilog.front().router +
                                 ": a router from outside is built by its own project "
                                 "(docs/cosimulation.md)");
            }
            require_few_routers(config);
            if (action_ == "add") {
                add(common, config);
            } else {
                show_parameters(common, config);
            }
        }
        return exit_code(ExitCode::done);
    }

private:
    /// Every router is examined: a larger network would take minutes and too much memory.
    static void require_few_routers(const ExperimentConfig& config) {
        constexpr int kMostRouters = 1 << 20;
        const int routers =
            topo::make_topology(config.topology.name, config.topology.options)->routers();
        if (routers > kMostRouters) {
            throw option_error(config,
                               OptionError("", std::to_string(routers) +
                                                   " routers, rtl takes networks of at most " +
                                                   std::to_string(kMostRouters)),
                               "topology");
        }
    }

    static void list(const CommonOptions& common) {
        const std::string folder = common.out.empty() ? cosim::default_plugin_folder() : common.out;
        cosim::PluginFolder found = cosim::scan_plugins(folder);
        Json json = {{"folder", folder},
                     {"sets", Json::array()},
                     {"units", Json::array()},
                     {"routers", Json::array()}};
        const auto add_set = [&](const cosim::PluginNote::Set& set, const char* where) {
            json["sets"].push_back({{"name", set.name},
                                    {"where", where},
                                    {"traced", set.traced},
                                    {"parameters", set.parameters}});
        };
        for (const cosim::VerilogSet& set : cosim::verilog_sets()) {
            add_set({set.name, set.traced, set.arguments}, "built in");
        }
        for (const cosim::PluginNote& plugin : found.plugins) {
            for (const cosim::PluginNote::Set& set : plugin.sets) {
                add_set(set, "folder");
            }
            const std::string problem = plugin.port_list_problem();
            if (!problem.empty()) {
                found.problems.push_back(problem);
            } else if (!plugin.unit.empty()) {
                json["units"].push_back({{"name", plugin.name},
                                         {"unit", plugin.unit},
                                         {"port_list", plugin.port_list},
                                         {"parameters", plugin.unit_parameters}});
            }
            if (plugin.router) {
                json["routers"].push_back(plugin.name);
            }
        }
        if (!found.missing.empty()) {
            json["folder_problem"] = found.missing;
        }
        json["unusable"] = found.problems;
        if (common.json) {
            std::cout << json_text(json);
            return;
        }
        std::cout << "Folder: " << folder
                  << (found.missing.empty() ? "" : " (" + found.missing + ")") << "\n";
        for (const Json& set : json["sets"]) {
            std::cout << set["name"].get<std::string>() << " (" << set["where"].get<std::string>()
                      << ")\n  " << set["parameters"].get<std::string>() << "\n";
        }
        for (const Json& unit : json["units"]) {
            const auto parameters = unit["parameters"].get<std::string>();
            std::cout << unit["name"].get<std::string>() << " (" << unit["unit"].get<std::string>()
                      << ", " << (parameters.empty() ? "SystemC)" : "verilated)\n  " + parameters)
                      << "\n";
        }
        for (const Json& router : json["routers"]) {
            std::cout << router.get<std::string>() << " (router from outside)\n";
        }
        for (const std::string& problem : found.problems) {
            std::cout << "unusable: " << on_one_line(problem) << "\n";
        }
    }

    static void show_parameters(const CommonOptions& common, const ExperimentConfig& config) {
        Json json = {{"parameters", Json::array()}};
        for (const cosim::NeededSet& each : needed_sets(config)) {
            const std::string parameters = cosim::cmake_arguments(each.parameters);
            json["parameters"].push_back({{"routers", each.routers}, {"arguments", parameters}});
            if (!common.json) {
                std::cout << parameters << "\n";
            }
        }
        if (common.json) {
            std::cout << json_text(json);
        }
    }

    struct NeededPlugin {
        const char* kind;  ///< "sets" or "units"
        PluginCall call;
        std::string found;  ///< name of the set or unit that is there already; "": none
        int routers;
    };
    static std::vector<NeededPlugin> needed_plugins(const ExperimentConfig& config) {
        std::vector<NeededPlugin> needed;
        const std::vector<NeededUnit> units = needed_units(config);
        if (units.empty() || config.level.uses("verilog")) {
            for (const cosim::NeededSet& each : needed_sets(config)) {
                const cosim::VerilogSet* const set = find_set(each, config);
                needed.push_back({"sets", set_call(each.parameters, traces_rtl(config)),
                                  set == nullptr ? "" : set->name, each.routers});
            }
        }
        for (const NeededUnit& each : units) {
            needed.push_back(
                {"units", unit_call(each), find_unit(each, config), each.routers.routers});
        }
        return needed;
    }

    static void add(const CommonOptions& common, ExperimentConfig config) {
        remove_work_left_behind("rtl add");  // also when there is nothing to build
        std::string folder = config.level.own_rtl()->path;
        if (!common.out.empty()) {
            folder = common.out;
            for (VerilogLevel& each : config.level.verilog) {
                each.path = common.out;
            }
        }
        std::vector<PluginCall> missing;
        for (const NeededPlugin& each : needed_plugins(config)) {
            if (each.found.empty()) {
                missing.push_back(each.call);
            }
        }
        const std::string target = folder.empty() ? cosim::default_plugin_folder() : folder;
        const auto start = std::chrono::steady_clock::now();
        if (!missing.empty()) {
            const InterruptFlag interrupt;
            build_plugins(missing, target, common.quiet, &interrupt.signal());
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        Json json = {{"folder", target}, {"sets", Json::array()}, {"units", Json::array()}};
        // Looked up again: what was built must also load.
        for (const NeededPlugin& each : needed_plugins(config)) {
            if (each.found.empty()) {
                throw std::logic_error(each.call.name + ": built, but not found afterwards");
            }
            const bool made = std::any_of(missing.begin(), missing.end(), [&](const auto& call) {
                return call.name == each.call.name;
            });
            json[each.kind].push_back(
                {{"name", each.found}, {"routers", each.routers}, {"built", made}});
        }
        report(common, json, missing.empty() ? -1 : std::lround(seconds));
    }

    void write_export(const CommonOptions& common, const ExperimentConfig& config) const {
        if (common.out.empty()) {
            throw UsageError("rtl export needs a folder: --out DIR");
        }
        const RtlExport made = export_rtl(config, common.out, cycles_);
        const Json json = {{"folder", common.out},
                           {"routers", made.routers},
                           {"router_kinds", made.router_kinds},
                           {"files", made.files},
                           {"cycles", made.edges},
                           {"flits_in", made.flits_in},
                           {"flits_out", made.flits_out}};
        print_report(common, json_text(json),
                     counted(made.routers, "router") + " in " + common.out +
                         "; its testbench plays " + counted(made.edges, "cycle") + ": " +
                         common.out + "/run.sh\n");
    }

    /// `seconds` that building took; -1: nothing was built.
    static void report(const CommonOptions& common, const Json& json, long seconds) {
        if (common.json) {
            std::cout << json_text(json);
            return;
        }
        if (common.quiet) {
            return;
        }
        for (const char* const kind : {"sets", "units"}) {
            for (const Json& each : json[kind]) {
                std::cout << each["name"].get<std::string>() << " for "
                          << each["routers"].get<int>() << " router(s): "
                          << (each["built"].get<bool>() ? "built" : "was there already") << "\n";
            }
        }
        if (seconds >= 0) {
            std::cout << "In " << json["folder"].get<std::string>() << " after " << seconds
                      << " s.\n";
        }
    }

    std::string action_;
    std::string config_;
    rtl::Cycle cycles_ = 2000;
};

}  // namespace

std::unique_ptr<Command> make_rtl_command() { return std::make_unique<RtlCommand>(); }

}  // namespace flitscope::tb
