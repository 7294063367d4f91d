#pragma once

#include <string>
#include <vector>

#include "common/options.h"

namespace flitscope {

/// The entry whose name, a member, is `wanted`. Throws OptionError (`key`), which lists the names,
/// if there is none.
template <typename Entry>
const Entry& find_entry(const std::vector<Entry>& list, std::string Entry::*name,
                        const std::string& wanted, const std::string& key) {
    std::string known;
    for (const Entry& entry : list) {
        if (entry.*name == wanted) {
            return entry;
        }
        known += (known.empty() ? "" : ", ") + entry.*name;
    }
    throw OptionError(key, "unknown " + key + " \"" + wanted + "\", must be one of " + known);
}

}  // namespace flitscope
