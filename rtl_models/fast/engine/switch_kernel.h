#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/input_vc.h"

namespace flitscope::tl {

/// The separable input-first, round-robin switch allocator on request words (docs/router.md,
/// sections 6 and 7), for routers whose input VCs fit into one word.
///
/// Bit layout, EngineLayout: every input port is a field of `vcs` bits and one guard bit above, so
/// that one subtraction finds the lowest set bit of all fields at once.
struct SwitchKernel {
    static constexpr std::size_t kLanes = 8;  ///< routers per block, as in EngineLayout

    const std::uint64_t* requests;        ///< [output]
    const std::uint64_t* of_router;       ///< [router] all its requests
    const InputVc* input_vcs;             ///< `output` of those that request
    const std::uint64_t* open;            ///< [output] all ones or 0, or null: all links free
    std::uint64_t* input_priority;        ///< [router] per field: the bits at or above the pointer
    std::uint64_t* output_priority;       ///< [output] the fields at or above the pointer
    const std::uint32_t* first_input_vc;  ///< [router]
    const std::uint8_t* local_of_bit;     ///< [bit] p*V + v
    std::uint64_t low_bits;               ///< bit 0 of every field
    std::uint64_t guard_bits;
    /// bit * port_factor >> 16: the field of a bit, 0..64.
    std::uint64_t port_factor;
    std::uint32_t vcs;
    std::uint32_t outputs;  ///< per router; routers lie in blocks of kLanes
};

/// port_factor for fields of `vcs` bits and a guard bit: exact for 1..63 VCs.
constexpr std::uint64_t port_factor(std::uint32_t vcs) { return 65536 / (vcs + 1) + 1; }

/// Allocates for the routers of blocks [first, last). Writes the input VCs that won to `grants`
/// (room for one per output of these blocks and kLanes more) and returns how many. Requests are not
/// changed. Padding routers after the last one have none.
using AllocateSwitch = std::size_t (*)(const SwitchKernel& kernel, std::size_t first_block,
                                       std::size_t last_block, std::uint32_t* grants);

/// AllocateSwitch for one instruction set each; call those of a processor's extensions only where
/// it has them.
std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants);
std::size_t allocate_switch_avx2(const SwitchKernel& kernel, std::size_t first_block,
                                 std::size_t last_block, std::uint32_t* grants);
std::size_t allocate_switch_avx512(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants);

/// One implementation of the allocator. All give the same winners and pointers; the order of the
/// winners may differ.
struct SwitchKernelForm {
    const char* name;  ///< "portable", "avx2", "avx512"
    AllocateSwitch allocate;
};

/// The implementations that this processor can execute; "portable" first, the fastest last.
const std::vector<SwitchKernelForm>& switch_kernel_forms();

/// The implementation that the environment variable FLITSCOPE_SWITCH_KERNEL names, for measurements
/// and tests; unset or empty: the fastest. Throws std::invalid_argument for a name that is not in
/// switch_kernel_forms().
const SwitchKernelForm& chosen_switch_kernel();

}  // namespace flitscope::tl
