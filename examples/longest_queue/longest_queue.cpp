// An arbiter that grants the VC with the most flits in its buffer; of several equal ones, the one
// with the lowest index. longest_queue_unit.cpp and .v decide the same.
#include "rtl_models/router/allocators/decision_plugin.h"

namespace {

using flitscope::rtl::Candidate;

class LongestQueueFirst : public flitscope::rtl::ArbiterBank {
public:
    LongestQueueFirst(int /*count*/, int /*n*/) {}  // the buffers are the state

    bool reads_occupancy() const override { return true; }

    bool precedes(std::size_t /*which*/, const Candidate& a, const Candidate& b) const override {
        return a.info->count != b.info->count ? a.info->count > b.info->count : a.index < b.index;
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
};

}  // namespace

FLITSCOPE_ARBITER(LongestQueueFirst)
