// A switch allocator: the longest messages first, then those that came farthest, then the lowest
// input and VC.
#include <algorithm>
#include <set>
#include <tuple>

#include "rtl_models/router/allocators/decision_plugin.h"

namespace {

using namespace flitscope::rtl;

class LongestFirst : public SwitchAllocation {
public:
    explicit LongestFirst(const AllocatorSetup& /*setup*/) {}
    bool reads_info() const override { return true; }
    void pick(const std::vector<SwitchRequest>& requests,
              std::vector<SwitchGrant>& grants) const override {
        std::vector<SwitchRequest> in_order = requests;
        std::sort(in_order.begin(), in_order.end(),
                  [](const SwitchRequest& a, const SwitchRequest& b) { return rank(a) < rank(b); });
        std::set<int> inputs;
        std::set<int> outputs;
        grants.clear();
        for (const SwitchRequest& request : in_order) {
#ifdef GRANT_ALL
            const bool free = true;
#else
            const bool free =
                inputs.count(request.input) == 0 && outputs.count(request.output[0]) == 0;
#endif
            if (free) {
                grants.push_back({request.input, request.vc, request.output[0]});
                inputs.insert(request.input);
                outputs.insert(request.output[0]);
            }
        }
    }
    void update(const std::vector<SwitchGrant>& /*grants*/) override {}

private:
    static std::tuple<int, int, int, int> rank(const SwitchRequest& of) {
        return {-static_cast<int>(of.info->length), -of.info->hop, of.input, of.vc};
    }
};

}  // namespace

FLITSCOPE_SWITCH_ALLOCATOR(LongestFirst)
