#pragma once

#include "rtl_models/router/header_pins.h"
#include "rtl_models/waves/router_view.h"

namespace flitscope::waves {

/// The action of RC for the head at the front of an input VC, if it belongs to a multicast
/// (docs/headers_and_branches.md, section 1), as a waveform shows it.
enum class HeadAction { none, pass, receive_and_pass, receive_and_stop, drop, error };

HeadAction head_action(bool forward, bool receive, bool drop, bool error);

/// A router whose waveform shows the headers of multicasts at the fronts of its input VCs. Those
/// are numbered port * V + VC.
class ShownHeads {
public:
    /// Entries of a header flit that are shown: the first ones.
    static constexpr int kMostEntries = 16;

    virtual ~ShownHeads() = default;

protected:
    /// `entries`: of a header flit.
    void show_head(int v, int entries, InputVcSources& sources) const;

private:
    /// Only an absent header if it is not the head of a multicast, or if there is none.
    virtual rtl::HeaderPins head_pins(int v) const = 0;
    virtual HeadAction action_of_head(int v) const = 0;

    int action(int v) const { return static_cast<int>(action_of_head(v)); }
    int control(int v) const;
    std::uint64_t valid(int v) const;
    int entry(int number) const;
};

}  // namespace flitscope::waves
