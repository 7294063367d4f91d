#pragma once

#include <cstdint>

#include "rtl_models/fast/engine/engine_layout.h"

namespace flitscope::tl {

/// What the head of an input VC has reached. `idle`: no head at the front, or one that RC has not
/// worked on yet. `departing`: active at the source, the head has not left yet.
enum class VcStage : std::uint8_t { idle, routed, active, departing };

/// One input VC, half a cache line.
///
/// The invariant that all stages keep: the request bit of an input VC is set exactly when it is
/// active, has a flit, and its output VC has a credit. `gate` is that bit while the first and the
/// last hold, so that an arriving flit needs no decision. With VC selection at the switch it is
/// also set while the VC is routed and a VC is open to its head: `output_vc`.
struct alignas(32) InputVc {
    std::uint64_t gate = 0;
    std::uint32_t output = 0;  ///< routed or active
    std::uint32_t count = 0;   ///< flits in the FIFO
    /// Flits of the front message still to leave; active (Boundary: to arrive).
    std::uint32_t remaining = 0;
    std::uint32_t output_vc = kNone;  ///< active, or the open one
    std::uint32_t word = 0;           ///< its request word
    std::uint8_t bit = 0;             ///< its bit in request words
    std::uint8_t output_class = 0;    ///< wire its flits leave on; active
    std::uint8_t input_class = 0;     ///< wire its credits leave on
    VcStage stage = VcStage::idle;

    bool active() const { return stage >= VcStage::active; }
};

}  // namespace flitscope::tl
