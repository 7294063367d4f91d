#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

class None : public TrafficPattern {
public:
    bool generates(topo::NodeId /*source*/) const override { return false; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t /*random_bits*/) const override {
        return source;
    }
};

}  // namespace

PatternEntry none_entry() {
    return {"none", {}, [](const topo::Topology& /*topology*/, const Options& /*options*/) {
                return std::make_unique<None>();
            }};
}

}  // namespace flitscope::tb
