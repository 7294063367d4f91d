#include "testbenches/drive/traffic/patterns/partner_pattern.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

namespace {

class BitComplement : public PartnerPattern {
public:
    explicit BitComplement(topo::NodeId nodes) : last_(nodes - 1) {}
    topo::NodeId partner(topo::NodeId source) const override { return last_ - source; }

private:
    topo::NodeId last_;
};

}  // namespace

PatternEntry bit_complement_entry() {
    return {
        "bit_complement", {}, [](const topo::Topology& topology, const topo::Options& /*options*/) {
            auto pattern = std::make_unique<BitComplement>(topology.nodes());
            require_traffic(topology, *pattern, "bit_complement");
            return pattern;
        }};
}

}  // namespace flitscope::tb
