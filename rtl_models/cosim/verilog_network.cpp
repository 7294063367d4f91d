#include "rtl_models/cosim/verilog_network.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/cosim/verilog_router_module.h"
#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"

namespace flitscope::cosim {

namespace {

const VerilogSet& set_of(const rtl::NetworkDescription& description,
                         const std::vector<VerilogSet>& sets, bool traced, topo::NodeId node) {
    const VerilogParameters parameters = verilog_parameters_of(description, node);
    const VerilogSet* const set = find_set(sets, parameters, traced);
    if (set == nullptr) {
        throw std::invalid_argument("router " + std::to_string(node) + " needs the parameter set " +
                                    set_name(parameters, traced) + ": " +
                                    cmake_arguments(parameters));
    }
    return *set;
}

}  // namespace

rtl::RouterFactory verilog_router_factory(const rtl::NetworkDescription& description,
                                          const std::vector<VerilogSet>& sets,
                                          const std::vector<topo::NodeId>& nodes, RtlTrace* trace,
                                          rtl::RouterFactory others) {
    return [description, sets, nodes, trace, others = std::move(others)](
               const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
               rtl::Clock& clock) -> std::unique_ptr<rtl::RouterModule> {
        const bool verilog =
            nodes.empty() || std::find(nodes.begin(), nodes.end(), instance.id) != nodes.end();
        if (!verilog) {
            return others ? others(name, instance, clock)
                          : std::make_unique<rtl::Router>(name, instance);
        }
        const VerilogSet& set = set_of(description, sets, trace != nullptr, instance.id);
        auto module = std::make_unique<VerilogRouterModule>(name, instance, clock, set);
        if (trace != nullptr && trace->wants(instance.id)) {
            module->trace_to(*trace);
        }
        return module;
    };
}

std::unique_ptr<rtl::Network> make_verilog_network(const rtl::NetworkDescription& description,
                                                   const rtl::RouterFactory& factory,
                                                   bool all_verilog,
                                                   const rtl::CombiningFactory& combining) {
    return std::make_unique<rtl::SignalNetwork>(description, factory, combining,
                                                all_verilog ? "verilog" : "mixed");
}

}  // namespace flitscope::cosim
