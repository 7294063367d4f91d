#include "testbenches/drive/run/decision_plugins.h"

#include <algorithm>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/router/allocators/checked_allocation.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/run/named_plugins.h"

namespace flitscope::tb {

namespace {

/// What a key of the section `router` takes, as in flitscope_add_decision(NAME KIND ...).
std::string kind_of(const std::string& key) {
    return key == "arbiter"         ? "arbiter"
           : key == "allocators.vc" ? "vc_allocator"
                                    : "switch_allocator";
}

[[noreturn]] void fail(const ExperimentConfig& config, const std::string& key,
                       const std::string& problem, const std::string& accepted) {
    const ConfigNode* written = config.written ? config.written->find("router") : nullptr;
    const std::size_t dot = key.find('.');
    for (const std::string& part : {key.substr(0, dot), key.substr(dot + 1)}) {
        const ConfigNode* const inner = written != nullptr ? written->find(part) : nullptr;
        written = inner != nullptr ? inner : written;
    }
    throw ConfigError({written != nullptr ? written->position() : ConfigPosition{"configuration"},
                       problem, accepted, "router." + key, config.decisions.at(key).plugin});
}

/// Adds what the plug-in of a key brings.
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

}  // namespace

void check_decisions(const ExperimentConfig& config) {
    if (!config.decisions.empty() && config.level.uses("verilog") &&
        config.level.own_rtl() != nullptr) {
        fail(config, config.decisions.begin()->first, "no such plug-in at level verilog",
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
            fail(config, key, error.what(),
                 "a plug-in of flitscope_add_decision(NAME KIND " + kind_of(key) + " ...)");
        }
    }
    return makers;
}

}  // namespace flitscope::tb
