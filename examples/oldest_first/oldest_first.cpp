// An arbiter that grants the message that joined its source queue first; of several that joined at
// the same edge, the one with the lowest index.
#include "rtl_models/router/allocators/decision_plugin.h"

namespace {

using flitscope::rtl::Candidate;

class OldestFirst : public flitscope::rtl::ArbiterBank {
public:
    OldestFirst(int /*count*/, int /*n*/) {}  // age needs no state

    bool reads_info() const override { return true; }

    bool precedes(std::size_t /*which*/, const Candidate& a, const Candidate& b) const override {
        return a.info->joined != b.info->joined ? a.info->joined < b.info->joined
                                                : a.index < b.index;
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
};

}  // namespace

FLITSCOPE_ARBITER(OldestFirst)
