#include "testbenches/drive/run/unit_plugins.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilated_units.h"
#include "rtl_models/cosim/verilog_parameters_of.h"
#include "rtl_models/router/unit_names.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/run/named_plugins.h"

namespace flitscope::tb {

namespace {

/// Takes units from plug-ins, for one router after the other.
class UnitLoader {
public:
    UnitLoader(const ExperimentConfig& config, const rtl::NetworkDescription& description)
        : config_(config), description_(description) {}

    /// A unit joins the others of its router.
    void take(const std::string& unit, const UnitChoice& choice, topo::NodeId router,
              rtl::UnitMakers& makers) {
        check_unit_exists(config_, unit, description_.headers.used());
        const cosim::PluginNote& note =
            choice.verilog ? verilated(unit, router) : plugins_.note(choice);
        NamedPlugins::require(note, "unit " + unit);
        require_port_list(note, note.port_list);
        if (!note.unit_parameters.empty() && note.unit_parameters != arguments_of(router)) {
            throw cosim::PluginError(note.file + ": verilated for routers with " +
                                     note.unit_parameters + "; " + how_to_build(unit, router));
        }
        const cosim::Plugin& plugin = cosim::load_plugin(note.file);
        require_port_list(note, plugin.port_list);
        rtl::UnitMakers made;
        if (plugin.verilated_unit != nullptr) {
            cosim::add_verilated(*plugin.verilated_unit, made);
        } else if (plugin.units != nullptr) {
            made = *plugin.units;
        }
        if (!rtl::take_maker(unit, made, makers)) {
            throw cosim::PluginError(note.file + ": FLITSCOPE_SYSTEMC_UNIT is not for " + unit);
        }
    }

private:
    static void require_port_list(const cosim::PluginNote& note, int version) {
        const std::string problem = note.port_list_problem(version);
        if (!problem.empty()) {
            throw cosim::PluginError(problem);
        }
    }
    /// Whatever it is called, as for level verilog.
    const cosim::PluginNote& verilated(const std::string& unit, topo::NodeId router) {
        const std::string folder = verilated_unit_folder(config_);
        if (!scanned_) {
            scanned_ = cosim::scan_plugins(folder);
        }
        const cosim::PluginNote* const found =
            find_verilated_unit(*scanned_, unit, arguments_of(router));
        if (found != nullptr) {
            return *found;
        }
        std::string others;
        for (const cosim::PluginNote& note : scanned_->plugins) {
            if (note.unit == unit && !note.unit_parameters.empty()) {
                const std::string problem = note.port_list_problem();
                others += "; " + (problem.empty() ? note.name + " is for " + note.unit_parameters
                                                  : problem);
            }
        }
        throw cosim::PluginError(
            (folder.empty() ? "no folder of plug-ins" : folder) + ": no verilated " + unit +
            " for router " + std::to_string(router) + others +
            "; `flitscope rtl add` with this configuration builds what is missing; in a project of "
            "your own " +
            how_to_build(unit, router));
    }

    const std::string& arguments_of(topo::NodeId router) {
        const auto known = arguments_.find(router);
        return known != arguments_.end()
                   ? known->second
                   : arguments_
                         .emplace(router, cosim::cmake_arguments(
                                              cosim::verilog_parameters_of(description_, router)))
                         .first->second;
    }
    std::string how_to_build(const std::string& unit, topo::NodeId router) {
        return "this builds what is needed: flitscope_add_verilog_unit(NAME UNIT " + unit + " " +
               arguments_of(router) + ")";
    }

    const ExperimentConfig& config_;
    const rtl::NetworkDescription& description_;
    NamedPlugins plugins_;
    std::optional<cosim::PluginFolder> scanned_;
    std::map<topo::NodeId, std::string> arguments_;
};

}  // namespace

std::string verilated_unit_folder(const ExperimentConfig& config) {
    const VerilogLevel* const own = config.level.own_rtl();
    return own == nullptr || own->path.empty() ? cosim::default_plugin_folder() : own->path;
}

const cosim::PluginNote* find_verilated_unit(const cosim::PluginFolder& folder,
                                             const std::string& unit,
                                             const std::string& parameters) {
    const auto note =
        std::find_if(folder.plugins.begin(), folder.plugins.end(), [&](const auto& each) {
            return each.unit == unit && each.unit_parameters == parameters &&
                   each.port_list_problem().empty();
        });
    return note == folder.plugins.end() ? nullptr : &*note;
}

void fail_units(const ExperimentConfig& config, const std::string& problem) {
    const bool everywhere = !config.units.everywhere.empty();
    const char* const section = everywhere ? "router" : "level";
    const ConfigNode* const written = config.written ? config.written->find(section) : nullptr;
    throw ConfigError({written != nullptr ? written->position() : ConfigPosition{"configuration"},
                       problem,
                       {},
                       std::string(section) + ".units"});
}

rtl::RouterFactory make_unit_factory(const ExperimentConfig& config,
                                     const rtl::NetworkDescription& description) {
    if (!config.units.any() && !config.units.check) {
        return {};
    }
    UnitLoader loader(config, description);
    std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> units;
    try {
        for (topo::NodeId router = 0; router < description.topology->nodes(); ++router) {
            if (config.level.of(router) != "signal") {
                continue;
            }
            auto makers = std::make_shared<rtl::UnitMakers>();
            makers->watch_all = config.units.check;
            bool exchanged = config.units.check;
            for (const auto& [unit, choice] : config.units.of(router)) {
                if (!choice.plugin.empty() || choice.verilog) {
                    loader.take(unit, choice, router, *makers);
                    exchanged = true;
                }
            }
            if (exchanged) {
                units[router] = std::move(makers);
            }
        }
    } catch (const std::invalid_argument& error) {  // of plug-ins and of what Verilog has not
        fail_units(config, error.what());
    }
    return units.empty() ? rtl::RouterFactory() : rtl::unit_router_factory(std::move(units));
}

void check_unit_exists(const ExperimentConfig& config, const std::string& unit, bool multicasts) {
    if (unit == rtl::kHeaderUnit && !multicasts) {
        fail_units(config, "no router has a " + unit + " without multicasts");
    }
}

void check_units_used(const ExperimentConfig& config) {
    if (!config.units.everywhere.empty() && !config.level.uses("signal")) {
        fail_units(config, "no router at level signal");
    }
    for (const auto& [router, units] : config.units.at) {
        if (!units.empty() && config.level.of(router) != "signal") {
            fail_units(config, "router " + std::to_string(router) + " is at level " +
                                   config.level.of(router) + ", not signal");
        }
    }
}

}  // namespace flitscope::tb
