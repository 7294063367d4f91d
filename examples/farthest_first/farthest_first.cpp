// An arbiter that grants the message that has crossed the most channels; of several that have
// crossed as many, the one with the lowest index.
#include "rtl_models/router/allocators/decision_plugin.h"

namespace {

using flitscope::rtl::Candidate;

class FarthestFirst : public flitscope::rtl::ArbiterBank {
public:
    FarthestFirst(int /*count*/, int /*n*/) {}  // what a message has crossed needs no state

    bool reads_info() const override { return true; }

    bool precedes(std::size_t /*which*/, const Candidate& a, const Candidate& b) const override {
        return a.info->hop != b.info->hop ? a.info->hop > b.info->hop : a.index < b.index;
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
};

}  // namespace

FLITSCOPE_ARBITER(FarthestFirst)
