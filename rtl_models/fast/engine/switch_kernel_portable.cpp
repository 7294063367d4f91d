#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants) {
    constexpr std::size_t kLanes = SwitchKernel::kLanes;
    const std::uint32_t* const begin = grants;
    for (std::size_t block = first_block; block < last_block; ++block) {
        const std::uint64_t* const requests = kernel.of_router + block * kLanes;
        std::uint64_t any = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            any |= requests[lane];
        }
        if (any == 0) {
            continue;
        }
        // One jump that may be mispredicted per block, not per router.
        unsigned busy = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            busy |= (requests[lane] != 0 ? 1U : 0U) << lane;
        }
        for (; busy != 0; busy &= busy - 1) {
            const auto lane = static_cast<std::size_t>(__builtin_ctz(busy));
            grants = allocate_router(kernel, block * kLanes + lane, grants);
        }
    }
    return static_cast<std::size_t>(grants - begin);
}

}  // namespace flitscope::tl
