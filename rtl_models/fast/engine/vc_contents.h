#pragma once

#include <algorithm>

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// A message of the list of an input VC.
struct ListedMessage {
    std::uint32_t entry = 0;   ///< of EngineState::message_fifos
    std::uint32_t slot = 0;    ///< of EngineState::messages
    std::uint64_t before = 0;  ///< flits of others before its own
    std::uint64_t flits = 0;   ///< of it in the FIFO, or on the wire to it
    bool front = false;
};

/// Flits on the wire to an input VC.
inline std::uint64_t flits_on_wires_to(const EngineState& state, std::uint32_t id) {
    std::uint64_t flits = 0;
    for (const IdList& list : state.flits.slots()) {
        flits += static_cast<std::uint64_t>(std::count(list.begin(), list.end(), id));
    }
    return flits;
}

/// Calls visit(ListedMessage) for the messages of an input VC in order until it returns true. Flits
/// of a VC are in the order of the list, first in the FIFO, then on the wire; all messages but the
/// last have been sent as a whole.
template <typename Visit>
void find_listed(const EngineState& state, std::uint32_t id, Visit visit) {
    const InputVc& vc = state.input_vcs[id];
    const std::uint64_t here = vc.count + flits_on_wires_to(state, id);
    ListedMessage each;
    each.front = true;
    for (each.entry = state.fifos[id].first; each.entry != kNone;
         each.entry = state.message_fifos.next(each.entry)) {
        each.slot = state.message_fifos.message(each.entry);
        const std::uint64_t left =
            each.front && vc.remaining != 0 ? vc.remaining : state.message_fifos.flits(each.entry);
        each.flits = std::min(left, here - each.before);
        if (visit(static_cast<const ListedMessage&>(each))) {
            return;
        }
        each.before += each.flits;
        each.front = false;
    }
}

}  // namespace flitscope::tl
