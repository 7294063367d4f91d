#include "testbenches/drive/traffic/patterns/partner_pattern.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

namespace {

class Shuffle : public PartnerPattern {
public:
    explicit Shuffle(int bits) : bits_(bits) {}
    topo::NodeId partner(topo::NodeId source) const override {
        const topo::NodeId last = source >> (bits_ - 1);
        return ((source << 1) | last) & ((topo::NodeId{1} << bits_) - 1);
    }

private:
    int bits_;
};

}  // namespace

PatternEntry shuffle_entry() {
    return {"shuffle", {}, [](const topo::Topology& topology, const topo::Options& /*options*/) {
                auto pattern = std::make_unique<Shuffle>(address_bits(topology, "shuffle"));
                require_traffic(topology, *pattern, "shuffle");
                return pattern;
            }};
}

}  // namespace flitscope::tb
