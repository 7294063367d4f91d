#include "rtl_models/cosim/verilog_sets.h"

#include <filesystem>
#include <stdexcept>

#include "rtl_models/cosim/plugin_loader.h"

namespace flitscope::cosim {

VerilogSet verilog_set_cube_6();
VerilogSet verilog_set_mesh_8x8();

const std::vector<VerilogSet>& verilog_sets() {
    static const std::vector<VerilogSet> sets = {verilog_set_cube_6(), verilog_set_mesh_8x8()};
    return sets;
}

const VerilogSet* find_set(const VerilogParameters& parameters, bool traced,
                           const std::string& folder) {
    if (const VerilogSet* built_in = find_set(verilog_sets(), parameters, traced)) {
        return built_in;
    }
    const std::string where = folder.empty() ? default_plugin_folder() : folder;
    const std::filesystem::path file =
        std::filesystem::path(where) / (set_name(parameters, traced) + ".so");
    if (std::filesystem::exists(file)) {
        try {
            return find_set(load_plugin(file.string()).sets, parameters, traced);
        } catch (const PluginError&) {
            return nullptr;  // of another version: to be built again
        }
    }
    // One that somebody named differently.
    for (const Plugin* plugin : scan_plugins(where).plugins) {
        if (const VerilogSet* set = find_set(plugin->sets, parameters, traced)) {
            return set;
        }
    }
    return nullptr;
}

std::vector<VerilogSet> find_sets(const rtl::NetworkDescription& description,
                                  const std::vector<topo::NodeId>& nodes, bool traced,
                                  const std::string& folder) {
    std::vector<VerilogSet> sets;
    for (const NeededSet& needed : needed_sets(description, nodes)) {
        const VerilogSet* const set = find_set(needed.parameters, traced, folder);
        if (set == nullptr) {
            throw std::invalid_argument(
                "router " + std::to_string(needed.router) +
                " needs a parameter set that was not built; make it with `flitscope rtl add` and "
                "this configuration");
        }
        sets.push_back(*set);
    }
    return sets;
}

}  // namespace flitscope::cosim
