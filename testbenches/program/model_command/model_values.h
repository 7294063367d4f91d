#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "analytic/solution.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {

/// Typed values of the section `model`, or of one of its subsections. All throw OptionError
/// with the dotted key; the message names the model, the key, the value and what is accepted.
class ModelValues {
public:
    explicit ModelValues(const ExperimentConfig& config);

    const std::string& model() const { return model_; }
    bool has(const std::string& key) const { return values_.contains(key); }
    double real(const std::string& key, double otherwise) const;
    std::int64_t integer(const std::string& key, std::int64_t otherwise) const;
    bool truth(const std::string& key, bool otherwise) const;
    std::vector<double> reals(const std::string& key, std::vector<double> otherwise) const;
    ModelValues subsection(const std::string& key) const;

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

private:
    using Json = nlohmann::ordered_json;

    ModelValues(std::string model, std::string path, Json values);
    template <typename T>
    T value(const std::string& key, T otherwise, bool (Json::*is_fit)() const noexcept,
            const char* accepted) const;
    [[noreturn]] void fail(const std::string& key, const std::string& accepted) const;
    [[noreturn]] void fail_choice(const std::string& key,
                                  const std::vector<std::string>& names) const;

    std::string model_;
    std::string path_;  ///< "model."
    nlohmann::ordered_json values_;
};

/// Throws OptionError: "MODEL: KEY = VALUE, must be ACCEPTED".
[[noreturn]] void refuse(const std::string& model, const std::string& key, const std::string& value,
                         const std::string& accepted);

/// The same unless `fits`.
void require(bool fits, const std::string& model, const std::string& key, const std::string& value,
             const std::string& accepted);

/// What `make` gives. A parameter that the model refuses is an OptionError at the key of the
/// configuration that it came from. `keys`: parameter name -> dotted key; others are in the section
/// `model`.
template <typename Make>
auto checked_model(Make make, const std::map<std::string, std::string>& keys = {}) {
    try {
        return make();
    } catch (const analytic::ParameterError& error) {
        const auto found = keys.find(error.parameter());
        throw OptionError(found != keys.end() ? found->second : "model." + error.parameter(),
                          error.what());
    }
}

/// Mean message length in flits, as written where the distribution has a mean among its options.
double mean_length(const TrafficConfig& traffic);

/// A member of the resolved configuration by JSON pointer, e.g. "/traffic/broadcast/fraction", or
/// `otherwise` where the program has no such part.
template <typename T>
T resolved_value(const ExperimentConfig& config, const std::string& pointer, T otherwise) {
    const nlohmann::ordered_json::json_pointer place(pointer);
    const nlohmann::ordered_json resolved = resolve(config);
    return resolved.contains(place) ? resolved.at(place).get<T>() : otherwise;
}

}  // namespace flitscope::tb
