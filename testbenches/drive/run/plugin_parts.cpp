#include "testbenches/drive/run/plugin_parts.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilated_units.h"
#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/router/allocators/checked_allocation.h"
#include "rtl_models/router/unit_names.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

namespace {

ConfigPosition position_of(const ConfigNode* written) {
    return written != nullptr ? written->position() : ConfigPosition{"configuration"};
}

/// What a key of the section `router` takes, as in flitscope_add_decision(NAME KIND ...).
std::string kind_of(const std::string& key) {
    return key == "arbiter"         ? "arbiter"
           : key == "allocators.vc" ? "vc_allocator"
                                    : "switch_allocator";
}

[[noreturn]] void fail_decision(const ExperimentConfig& config, const std::string& key,
                                const std::string& problem, const std::string& accepted) {
    const ConfigNode* written = config.written ? config.written->find("router") : nullptr;
    const std::size_t dot = key.find('.');
    for (const std::string& part : {key.substr(0, dot), key.substr(dot + 1)}) {
        const ConfigNode* const inner = written != nullptr ? written->find(part) : nullptr;
        written = inner != nullptr ? inner : written;
    }
    throw ConfigError({position_of(written), problem, accepted, "router." + key,
                       config.decisions.at(key).plugin});
}

/// Adds what the plug-in of a key provides.
void take(const std::string& key, const PluginChoice& choice, const rtl::DecisionMakers& from,
          rtl::DecisionMakers& into) {
    const std::string name = "router." + key + ": plug-in " + choice.plugin;
    bool taken = false;
    if (key == "arbiter") {
        into.arbiters = from.arbiters;
        taken = static_cast<bool>(from.arbiters);
    } else if (key == "allocators.vc") {
        taken = static_cast<bool>(from.vc_allocation);
        into.vc_allocation = [name, make = from.vc_allocation](const rtl::AllocatorSetup& setup,
                                                               rtl::VcAllocatorKind kind) {
            return rtl::checked(name, make(setup, kind), setup.vcs);
        };
    } else {
        taken = static_cast<bool>(from.switch_allocation);
        into.switch_allocation = [name, make = from.switch_allocation](
                                     const rtl::AllocatorSetup& setup,
                                     rtl::SwitchAllocatorKind kind) {
            return rtl::checked(name, make(setup, kind));
        };
    }
    if (!taken) {
        throw cosim::PluginError(name + " has no FLITSCOPE_ macro for " + kind_of(key));
    }
}

/// Units named for all routers or single ones that are verilated.
std::string verilated_unit(const ExperimentConfig& config, NamedPlugins& plugins) {
    std::vector<UnitChoices> all = {config.units.everywhere};
    for (const auto& [router, units] : config.units.at) {
        all.push_back(units);
    }
    for (const UnitChoices& units : all) {
        for (const auto& [unit, choice] : units) {
            if (choice.verilog ||
                (!choice.plugin.empty() && !plugins.note(choice).unit_parameters.empty())) {
                return unit;
            }
        }
    }
    return {};
}

/// Takes units from plug-ins, for one router after the other.
class UnitLoader {
public:
    UnitLoader(const ExperimentConfig& config, const rtl::NetworkDescription& description)
        : config_(config), description_(description) {}

    /// Adds a unit to those of its router.
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
    /// The plug-in is found by its parameters, whatever its name, as for level verilog.
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

const cosim::PluginNote& NamedPlugins::note(const PluginChoice& choice) {
    const std::string folder = choice.path.empty() ? cosim::default_plugin_folder() : choice.path;
    const std::string file = (std::filesystem::path(folder) / (choice.plugin + ".so")).string();
    const auto known = notes_.find(file);
    return known != notes_.end()
               ? known->second
               : notes_.emplace(file, cosim::read_plugin_note(file)).first->second;
}

void NamedPlugins::require(const cosim::PluginNote& note, const std::string& wanted) {
    if (note.brings() != wanted) {
        throw cosim::PluginError(note.file + ": brings " + note.brings() + ", but " + wanted +
                                 " is needed");
    }
}

void check_decisions(const ExperimentConfig& config) {
    if (!config.decisions.empty() && config.level.uses("verilog") &&
        config.level.own_rtl() != nullptr) {
        fail_decision(config, config.decisions.begin()->first, "no such plug-in at level verilog",
                      "levels fast and signal");
    }
}

std::shared_ptr<const rtl::DecisionMakers> make_decisions(const ExperimentConfig& config) {
    if (config.decisions.empty()) {
        return nullptr;
    }
    check_decisions(config);
    NamedPlugins plugins;
    auto makers = std::make_shared<rtl::DecisionMakers>();
    for (const auto& [key, choice] : config.decisions) {
        try {
            const cosim::PluginNote& note = plugins.note(choice);
            NamedPlugins::require(note, "decision " + kind_of(key));
            const cosim::Plugin& plugin = cosim::load_plugin(note.file);
            take(key, choice,
                 plugin.decisions != nullptr ? *plugin.decisions : rtl::DecisionMakers(), *makers);
            const std::string unit = verilated_unit(config, plugins);
            if (!unit.empty()) {
                throw cosim::PluginError("not possible together with the verilated " + unit +
                                         " of router.units or level.units");
            }
        } catch (const cosim::PluginError& error) {
            fail_decision(
                config, key, error.what(),
                "a plug-in of flitscope_add_decision(NAME KIND " + kind_of(key) + " ...)");
        }
    }
    return makers;
}

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
    throw ConfigError({position_of(written), problem, {}, std::string(section) + ".units"});
}

rtl::RouterFactory make_unit_factory(const ExperimentConfig& config,
                                     const rtl::NetworkDescription& description) {
    if (!config.units.any() && !config.units.check) {
        return {};
    }
    UnitLoader loader(config, description);
    std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> units;
    try {
        for (topo::NodeId router = 0; router < description.topology->routers(); ++router) {
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
    } catch (const std::invalid_argument& error) {  // from plug-ins, or for what the Verilog lacks
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
