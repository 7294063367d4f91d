#include "rtl_models/waves/shown_heads.h"

#include <algorithm>

namespace flitscope::waves {

HeadAction head_action(bool forward, bool receive, bool drop, bool error) {
    return error      ? HeadAction::error
           : drop     ? HeadAction::drop
           : !forward ? HeadAction::receive_and_stop
           : receive  ? HeadAction::receive_and_pass
                      : HeadAction::pass;
}

void ShownHeads::show_head(int v, int entries, InputVcSources& sources) const {
    sources.action = SignalSource::call<&ShownHeads::action>(*this, v);
    sources.control = SignalSource::call<&ShownHeads::control>(*this, v);
    sources.entry_valid = SignalSource::call<&ShownHeads::valid>(*this, v);
    for (int entry = 0; entry < std::min(entries, kMostEntries); ++entry) {
        sources.entries.push_back(
            SignalSource::call<&ShownHeads::entry>(*this, v * kMostEntries + entry));
    }
}

int ShownHeads::control(int v) const {
    for (const rtl::HeaderPins::Entry& entry : head_pins(v).entries) {
        if (entry.valid) {
            return entry.control;
        }
    }
    return 0;
}

std::uint64_t ShownHeads::valid(int v) const {
    const rtl::HeaderPins pins = head_pins(v);
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(pins.entries.size(), kMostEntries); ++i) {
        mask |= std::uint64_t{pins.entries[i].valid} << i;
    }
    return mask;
}

int ShownHeads::entry(int number) const {
    const rtl::HeaderPins pins = head_pins(number / kMostEntries);
    const auto i = static_cast<std::size_t>(number % kMostEntries);
    return i < pins.entries.size() && pins.entries[i].valid ? pins.entries[i].address : 0;
}

}  // namespace flitscope::waves
