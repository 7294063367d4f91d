#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Spelling of a value in configurations and results.
template <typename E>
struct NamedValue {
    const char* name;
    E value;
};

inline constexpr NamedValue<StartUp> kStartUps[] = {{"serial", StartUp::serial},
                                                    {"parallel", StartUp::parallel}};
inline constexpr NamedValue<WhenFull> kWhenFull[] = {{"wait", WhenFull::wait},
                                                     {"lose", WhenFull::lose}};
inline constexpr NamedValue<DeadlockAction> kDeadlockActions[] = {
    {"stop", DeadlockAction::stop},
    {"refuse", DeadlockAction::refuse},
    {"recover_regressive", DeadlockAction::recover_regressive}};
/// FaultConfig::abrupt
inline constexpr NamedValue<bool> kFaultModes[] = {{"graceful", false}, {"abrupt", true}};

/// The value is among them.
template <typename E, std::size_t kCount>
std::string name_of(const NamedValue<E> (&values)[kCount], E value) {
    std::size_t i = 0;
    while (values[i].value != value) {
        ++i;
    }
    return values[i].name;
}

template <typename E, std::size_t kCount>
std::vector<std::string> names_of(const NamedValue<E> (&values)[kCount]) {
    std::vector<std::string> names;
    for (const NamedValue<E>& each : values) {
        names.emplace_back(each.name);
    }
    return names;
}

}  // namespace flitscope::tb
