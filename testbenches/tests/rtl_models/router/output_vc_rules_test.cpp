#include "rtl_models/router/output_vc_rules.h"

#include <gtest/gtest.h>

namespace flitscope::rtl {
namespace {

/// docs/router.md, section 5, sentence by sentence.
bool specified(Switching switching, VcReuse reuse, bool held, int outstanding, int capacity,
               std::uint32_t length) {
    if (held) {
        return false;
    }
    if (reuse == VcReuse::buffer_empty && outstanding != 0) {
        return false;
    }
    if (switching == Switching::wormhole || capacity == kUnbounded) {
        return true;  // a VC without a credit may be granted
    }
    return capacity - outstanding >= static_cast<int>(length);
}

TEST(OutputVcRules, GrantWhatTheSpecificationSays) {
    for (const Switching switching :
         {Switching::wormhole, Switching::virtual_cut_through, Switching::store_and_forward}) {
        for (const VcReuse reuse : {VcReuse::tail_sent, VcReuse::buffer_empty}) {
            RouterParameters parameters;
            parameters.switching = switching;
            parameters.vc_reuse = reuse;
            const OutputVcRules rules(parameters);
            for (const bool held : {false, true}) {
                for (const int capacity : {1, 4, kUnbounded}) {
                    for (int outstanding = 0; outstanding <= (capacity == 1 ? 1 : 4);
                         ++outstanding) {
                        const int credits =
                            capacity == kUnbounded ? kUnbounded : capacity - outstanding;
                        for (std::uint32_t length = 1; length <= 5; ++length) {
                            EXPECT_EQ(
                                rules.grantable(held, outstanding, credits, length),
                                specified(switching, reuse, held, outstanding, capacity, length))
                                << static_cast<int>(switching) << static_cast<int>(reuse) << held
                                << capacity << outstanding << length;
                        }
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace flitscope::rtl
