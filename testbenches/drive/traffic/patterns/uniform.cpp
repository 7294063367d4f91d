#include "testbenches/drive/traffic/patterns/uniform.h"

#include <string>

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

class Uniform : public TrafficPattern {
public:
    explicit Uniform(topo::NodeId nodes) : nodes_(nodes) {}
    bool generates(topo::NodeId /*source*/) const override { return true; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const override {
        return uniform_other(nodes_, source, random_bits);
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        share_among_others(0, nodes_, source, 1, to);
        return true;
    }

private:
    topo::NodeId nodes_;
};

}  // namespace

void require_two_nodes(const topo::Topology& topology, const char* pattern) {
    if (topology.nodes() < 2) {
        throw OptionError("pattern", std::string(pattern) + " needs at least 2 nodes");
    }
}

PatternEntry uniform_entry() {
    return {"uniform", {}, [](const topo::Topology& topology, const Options& /*options*/) {
                require_two_nodes(topology, "uniform");
                return std::make_unique<Uniform>(topology.nodes());
            }};
}

}  // namespace flitscope::tb
