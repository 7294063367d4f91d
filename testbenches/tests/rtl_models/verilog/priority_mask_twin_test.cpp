// The mask of priorities in Verilog and in C++ shows the same requests (docs/router.md, section 7),
// for all sets of up to four requests with priorities from a list.
#include <Vpriority_bench.h>
#include <gtest/gtest.h>

#include <array>

#include "rtl_models/cosim/verilated_unit_model.h"
#include "rtl_models/router/arbiters/priority_mask.h"

namespace flitscope::cosim {
namespace {

/// Near each other, half the numbers apart, and three that come before one another in turn.
constexpr std::array<std::uint16_t, 8> kPriorities = {0,      1,      2,      0x5555,
                                                      0x7FFF, 0x8000, 0xAAAA, 0xFFFF};
constexpr unsigned kInputs = 4;

unsigned shown_by_mask(unsigned requests, const std::array<std::uint16_t, kInputs>& priorities) {
    std::array<rtl::RequestInfo, kInputs> infos;
    rtl::PriorityMask mask;
    for (unsigned i = 0; i < kInputs; ++i) {
        infos[i].priority = priorities[i];
        if ((requests >> i & 1) != 0) {
            mask.add({static_cast<std::int32_t>(i), &infos[i]});
        }
    }
    unsigned shown = 0;
    std::size_t number = 0;
    for (unsigned i = 0; i < kInputs; ++i) {
        if ((requests >> i & 1) != 0 && mask.shows(number++)) {
            shown |= 1U << i;
        }
    }
    return shown;
}

TEST(PriorityMaskTwin, ShowsTheSameRequests) {
    Vpriority_bench model(&model_context(), "priority_bench");
    const unsigned lists = 1U << (3 * kInputs);  // three bits: which of the list
    for (unsigned list = 0; list < lists; ++list) {
        std::array<std::uint16_t, kInputs> priorities{};
        model.priority_i = 0;
        for (unsigned i = 0; i < kInputs; ++i) {
            priorities[i] = kPriorities[list >> (3 * i) & 7];
            model.priority_i |= std::uint64_t{priorities[i]} << (16 * i);
        }
        for (unsigned requests = 0; requests < 1U << kInputs; ++requests) {
            model.request_i = static_cast<std::uint8_t>(requests);
            model.eval();
            ASSERT_EQ(model.shown_o, shown_by_mask(requests, priorities))
                << "requests " << requests << " list " << list;
        }
    }
}

}  // namespace
}  // namespace flitscope::cosim
