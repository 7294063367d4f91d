#include "rtl_models/foreign/device_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "rtl_models/foreign/device_router_module.h"
#include "rtl_models/signal/network/router.h"

namespace flitscope::cosim {

namespace {

using Parameters = std::map<std::string, std::uint64_t>;

std::string text_of(const Parameters& parameters) {
    std::string text;
    for (const auto& [name, value] : parameters) {
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
    }
    return text;
}

/// The only model that was built for these parameters. Throws std::invalid_argument if there is
/// none, or more than one.
const std::shared_ptr<const DeviceModel>& model_of(const DeviceChoice& choice, topo::NodeId node,
                                                   const Parameters& wanted) {
    std::string built;
    const std::shared_ptr<const DeviceModel>* found = nullptr;
    int fitting = 0;
    constexpr int kMostListed = 8;
    int listed = 0;
    for (const auto& model : choice.models) {
        const Parameters its = model->parameters();
        if (std::includes(its.begin(), its.end(), wanted.begin(), wanted.end())) {
            found = &model;
            ++fitting;
        }
        if (listed++ < kMostListed) {
            built += (built.empty() ? "" : ", ") + text_of(its);
        } else if (listed == kMostListed + 2) {
            built += ", ...";
        }
    }
    if (fitting == 1) {
        return *found;
    }
    const std::string name = choice.models.front()->name();
    if (fitting == 0) {
        throw std::invalid_argument(
            fmt::format("router {}: node {} needs {}; it was built for {}", name, node,
                        text_of(wanted), built.empty() ? "no parameters (PER_NODE)" : built));
    }
    throw std::invalid_argument(
        fmt::format("router {}: node {} may be any of {}; choose by `parameters`, or by `node: "
                    "[{{parameter: NAME, ...}}]` in the pin description",
                    name, node, built));
}

/// The parameters that the address of a node and the configuration ask for.
Parameters wanted_at(const DeviceChoice& choice, const Addresses& addresses, topo::NodeId node) {
    Parameters wanted;
    for (const auto& [name, value] : choice.parameters) {
        try {
            wanted[name] = value.at(addresses.topology(), node);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument(fmt::format(
                "router {}: parameters.{}: {}", choice.models.front()->name(), name, error.what()));
        }
    }
    for (const NodePin& each : choice.description.node) {
        // The configuration takes precedence.
        if (!each.parameter.empty() && wanted.count(each.parameter) == 0) {
            wanted[each.parameter] = addresses.of(choice.description, each, node);
        }
    }
    return wanted;
}

using Setups = std::map<topo::NodeId, std::shared_ptr<const DeviceSetup>>;

/// By node; nodes with the same model share one.
Setups setups_of(const rtl::NetworkDescription& network, const DeviceChoice& choice) {
    if (!network.topology->one_node_per_router()) {
        throw std::invalid_argument(
            fmt::format("router {}: topology.kind = {}, which has not one node at every router; a "
                        "router from outside has one local port",
                        choice.models.front()->name(), network.topology->kind()));
    }
    Setups setups;
    std::map<const DeviceModel*, std::shared_ptr<const DeviceSetup>> made;
    const Addresses addresses(*network.topology);
    for (const NodePin& each : choice.description.node) {
        if (each.coordinate && each.dimension >= static_cast<int>(addresses.dimensions())) {
            DeviceSetup(network, choice.models.front(), choice.description);  // throws
        }
    }
    for (const topo::NodeId node : choice.nodes) {
        const auto& model = model_of(choice, node, wanted_at(choice, addresses, node));
        auto& setup = made[model.get()];
        if (setup == nullptr) {
            setup = std::make_shared<const DeviceSetup>(network, model, choice.description);
        }
        setups[node] = setup;
    }
    return setups;
}

}  // namespace

rtl::RouterFactory device_router_factory(const rtl::NetworkDescription& network,
                                         const DeviceChoice& choice, rtl::RouterFactory others,
                                         std::function<void(const std::string&)> print,
                                         RtlTrace* trace) {
    if (trace != nullptr && !choice.models.front()->traced()) {
        throw std::invalid_argument("router " + choice.models.front()->name() +
                                    ": waves of the RTL need TRACE in the call of "
                                    "flitscope_add_verilog_router");
    }
    if (!print) {
        print = [](const std::string& line) { std::cerr << line << "\n"; };
    }
    return [setups = setups_of(network, choice), others = std::move(others), print, trace](
               const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
               rtl::Clock& clock) -> std::unique_ptr<rtl::RouterModule> {
        const auto setup = setups.find(instance.id);
        if (setup != setups.end()) {
            auto device =
                std::make_unique<DeviceRouterModule>(name, instance, clock, setup->second, print);
            if (trace != nullptr && trace->wants(instance.id)) {
                device->trace_to(*trace);
            }
            return device;
        }
        if (others) {
            return others(name, instance, clock);
        }
        return std::make_unique<rtl::Router>(name, instance);
    };
}

}  // namespace flitscope::cosim
