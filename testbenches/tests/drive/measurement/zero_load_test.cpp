#include "testbenches/drive/measurement/zero_load.h"

#include <gtest/gtest.h>

#include <random>

#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

TEST(ZeroLoad, IsTheFormulaOfTheSpecification) {
    // docs/router.md, section 9: (k+1)*depth + sum of latencies + L - 1 for c = 1.
    for (int pipeline = 1; pipeline <= 4; ++pipeline) {
        for (int hops = 0; hops <= 5; ++hops) {
            for (const std::uint32_t length : {1U, 2U, 5U, 33U}) {
                for (const int latency : {0, 1, 3}) {
                    rtl::RouterParameters router;
                    router.pipeline = pipeline;
                    const std::vector<rtl::LinkParameters> path(static_cast<std::size_t>(hops),
                                                                {latency, 1});
                    const ZeroLoadTimes times = zero_load_times(router, path, length);
                    EXPECT_EQ(times.delivered, (hops + 1) * pipeline + hops * latency +
                                                   static_cast<rtl::Cycle>(length) - 1);
                    EXPECT_EQ(times.departed, pipeline);
                    EXPECT_EQ(times.arrived,
                              hops * (pipeline + latency) + static_cast<rtl::Cycle>(length) - 1);
                }
            }
        }
    }
}

TEST(ZeroLoad, ChannelLatencyAtPipelineOneIsHopsPlusLengthMinusOne) {
    rtl::RouterParameters router;
    router.pipeline = 1;
    const ZeroLoadTimes times = zero_load_times(router, {{0, 1}, {0, 1}, {0, 1}}, 8);
    EXPECT_EQ(times.arrived - (times.departed - 1), 3 + 8 - 1);
}

TEST(ZeroLoad, StoreAndForwardWaitsForTheTailInBetween) {
    rtl::RouterParameters router;
    router.pipeline = 2;
    router.switching = rtl::Switching::store_and_forward;
    // 3 hops of 2 + 1 cycles, 4 more flits in each of the 2 routers that store, 2 + 4 to leave.
    EXPECT_EQ(zero_load_times(router, {{1, 1}, {1, 1}, {1, 1}}, 5).delivered,
              3 * 3 + 2 * 4 + 2 + 4);
}

TEST(ZeroLoad, OfQueuedOutputsIsAServiceAndALatencyPerLink) {
    rtl::RouterParameters router;
    router.organisation = rtl::Organisation::output_queued;
    const ZeroLoadTimes times = zero_load_times(router, {{1, 2}, {0, 1}, {5, 3}}, 7);
    EXPECT_EQ(times.departed, 2);
    EXPECT_EQ(times.arrived, 7 * (2 + 1 + 3) + 1 + 5);
    EXPECT_EQ(times.delivered, times.arrived);
    EXPECT_EQ(zero_load_times(router, {}, 7).delivered, 1);
}

TEST(ZeroLoad, ClosedFormEqualsTheRecursion) {
    const auto mesh = topo::find_topology("mesh").make({{"size", std::vector<std::int64_t>{9}}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        rtl::NetworkDescription description;
        description.topology = mesh.get();
        description.routing = routing.get();
        description.router.pipeline = 1 + static_cast<int>(random() % 4);
        description.router.switching = static_cast<rtl::Switching>(random() % 3);
        description.router.organisation = static_cast<rtl::Organisation>(random() % 2);
        const rtl::LinkParameters link{static_cast<int>(random() % 4),
                                       1 + static_cast<int>(random() % 4)};
        description.links = {link};
        rtl::Message message;
        message.destination = static_cast<topo::NodeId>(random() % 9);
        message.length = 1 + random() % 40;
        const std::vector<rtl::LinkParameters> path(static_cast<std::size_t>(message.destination),
                                                    link);
        const ZeroLoadReference reference(description);
        EXPECT_TRUE(reference.is_lower_bound());
        ASSERT_EQ(reference.latency(message, message.destination),
                  zero_load_times(description.router, path, message.length).delivered)
            << "case " << i << ", seed 1";
    }
}

TEST(ZeroLoad, FollowsTheRouteWhereLinksDiffer) {
    const auto mesh = topo::find_topology("mesh").make({{"size", std::vector<std::int64_t>{4, 4}}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    rtl::NetworkDescription description;
    description.topology = mesh.get();
    description.routing = routing.get();
    description.links = {{0, 1}, {5, 3}};
    const ZeroLoadReference reference(description);
    EXPECT_FALSE(reference.is_lower_bound());
    rtl::Message message;
    message.destination = 2 + 4 * 1;  // two hops along x, one along y
    message.length = 6;
    EXPECT_EQ(
        reference.latency(message, 3),
        zero_load_times(description.router, {{0, 1}, {0, 1}, {5, 3}}, message.length).delivered);
}

}  // namespace
}  // namespace flitscope::tb
