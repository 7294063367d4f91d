#include "rtl_models/cosim/verilog_sets.h"

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
    // Whatever it is called; only the one whose note names these parameters is loaded.
    const std::string wanted = cmake_arguments(parameters);
    for (const PluginNote& plugin :
         scan_plugins(folder.empty() ? default_plugin_folder() : folder).plugins) {
        for (const PluginNote::Set& each : plugin.sets) {
            if (each.parameters != wanted || each.traced != traced) {
                continue;
            }
            try {
                if (const VerilogSet* set =
                        find_set(load_plugin(plugin.file).sets, parameters, traced)) {
                    return set;
                }
            } catch (const PluginError&) {
                continue;  // of another compiler: to be built again
            }
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
