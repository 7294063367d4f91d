#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Spelling of an enumerator in configurations and results.
template <typename E>
struct NamedValue {
    const char* name;
    E value;
};

/// All values of an enumeration with their spelling, the default first. Specialised for every
/// enumeration of ExperimentConfig but the router's (router_parameter_table.h).
template <typename E>
const std::vector<NamedValue<E>>& named_values();

template <>
const std::vector<NamedValue<StartUp>>& named_values();
template <>
const std::vector<NamedValue<WhenFull>>& named_values();
template <>
const std::vector<NamedValue<DeadlockAction>>& named_values();

template <typename E>
std::string name_of(E value) {
    for (const NamedValue<E>& each : named_values<E>()) {
        if (each.value == value) {
            return each.name;
        }
    }
    return "?";
}

template <typename E>
std::vector<std::string> names_of() {
    std::vector<std::string> names;
    for (const NamedValue<E>& each : named_values<E>()) {
        names.emplace_back(each.name);
    }
    return names;
}

}  // namespace flitscope::tb
