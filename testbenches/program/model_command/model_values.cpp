#include "testbenches/program/model_command/model_values.h"

#include <fmt/format.h>

#include <utility>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

ModelValues::ModelValues(const ExperimentConfig& config)
    : ModelValues("", "model.", resolved_model(config)) {
    if (values_.is_object()) {
        model_ = values_.value("name", "");
    } else {
        values_ = Json::object();
    }
}

ModelValues::ModelValues(std::string model, std::string path, nlohmann::ordered_json values)
    : model_(std::move(model)), path_(std::move(path)), values_(std::move(values)) {}

void ModelValues::fail(const std::string& key, const std::string& accepted) const {
    throw OptionError(path_ + key, fmt::format("{}: {} = {}, must be {}", model_, key,
                                               shortened(values_[key].dump()), accepted));
}

void ModelValues::fail_choice(const std::string& key, const std::vector<std::string>& names) const {
    fail(key, "one of " + join_names(names));
}

template <typename T>
T ModelValues::value(const std::string& key, T otherwise, bool (Json::*is_fit)() const noexcept,
                     const char* accepted) const {
    if (!has(key)) {
        return otherwise;
    }
    if (!(values_[key].*is_fit)()) {
        fail(key, accepted);
    }
    return values_[key].template get<T>();
}

double ModelValues::real(const std::string& key, double otherwise) const {
    return value(key, otherwise, &Json::is_number, "a number");
}

std::int64_t ModelValues::integer(const std::string& key, std::int64_t otherwise) const {
    return value(key, otherwise, &Json::is_number_integer, "an integer");
}

bool ModelValues::truth(const std::string& key, bool otherwise) const {
    return value(key, otherwise, &Json::is_boolean, "true or false");
}

std::vector<double> ModelValues::reals(const std::string& key,
                                       std::vector<double> otherwise) const {
    if (!has(key)) {
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

ModelValues ModelValues::subsection(const std::string& key) const {
    auto values = nlohmann::ordered_json::object();
    if (has(key)) {
        if (!values_[key].is_object()) {
            fail(key, "a section");
        }
        values = values_[key];
    }
    return {model_, path_ + key + ".", std::move(values)};
}

void refuse(const std::string& model, const std::string& key, const std::string& value,
            const std::string& accepted) {
    throw OptionError(key, fmt::format("{}: {} = {}, must be {}", model, key, value, accepted));
}

void require(bool fits, const std::string& model, const std::string& key, const std::string& value,
             const std::string& accepted) {
    if (!fits) {
        refuse(model, key, value, accepted);
    }
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

}  // namespace flitscope::tb
