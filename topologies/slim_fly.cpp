#include "topologies/slim_fly.h"

#include <algorithm>

#include "common/at.h"

namespace flitscope::topo {
namespace {

/// The powers 0..q-2 of the least primitive root, modulo q; fewer than q - 1: q is not prime.
std::vector<int> powers_of_root(int q) {
    std::vector<int> powers;
    for (int root = 2; root < q && static_cast<int>(powers.size()) < q - 1; ++root) {
        powers.clear();
        int power = 1;
        do {
            powers.push_back(power);
            power = power * root % q;
        } while (power > 1 && static_cast<int>(powers.size()) < q);
    }
    return powers;
}

}  // namespace

SlimFly::SlimFly(std::int64_t q, std::int64_t nodes_per_router) : q_(static_cast<int>(q)) {
    require_range("slim_fly", "q", q, 3, kMaxQ);
    require_range("slim_fly", "nodes_per_router", nodes_per_router, 1, 256);
    const std::vector<int> powers = powers_of_root(q_);
    if (static_cast<int>(powers.size()) != q_ - 1) {
        throw OptionError("q", "slim_fly: q = " + std::to_string(q) + ", must be an odd prime");
    }
    const bool symmetric = q_ % 4 == 1;  // the negative of an even power is one
    for (int half = 0; half < 2; ++half) {
        for (int power = half; power < (symmetric ? q_ - 1 : (q_ + 1) / 2); power += 2) {
            steps_[half].push_back(powers[at(power)]);
            if (!symmetric) {
                steps_[half].push_back(q_ - powers[at(power)]);
            }
        }
        std::sort(steps_[half].begin(), steps_[half].end());
    }
    if (nodes_per_router > 1) {
        place_nodes(NodePlacement(static_cast<int>(nodes_per_router), routers()));
    }
}

PortPeer SlimFly::peer(RouterId router, PortId port) const {
    const int half = router / (q_ * q_);
    const int x = router / q_ % q_;
    const int y = router % q_;
    if (port < in_column()) {
        return {router - y + (y + steps_[half][at(port)]) % q_, in_column() - 1 - port};
    }
    const int there = port - in_column();
    const int product = there * x % q_;
    const int y_there = (half == 0 ? y - product + q_ : y + product) % q_;
    return {((1 - half) * q_ + there) * q_ + y_there, in_column() + x};
}

TopologyEntry slim_fly_entry() {
    return {"slim_fly",
            {whole_number("q", 3, SlimFly::kMaxQ, "an odd prime; 2q^2 routers").required(),
             whole_number("nodes_per_router", 1, 256, "nodes at each router").required()},
            [](const Options& options) {
                return std::make_unique<SlimFly>(options.integer("q"),
                                                 options.integer("nodes_per_router"));
            },
            "shortest_path"};
}

}  // namespace flitscope::topo
