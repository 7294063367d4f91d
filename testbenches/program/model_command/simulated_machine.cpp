#include "testbenches/program/model_command/simulated_machine.h"

#include <algorithm>
#include <variant>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/program/model_command/model_values.h"

namespace flitscope::tb {

void require_topology(const std::string& model, const ExperimentConfig& config,
                      const std::vector<std::string>& known) {
    require(std::find(known.begin(), known.end(), config.topology.name) != known.end(), model,
            "topology.kind", config.topology.name, join_names(known));
}

void require_drawn_messages(const std::string& model, const ExperimentConfig& config) {
    const std::string& arrivals = config.traffic.arrivals.name;
    require(arrivals != kTraceArrivals, model, "traffic.arrivals", arrivals,
            "drawn messages: those of a trace have no rate");
}

void require_routing(const std::string& model, const ExperimentConfig& config, bool fits,
                     const std::string& accepted) {
    std::string routing = config.routing.name;
    for (const auto& [key, value] : config.routing.options.all()) {
        if (const auto* text = std::get_if<std::string>(&value)) {
            routing += ", " + key + " " + *text;
        }
    }
    require(fits, model, "routing.algorithm", routing, accepted);
}

std::optional<topo::Ecube::Order> ecube_order(const ExperimentConfig& config) {
    if (config.routing.name != "ecube" && config.routing.name != "dimension_order") {
        return std::nullopt;
    }
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing = topo::make_routing(config.routing.name, *topology, config.routing.options);
    const auto* const ecube = dynamic_cast<const topo::Ecube*>(routing.get());
    return ecube == nullptr ? std::nullopt : std::optional(ecube->order());
}

void note_difference(std::vector<std::string>& differences, bool as_assumed, const char* text) {
    if (!as_assumed) {
        differences.emplace_back(text);
    }
}

std::vector<std::string> differences_of_traffic_and_links(const ExperimentConfig& config) {
    std::vector<std::string> differences;
    const std::string& arrivals = config.traffic.arrivals.name;
    note_difference(differences, arrivals == "poisson" || arrivals == "bernoulli",
                    "arrivals are not poisson");
    bool at_once = config.link.latency == 0;
    for (const auto& each : config.link_classes) {
        at_once = at_once && each.second.latency == 0;
    }
    note_difference(differences, at_once, "link latency is not 0");
    return differences;
}

std::vector<std::string> differences_from_papers(const ExperimentConfig& config) {
    std::vector<std::string> differences = differences_of_traffic_and_links(config);
    note_difference(differences, config.router.injection_ports == rtl::kAll,
                    "injection_ports is not all");
    note_difference(differences, config.router.ejection_ports == rtl::kAll,
                    "ejection_ports is not all");
    note_difference(differences, config.router.pipeline == 1, "pipeline is not 1");
    bool full_speed = config.link.cycles_per_flit == 1;
    for (const auto& each : config.link_classes) {
        full_speed = full_speed && each.second.cycles_per_flit == 1;
    }
    note_difference(differences, full_speed, "cycles_per_flit is not 1");
    return differences;
}

}  // namespace flitscope::tb
