#include "tlm/fast/switch_kernel_lanes.h"

namespace flitscope::tlm {

namespace {

constexpr std::size_t kLanes = 8;  // routers per block, as in EngineLayout

/// One router. Every output writes a grant and counts it if it has one: no branches on data.
std::size_t allocate_router(const SwitchKernel& k, std::size_t block, std::size_t lane,
                            std::uint32_t* grants) {
    const std::size_t router = block * kLanes + lane;
    const std::size_t first_output = block * kLanes * k.outputs + lane;
    std::uint64_t requests = 0;
    std::uint64_t blocked = 0;
    for (std::size_t o = 0; o < k.outputs; ++o) {
        requests |= k.requests[first_output + o * kLanes];
    }
    if (k.open != nullptr) {
        const std::uint64_t all = requests;
        requests = 0;
        for (std::size_t o = 0; o < k.outputs; ++o) {
            requests |= k.requests[first_output + o * kLanes] & k.open[first_output + o * kLanes];
        }
        blocked = all & ~requests;
    }
    const std::uint64_t picks = pick_vcs(requests, k.input_priority[router], k);
    std::uint64_t winners = 0;
    std::size_t count = 0;
    const std::uint32_t first_input_vc = k.first_input_vc[router];
    for (std::size_t o = 0; o < k.outputs; ++o) {
        // A pick goes to one output, and closed outputs have no picks.
        const std::size_t output = first_output + o * kLanes;
        const std::uint64_t candidates = picks & k.requests[output];
        const std::uint64_t above = candidates & k.output_priority[output];
        const std::uint64_t set = above != 0 ? above : candidates;
        const std::uint64_t winner = set & -set;
        winners |= winner;
        grants[count] = first_input_vc + k.local_of_bit[__builtin_ctzll(set | 1ULL << 63)];
        count += winner != 0 ? 1 : 0;
        k.output_priority[output] =
            winner != 0 ? next_output_priority(winner, k) : k.output_priority[output];
    }
    k.input_priority[router] = next_input_priority(k.input_priority[router], winners, k);
    k.busy[router] = ((requests & ~winners) | blocked) != 0 ? 1 : 0;
    return count;
}

}  // namespace

std::size_t allocate_switch_portable(const SwitchKernel& kernel, std::size_t first_block,
                                     std::size_t last_block, std::uint32_t* grants) {
    std::size_t count = 0;
    for (std::size_t block = first_block; block < last_block; ++block) {
        std::uint64_t lanes_busy = 0;
        __builtin_memcpy(&lanes_busy, kernel.busy + block * kLanes, sizeof lanes_busy);
        if (lanes_busy == 0) {
            continue;
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            if (kernel.busy[block * kLanes + lane] != 0) {
                count += allocate_router(kernel, block, lane, grants + count);
            }
        }
    }
    return count;
}

}  // namespace flitscope::tlm
