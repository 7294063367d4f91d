#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// What is made of several messages, and measured as one.
enum class OperationKind : std::size_t { broadcast, multicast, collective };
constexpr std::array kAllOperations = {OperationKind::broadcast, OperationKind::multicast,
                                       OperationKind::collective};
constexpr std::size_t kOperationKinds = kAllOperations.size();
constexpr std::size_t index_of(OperationKind kind) { return static_cast<std::size_t>(kind); }
/// One of something for each kind.
template <typename T>
using ByOperation = std::array<T, kOperationKinds>;

/// Which operation a message is a part of.
struct OperationPart {
    OperationKind kind = OperationKind::multicast;
    std::uint64_t operation = 0;        ///< number in the run, in the order in which they begin
    topo::NodeId root = topo::kNoNode;  ///< that begins it
    rtl::Cycle begun = 0;               ///< edge at which the first message joined
    int step = 0;                       ///< of the plan
};

/// An operation whose last node has what it gets.
struct FinishedOperation {
    OperationKind kind = OperationKind::multicast;
    rtl::Cycle begun = 0;               ///< edge at which its first message joined
    rtl::Cycle generated = 0;           ///< ... before the start-up of that
    rtl::Cycle delivered = 0;           ///< tail of the last copy consumed
    std::int64_t channels = 0;          ///< crossed by its messages, all together
    std::vector<rtl::Cycle> step_ends;  ///< [step] tail of its last copy consumed
    // Of a collective.
    std::uint32_t length = 0;        ///< flits of an operand
    std::int64_t messages = 0;       ///< that it is made of
    std::int64_t wrong_results = 0;  ///< nodes that have not what they should
};

}  // namespace flitscope::tb
