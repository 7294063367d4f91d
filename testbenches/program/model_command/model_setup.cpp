#include "testbenches/program/model_command/model_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

ModelSetup::ModelSetup(std::string model, const ExperimentConfig& config)
    : model_(std::move(model)), config_(&config), values_(resolved_model(config)) {
    if (!values_.is_object()) {
        values_ = Json::object();
    }
}

void ModelSetup::fail(const std::string& key, const std::string& accepted) const {
    throw OptionError(path_ + key, fmt::format("{}: {} = {}, must be {}", model_, key,
                                               shortened(values_[key].dump()), accepted));
}

void ModelSetup::fail_choice(const std::string& key, const std::vector<std::string>& names) const {
    fail(key, "one of " + join_names(names));
}

template <typename T>
T ModelSetup::value(const std::string& key, T otherwise, bool (Json::*is_fit)() const noexcept,
                    const char* accepted) const {
    if (!values_.contains(key)) {
        return otherwise;
    }
    if (!(values_[key].*is_fit)()) {
        fail(key, accepted);
    }
    return values_[key].template get<T>();
}

double ModelSetup::real(const std::string& key, double otherwise) const {
    return value(key, otherwise, &Json::is_number, "a number");
}

std::int64_t ModelSetup::integer(const std::string& key, std::int64_t otherwise) const {
    return value(key, otherwise, &Json::is_number_integer, "an integer");
}

bool ModelSetup::truth(const std::string& key, bool otherwise) const {
    return value(key, otherwise, &Json::is_boolean, "true or false");
}

std::vector<double> ModelSetup::reals(const std::string& key, std::vector<double> otherwise) const {
    if (!values_.contains(key)) {
        return otherwise;
    }
    const auto& list = values_[key];
    if (list.is_number()) {
        return {list.get<double>()};
    }
    std::vector<double> numbers;
    for (const auto& item : list.is_array() ? list : nlohmann::ordered_json::array()) {
        if (!item.is_number()) {
            fail(key, "a list of numbers");
        }
        numbers.push_back(item.get<double>());
    }
    if (numbers.empty()) {
        fail(key, "a list of numbers");
    }
    return numbers;
}

ModelSetup ModelSetup::subsection(const std::string& key) const {
    ModelSetup section(model_, *config_);
    section.path_ = path_ + key + ".";
    section.values_ = values_.value(key, Json::object());
    if (!section.values_.is_object()) {
        fail(key, "a section");
    }
    return section;
}

void refuse(const std::string& model, const std::string& key, const std::string& value,
            const std::string& accepted) {
    throw OptionError(key, fmt::format("{}: {} = {}, must be {}", model, key, value, accepted));
}

void ModelSetup::require(bool fits, const std::string& key, const std::string& value,
                         const std::string& accepted) const {
    if (!fits) {
        refuse(model_, key, value, accepted);
    }
}

void ModelSetup::require_topology(const std::vector<std::string>& known) const {
    const std::string& kind = config_->topology.name;
    require(std::find(known.begin(), known.end(), kind) != known.end(), "topology.kind", kind,
            join_names(known));
}

void ModelSetup::require_drawn_messages() const {
    const std::string& arrivals = config_->traffic.arrivals.name;
    require(arrivals != kTraceArrivals, "traffic.arrivals", arrivals,
            "drawn messages: those of a trace have no rate");
}

void ModelSetup::require_routing(bool fits, const std::string& accepted) const {
    std::string routing = config_->routing.name;
    for (const auto& [key, value] : config_->routing.options.all()) {
        if (const auto* text = std::get_if<std::string>(&value)) {
            routing += ", " + key + " " + *text;
        }
    }
    require(fits, "routing.algorithm", routing, accepted);
}

double mean_length(const TrafficConfig& traffic) {
    const auto mean = traffic.length.options.all().find("mean");
    if (mean != traffic.length.options.all().end()) {
        if (const auto* whole = std::get_if<std::int64_t>(&mean->second)) {
            return static_cast<double>(*whole);
        }
        return traffic.length.options.real("mean");
    }
    return find_length(traffic.length.name).make(traffic.length.options)->mean();
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
