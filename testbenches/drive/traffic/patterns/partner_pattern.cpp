#include "testbenches/drive/traffic/patterns/partner_pattern.h"

#include "common/bits.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

class PartnerPattern : public TrafficPattern {
public:
    explicit PartnerPattern(Partner partner) : partner_(std::move(partner)) {}

    bool generates(topo::NodeId source) const override { return partner_(source) != source; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t /*random_bits*/) const override {
        return partner_(source);
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        to[static_cast<std::size_t>(partner_(source))] += 1;
        return true;
    }

private:
    Partner partner_;
};

}  // namespace

PatternEntry partner_entry(const std::string& name,
                           std::function<Partner(const topo::Topology&)> partner_of) {
    const auto make = [name, partner_of = std::move(partner_of)](const topo::Topology& topology,
                                                                 const Options& /*options*/) {
        auto pattern = std::make_unique<PartnerPattern>(partner_of(topology));
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            if (pattern->generates(node)) {
                return pattern;
            }
        }
        throw OptionError("pattern",
                          name + ": no node of this topology has a partner other than itself");
    };
    return {name, {}, make};
}

PatternGrid grid_of(const topo::Topology& topology) {
    PatternGrid grid;
    if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        grid.sizes.assign(static_cast<std::size_t>(cube->dimensions()), 2);
        return grid;
    }
    grid.nodes_at = topology.nodes_at(0);
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        if (topology.nodes_at(router) != grid.nodes_at) {
            return {{topology.nodes()}};
        }
    }
    // The last router has the largest coordinate in every dimension of a grid.
    std::int64_t routers = 1;
    for (const int coordinate : topology.coordinates(topology.routers() - 1)) {
        grid.sizes.push_back(coordinate + 1);
        routers *= coordinate + 1;
    }
    if (routers != topology.routers()) {
        grid.sizes = {topology.routers()};
    }
    return grid;
}

PatternEntry offset_entry(const std::string& name, topo::NodeId (*offset_of)(topo::NodeId size)) {
    return partner_entry(name, [offset_of](const topo::Topology& topology) -> Partner {
        return [grid = grid_of(topology), offset_of](topo::NodeId source) {
            topo::NodeId partner = source % grid.nodes_at;
            topo::NodeId rest = source / grid.nodes_at;
            topo::NodeId stride = grid.nodes_at;
            for (const topo::NodeId size : grid.sizes) {
                const topo::NodeId x = rest % size;
                const topo::NodeId to_end = size - offset_of(size);
                partner += stride * (x >= to_end ? x - to_end : x + offset_of(size));
                rest /= size;
                stride *= size;
            }
            return partner;
        };
    });
}

int address_bits(const topo::Topology& topology, const std::string& pattern) {
    const topo::NodeId nodes = topology.nodes();
    if (nodes < 2 || !is_power_of_two(nodes)) {
        throw OptionError("pattern", pattern + " needs a power of two of nodes, there are " +
                                         std::to_string(nodes));
    }
    return __builtin_ctz(static_cast<unsigned>(nodes));
}

}  // namespace flitscope::tb
