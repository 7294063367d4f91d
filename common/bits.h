#pragma once

#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// Helpers for node ids that are bit patterns (0 <= x < 2^31).
inline int popcount(NodeId x) { return __builtin_popcount(static_cast<unsigned>(x)); }
inline int lowest_bit(NodeId x) { return __builtin_ctz(static_cast<unsigned>(x)); }  ///< x > 0
inline bool is_power_of_two(NodeId x) { return popcount(x) == 1; }
inline int highest_bit(NodeId x) {  ///< x > 0
    return 31 - __builtin_clz(static_cast<unsigned>(x));
}

/// Link classes "dimension 0" .. "dimension n-1".
inline std::vector<std::string> dimension_names(int n) {
    std::vector<std::string> names;
    names.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
        names.push_back("dimension " + std::to_string(i));
    }
    return names;
}

}  // namespace flitscope::topo
