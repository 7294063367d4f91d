// Shared buffers (docs/router.md, section 3) in a row of three routers, at levels signal and fast.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;

/// Flits in the FIFOs of the input of router 1 that leads from router 0, and the most there were.
class Filling : public rtl::NetworkObserver {
public:
    void flit_written(Cycle, topo::NodeId router, int port, const rtl::Flit& flit) override {
        if (router == 1 && port == kFromRouter0) {
            const int now = ++held[flit.vc];
            most[flit.vc] = std::max(most[flit.vc], now);
            const int all =
                std::accumulate(held.begin(), held.end(), 0,
                                [](int sum, const auto& vc) { return sum + vc.second; });
            most_of_all = std::max(most_of_all, all);
        }
    }
    void routed(Cycle, topo::NodeId, int, const rtl::Flit&, int, rtl::VcRange) override {}
    void vc_granted(Cycle, topo::NodeId, int, const rtl::Flit&, int, int) override {}
    void switch_granted(Cycle, topo::NodeId, int, const rtl::Flit&, int, int) override {}
    void credit_sent(Cycle, topo::NodeId router, int port, int vc) override {
        held[vc] -= router == 1 && port == kFromRouter0 ? 1 : 0;
    }
    void flit_consumed(Cycle edge, topo::NodeId, int, const rtl::Flit& flit) override {
        consumed[flit.message] = edge;
    }

    std::map<int, int> held, most;  // by VC
    int most_of_all = 0;
    std::map<std::uint32_t, Cycle> consumed;  ///< edge of the last flit, by message

private:
    static constexpr int kFromRouter0 = 1;
};

struct Row {
    Row() {
        router.virtual_channels = 2;
        router.buffer_flits = 2;
        router.buffers = rtl::Buffers::shared;  // with r = 1 a VC may have 3 flits
    }

    /// Two long messages share the link to router 2, so that the first one waits in router 1. A
    /// third one comes behind it, which ends there.
    template <typename Check>
    void play(Check check) const {
        for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
            const FreshKernel kernel;
            const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3}}});
            const auto routing = topo::make_routing("dimension_order", *mesh, {});
            Filling filling;
            rtl::NetworkDescription description;
            description.topology = mesh.get();
            description.routing = routing.get();
            description.router = router;
            description.links.assign(mesh->link_classes().size(), {0, 1});
            description.observer = &filling;
            const auto network = make(description);
            ScriptedClient client({scripted_message(0, 0, 2, 40), scripted_message(1, 1, 2, 40),
                                   scripted_message(2, 0, 1, 3, 20)});
            network->run(client);
            EXPECT_EQ(client.deliveries.size(), 3U);
            SCOPED_TRACE(network->level());
            check(filling);
        }
    }

    rtl::RouterParameters router;
};

TEST(SharedBuffersInARow, AVcFillsItsOwnSlotsAndTheSharedOnes) {
    Row row;
    row.play([](Filling& filling) {
        EXPECT_EQ(filling.most[0], 3);
        EXPECT_EQ(filling.most_of_all, 4) << "the slot of VC 1 is kept for it";
        EXPECT_LT(filling.consumed[2], filling.consumed[0]) << "message 2 takes it";
    });
    row.router.reserved = 2;
    row.play([](Filling& filling) { EXPECT_EQ(filling.most[0], 2); });
    row.router.buffers = rtl::Buffers::own;
    row.play([](Filling& filling) { EXPECT_EQ(filling.most[0], 2); });
}

}  // namespace
}  // namespace flitscope::tb
