#pragma once

#include <cstdint>

#include "rtl_models/router/choice.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// The time that messages occupy links with queues of whole messages, and the positions of their
/// flits meanwhile (docs/router.md, section 10, "Queued outputs"), for every level.

/// S * c, cycles >= 1, of a message of `length` flits that has used `hops` channels so far.
inline std::int64_t service_cycles(const NetworkDescription& description, std::uint32_t length,
                                   std::uint16_t salt, std::uint32_t hops, int cycles_per_flit) {
    const std::uint32_t flits =
        description.service_flits == nullptr
            ? length
            : (*description.service_flits)[choice_hash(salt, hops, ChoicePurpose::service)];
    return std::int64_t{flits} * cycles_per_flit;
}

__extension__ using WideCount = unsigned __int128;

/// Flits, of `length`, that were on the wire in the first `elapsed` cycles of a service of
/// `cycles`.
inline std::uint32_t flits_after(std::int64_t elapsed, std::uint32_t length, std::int64_t cycles) {
    return elapsed >= cycles ? length
                             : static_cast<std::uint32_t>(static_cast<WideCount>(elapsed) * length /
                                                          static_cast<WideCount>(cycles));
}

/// Cycles from the start of the service until flit `index` has left: it is on the wire in the last
/// of them.
inline std::int64_t cycles_until_left(std::uint32_t index, std::uint32_t length,
                                      std::int64_t cycles) {
    return static_cast<std::int64_t>(
        (static_cast<WideCount>(index + std::uint64_t{1}) * static_cast<WideCount>(cycles) +
         length - 1) /
        length);
}

}  // namespace flitscope::rtl
