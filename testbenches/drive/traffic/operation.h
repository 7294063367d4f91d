#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// What is made of several messages, and measured as one.
enum class OperationKind : std::size_t { broadcast, multicast };
constexpr std::size_t kOperationKinds = 2;
constexpr std::size_t index_of(OperationKind kind) { return static_cast<std::size_t>(kind); }
/// One of something for each kind.
template <typename T>
using ByOperation = std::array<T, kOperationKinds>;

/// An operation whose last node has what it gets.
struct FinishedOperation {
    OperationKind kind = OperationKind::multicast;
    rtl::Cycle begun = 0;               ///< edge at which its first message joined
    rtl::Cycle generated = 0;           ///< ... before the start-up of that
    rtl::Cycle delivered = 0;           ///< tail of the last copy consumed
    std::int64_t channels = 0;          ///< crossed by its messages, all together
    std::vector<rtl::Cycle> step_ends;  ///< [step] tail of its last copy consumed
};

}  // namespace flitscope::tb
