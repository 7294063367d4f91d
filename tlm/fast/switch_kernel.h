#pragma once

#include <cstddef>
#include <cstdint>

namespace flitscope::tlm {

/// The separable input-first, round-robin switch allocator on request words (docs/router.md,
/// sections 6 and 7), for routers whose input VCs fit into one word.
///
/// Bit layout, EngineLayout: every input port is a field of `vcs` bits and one guard bit above, so
/// that one subtraction finds the lowest set bit of all fields at once. The kernel is written once,
/// for a type of lanes: one router in a std::uint64_t, or several in a vector register.
struct SwitchKernel {
    const std::uint64_t* requests;   ///< [output]
    const std::uint64_t* open;       ///< [output] all ones or 0, or null: all links free
    std::uint64_t* input_priority;   ///< [router] per field: the bits at or above the pointer
    std::uint64_t* output_priority;  ///< [output] the fields at or above the pointer
    std::uint8_t* busy;              ///< [router] in: has requests; out: has requests left over
    const std::uint32_t* first_input_vc;  ///< [router]
    const std::uint8_t* local_of_bit;     ///< [bit] p*V + v
    std::uint64_t low_bits;               ///< bit 0 of every field
    std::uint64_t guard_bits;
    std::uint32_t vcs;
    std::uint32_t outputs;  ///< per router; routers lie in blocks of kLanes
};

/// Allocates for the routers of blocks [first, last). Writes the input VCs that won to `grants`
/// (room for one per output of these blocks and kLanes more) and returns how many. In `busy` stays
/// who has requests besides the winners.
using AllocateSwitch = std::size_t (*)(const SwitchKernel& kernel, std::size_t first_block,
                                       std::size_t last_block, std::uint32_t* grants);

std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants);

}  // namespace flitscope::tlm
