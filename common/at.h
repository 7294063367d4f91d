#pragma once

#include <cstddef>
#include <cstdint>

namespace flitscope {

/// A number that is not negative (a node, a port) as an index: `distance[at(node)]`.
inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace flitscope
