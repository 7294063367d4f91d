#include <chrono>
#include <cmath>
#include <iostream>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/interrupt.h"
#include "testbenches/program/rtl_command/rtl_sets.h"
#include "testbenches/program/rtl_command/set_builder.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

class RtlCommand : public Command {
public:
    RtlCommand()
        : Command(
              "rtl", "Lists the verilated parameter sets, or builds those that CONFIG needs",
              "rtl list           what is built in, and what the folder of plug-ins holds\n"
              "rtl add CONFIG     builds the sets that the routers at level verilog (or all of "
              "them)\n"
              "                   need and that do not exist yet; with `waves: {rtl: true}` the "
              "ones\n"
              "                   that can write a dump of their own\n"
              "The folder: --out DIR, else `level: {verilog: {path: DIR}}` of CONFIG, else\n"
              "$XDG_DATA_HOME/flitscope/rtl or ~/.local/share/flitscope/rtl. Runs look there.") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("ACTION", action_, "list or add")
            ->required()
            ->check(CLI::IsMember({"list", "add"}))
            ->type_name("");
        app.add_option("CONFIG", config_, "YAML file, or - for standard input; for add")
            ->type_name("");
    }

    int run(const CommonOptions& common) override {
        if (action_ == "list") {
            if (!config_.empty() || !common.sets.empty()) {
                throw UsageError("rtl list takes no CONFIG; --out names the folder to list");
            }
            list(common);
        } else {
            if (config_.empty()) {
                throw UsageError("rtl add needs a CONFIG (see flitscope rtl --help)");
            }
            add(common);
        }
        return exit_code(ExitCode::done);
    }

private:
    static void list(const CommonOptions& common) {
        const std::string folder = common.out.empty() ? cosim::default_plugin_folder() : common.out;
        const cosim::PluginFolder found = cosim::scan_plugins(folder);
        Json json = {{"folder", folder}, {"sets", Json::array()}, {"routers", Json::array()}};
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
            if (plugin.router) {
                json["routers"].push_back(plugin.name);
            }
        }
        if (!found.missing.empty()) {
            json["folder_problem"] = found.missing;
        }
        json["unusable"] = found.problems;
        if (common.json) {
            std::cout << json.dump(2) << "\n";
            return;
        }
        std::cout << "Folder: " << folder
                  << (found.missing.empty() ? "" : " (" + found.missing + ")") << "\n";
        for (const Json& set : json["sets"]) {
            std::cout << set["name"].get<std::string>() << " (" << set["where"].get<std::string>()
                      << ")\n  " << set["parameters"].get<std::string>() << "\n";
        }
        for (const Json& router : json["routers"]) {
            std::cout << router.get<std::string>() << " (router from outside)\n";
        }
        for (const std::string& problem : found.problems) {
            std::cout << "unusable: " << problem << "\n";
        }
    }

    void add(const CommonOptions& common) const {
        ExperimentConfig config = read_config(config_, common.sets);
        if (config.level.own_rtl() == nullptr) {
            throw UsageError(
                "rtl add: level.verilog.router = " + config.level.verilog.front().router +
                ": a router from outside is built by its own project "
                "(docs/cosimulation.md)");
        }
        std::string folder = config.level.own_rtl()->path;
        if (!common.out.empty()) {
            folder = common.out;
            for (VerilogLevel& each : config.level.verilog) {
                each.path = common.out;
            }
        }
        std::vector<cosim::VerilogParameters> missing;
        for (const cosim::NeededSet& each : missing_sets(config)) {
            missing.push_back(each.parameters);
        }
        const std::string target = folder.empty() ? cosim::default_plugin_folder() : folder;
        const auto start = std::chrono::steady_clock::now();
        if (!missing.empty()) {
            const InterruptFlag interrupt;
            const SetBuilder builder(target, &interrupt.signal());
            if (!common.quiet) {
                std::cerr << "flitscope: building " << missing.size() << " parameter set(s) in "
                          << target << "\n";
            }
            builder.build(missing, traces_rtl(config));
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        report(common, config, target, missing, seconds);
    }

    static void report(const CommonOptions& common, const ExperimentConfig& config,
                       const std::string& folder,
                       const std::vector<cosim::VerilogParameters>& built, double seconds) {
        Json json = {{"folder", folder}, {"sets", Json::array()}};
        for (const cosim::NeededSet& each : needed_sets(config)) {
            // Looked up again: what was built must also load.
            const cosim::VerilogSet* const set = find_set(each, config);
            if (set == nullptr) {
                throw std::logic_error(cosim::set_name(each.parameters) +
                                       ": built, but not found afterwards");
            }
            const bool made =
                std::any_of(built.begin(), built.end(), [&](const cosim::VerilogParameters& one) {
                    return cosim::cmake_arguments(one) == set->arguments;
                });
            json["sets"].push_back(
                {{"name", set->name}, {"routers", each.routers}, {"built", made}});
        }
        if (common.json) {
            std::cout << json.dump(2) << "\n";
        } else if (!common.quiet) {
            for (const Json& set : json["sets"]) {
                std::cout << set["name"].get<std::string>() << " for " << set["routers"].get<int>()
                          << " router(s): "
                          << (set["built"].get<bool>() ? "built" : "was there already") << "\n";
            }
            if (!built.empty()) {
                std::cout << "In " << folder << " after " << std::lround(seconds) << " s.\n";
            }
        }
    }

    std::string action_;
    std::string config_;
};

}  // namespace

std::unique_ptr<Command> make_rtl_command() { return std::make_unique<RtlCommand>(); }

}  // namespace flitscope::tb
