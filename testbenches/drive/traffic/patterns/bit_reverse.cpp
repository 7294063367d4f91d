#include "testbenches/drive/traffic/patterns/partner_pattern.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

namespace {

class BitReverse : public PartnerPattern {
public:
    explicit BitReverse(int bits) : bits_(bits) {}
    topo::NodeId partner(topo::NodeId source) const override {
        topo::NodeId reversed = 0;
        for (int i = 0; i < bits_; ++i) {
            reversed = (reversed << 1) | ((source >> i) & 1);
        }
        return reversed;
    }

private:
    int bits_;
};

}  // namespace

PatternEntry bit_reverse_entry() {
    return {
        "bit_reverse", {}, [](const topo::Topology& topology, const topo::Options& /*options*/) {
            auto pattern = std::make_unique<BitReverse>(address_bits(topology, "bit_reverse"));
            require_traffic(topology, *pattern, "bit_reverse");
            return pattern;
        }};
}

}  // namespace flitscope::tb
