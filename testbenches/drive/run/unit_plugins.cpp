#include "testbenches/drive/run/unit_plugins.h"

#include <filesystem>
#include <map>
#include <memory>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/signal/unit_factory.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

namespace {

/// A unit of a plug-in joins the others of its router.
void take_unit(const std::string& unit, const UnitChoice& choice, rtl::UnitMakers& makers) {
    const std::string folder = choice.path.empty() ? cosim::default_plugin_folder() : choice.path;
    const std::string file = (std::filesystem::path(folder) / (choice.plugin + ".so")).string();
    const cosim::PluginNote note = cosim::read_plugin_note(file);  // before any of its code runs
    if (note.unit != unit) {
        throw cosim::PluginError(file + ": brings " +
                                 (note.unit.empty() ? "no unit" : "unit " + note.unit) +
                                 ", wanted is a " + unit);
    }
    const cosim::Plugin& plugin = cosim::load_plugin(file);
    if (plugin.units == nullptr || !rtl::take_maker(unit, *plugin.units, makers)) {
        throw cosim::PluginError(file + ": FLITSCOPE_SYSTEMC_UNIT is not for " + unit);
    }
}

}  // namespace

void fail_units(const ExperimentConfig& config, const std::string& problem) {
    const bool everywhere = !config.units.everywhere.empty();
    const char* const section = everywhere ? "router" : "level";
    const ConfigNode* const written = config.written ? config.written->find(section) : nullptr;
    throw ConfigError({written != nullptr ? written->position() : ConfigPosition{"configuration"},
                       problem,
                       {},
                       std::string(section) + ".units"});
}

rtl::RouterFactory make_unit_factory(const ExperimentConfig& config, topo::NodeId nodes) {
    std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> units;
    try {
        for (topo::NodeId router = 0; router < nodes; ++router) {
            auto makers = std::make_shared<rtl::UnitMakers>();
            bool exchanged = config.units.check;
            for (const auto& [unit, choice] : config.units.of(router)) {
                if (!choice.plugin.empty()) {
                    take_unit(unit, choice, *makers);
                    exchanged = true;
                }
            }
            if (exchanged) {
                units[router] = std::move(makers);
            }
        }
    } catch (const cosim::PluginError& error) {
        fail_units(config, error.what());
    }
    return units.empty() ? rtl::RouterFactory() : rtl::unit_router_factory(std::move(units));
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
