#pragma once

#include <string>
#include <vector>

#include "topologies/options.h"

namespace flitscope::topo {

/// The entry whose name, a member, is `wanted`; nullptr: none.
template <typename Entry>
const Entry* find_entry(const std::vector<Entry>& list, std::string Entry::*name,
                        const std::string& wanted) {
    for (const Entry& entry : list) {
        if (entry.*name == wanted) {
            return &entry;
        }
    }
    return nullptr;
}

/// The same; throws OptionError, which lists the names, where there is none.
template <typename Entry>
const Entry& require_entry(const std::vector<Entry>& list, std::string Entry::*name,
                           const std::string& wanted, const std::string& key) {
    const Entry* entry = find_entry(list, name, wanted);
    if (entry == nullptr) {
        std::string known;
        for (const Entry& each : list) {
            known += (known.empty() ? "" : ", ") + each.*name;
        }
        throw OptionError(key, "unknown " + key + " \"" + wanted + "\", must be one of " + known);
    }
    return *entry;
}

}  // namespace flitscope::topo
