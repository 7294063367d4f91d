#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analytic/solution.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/ecube.h"

namespace flitscope::tb {

/// What a model takes from a configuration: typed values of the section `model`, or of one of its
/// subsections, and what it requires of the rest. All throw OptionError with the dotted key; the
/// message names the model, the key, the value and what is accepted.
class ModelSetup {
public:
    /// The configuration outlives it.
    ModelSetup(std::string model, const ExperimentConfig& config);

    double real(const std::string& key, double otherwise) const;
    std::int64_t integer(const std::string& key, std::int64_t otherwise) const;
    bool truth(const std::string& key, bool otherwise) const;
    std::vector<double> reals(const std::string& key, std::vector<double> otherwise) const;
    ModelSetup subsection(const std::string& key) const;

    /// One of the named choices.
    template <typename T>
    T choice(const std::string& key, T otherwise,
             std::initializer_list<std::pair<const char*, T>> choices) const {
        std::vector<std::string> names;
        for (const auto& [name, value] : choices) {
            if (values_.contains(key) && values_[key] == name) {
                return value;
            }
            names.emplace_back(name);
        }
        if (values_.contains(key)) {
            fail_choice(key, names);
        }
        return otherwise;
    }

    /// Throws unless `fits`: "MODEL: KEY = VALUE, must be ACCEPTED".
    void require(bool fits, const std::string& key, const std::string& value,
                 const std::string& accepted) const;
    void require_topology(const std::vector<std::string>& known) const;
    /// Messages of a trace have no rate, and lengths and pattern have no effect.
    void require_drawn_messages() const;
    void require_routing(bool fits, const std::string& accepted) const;

    /// What `make` gives. A parameter that the model refuses is an OptionError at the key of the
    /// configuration that it came from. `keys`: parameter name -> dotted key; others are in the
    /// section `model`.
    template <typename Make>
    static auto checked(Make make, const std::map<std::string, std::string>& keys = {}) {
        try {
            return make();
        } catch (const analytic::ParameterError& error) {
            const auto found = keys.find(error.parameter());
            throw OptionError(found != keys.end() ? found->second : "model." + error.parameter(),
                              error.what());
        }
    }

private:
    using Json = nlohmann::ordered_json;

    template <typename T>
    T value(const std::string& key, T otherwise, bool (Json::*is_fit)() const noexcept,
            const char* accepted) const;
    [[noreturn]] void fail(const std::string& key, const std::string& accepted) const;
    [[noreturn]] void fail_choice(const std::string& key,
                                  const std::vector<std::string>& names) const;

    std::string model_;
    const ExperimentConfig* config_;
    std::string path_ = "model.";
    Json values_;
};

/// Throws OptionError: "MODEL: KEY = VALUE, must be ACCEPTED".
[[noreturn]] void refuse(const std::string& model, const std::string& key, const std::string& value,
                         const std::string& accepted);

/// Mean message length in flits, as written where the distribution has a mean among its options.
double mean_length(const TrafficConfig& traffic);

/// In which order e-cube routing crosses the dimensions of the hypercube; none: it is another
/// routing. `dimension_order` is e-cube there.
std::optional<topo::Ecube::Order> ecube_order(const ExperimentConfig& config);

/// Adds `text` unless the machine is `as_assumed`.
void note_difference(std::vector<std::string>& differences, bool as_assumed, const char* text);

/// Where arrivals are not Poisson, nor nearly so as Bernoulli arrivals are; where links take extra
/// time.
std::vector<std::string> differences_of_traffic_and_links(const ExperimentConfig& config);

/// The same, and where ports and pipeline are not those of the wormhole papers.
std::vector<std::string> differences_from_papers(const ExperimentConfig& config);

}  // namespace flitscope::tb
