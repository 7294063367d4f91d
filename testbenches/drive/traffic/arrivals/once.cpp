#include "testbenches/drive/traffic/registry.h"
#include "testbenches/drive/traffic/traffic_config.h"

namespace flitscope::tb {

namespace {

class Once : public ArrivalProcess {
public:
    rtl::Cycle next(topo::NodeId /*node*/, std::uint64_t index,
                    ArrivalState& /*state*/) const override {
        return index == 0 ? 0 : rtl::kNever;
    }
};

}  // namespace

ArrivalEntry once_entry() {
    return {
        kOnceArrivals, {}, [](double /*rate*/, std::uint64_t /*seed*/, const Options& /*options*/) {
            return std::make_unique<Once>();
        }};
}

}  // namespace flitscope::tb
