#include "tlm/fast/switch_kernel_forms.h"
#include "tlm/fast/switch_kernel_lanes.h"

namespace flitscope::tlm {

namespace {

/// One router at a time in an ordinary register.
struct Portable {
    using Lanes = std::uint64_t;
    using Mask = bool;
    using BusyBytes = std::uint8_t;
    static constexpr std::size_t kWidth = 1;

    static Lanes load(const std::uint64_t* from) { return *from; }
    static void store(std::uint64_t* to, Lanes x) { *to = x; }
    static Mask nonzero(Lanes x) { return x != 0; }
    static Lanes select(Mask mask, Lanes a, Lanes b) {
        return b ^ ((a ^ b) & -static_cast<Lanes>(mask));  // unlike ?: never a jump
    }
    static std::uint32_t* append(const SwitchKernel& k, std::size_t router, Lanes winner,
                                 Mask /*mask*/, std::uint32_t* grants) {
        *grants = k.first_input_vc[router] + k.local_of_bit[__builtin_ctzll(winner)];
        return grants + 1;
    }
    static void set_busy(std::uint8_t* busy, Mask mask) { *busy = mask ? 1 : 0; }
};

}  // namespace

std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants) {
    return allocate_switch<Portable>(kernel, first_block, last_block, grants);
}

}  // namespace flitscope::tlm
