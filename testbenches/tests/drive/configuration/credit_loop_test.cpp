// Buffers too shallow for the way of a credit: what is warned of, and that it is so.
#include "testbenches/drive/configuration/credit_loop.h"

#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> warnings(const std::string& link, const std::string& more = "") {
    return read("topology: {kind: mesh, size: [4, 4]}\nlink: {" + link + "}\n" + more).warnings;
}

TEST(CreditLoop, AShallowBufferIsWarnedOfOnce) {
    EXPECT_THAT(warnings("latency: 20"),
                ElementsAre("router.buffer_flits = 8: a VC waits for credits on links of class "
                            "dimension 0 and 1 more (latency 20): 8 flits in 42 cycles; 42 or more "
                            "keep the full rate"));
    EXPECT_THAT(warnings("dimension_1: {latency: 30}"),
                ElementsAre(HasSubstr("links of class dimension 1 (latency 30): 8 flits in 62 "
                                      "cycles; 62 or more")));
    EXPECT_THAT(warnings("latency: 20", "router: {buffer_flits: 42}"), IsEmpty());
    EXPECT_THAT(warnings("latency: 20", "router: {buffer_flits: 41}"), IsEmpty())
        << "short messages, and four VCs";
    const std::string alone = "traffic: {length: 100}\nrouter: {buffer_flits: ";
    EXPECT_THAT(warnings("latency: 20", alone + "41}"), ElementsAre(HasSubstr("41 flits in 42")));
    EXPECT_THAT(warnings("latency: 20", alone + "42}"), IsEmpty());
    EXPECT_THAT(warnings("latency: 20", alone + "42, pipeline: 4}"),
                ElementsAre(HasSubstr("42 flits in 43 cycles; 43 or more")));
    EXPECT_THAT(warnings("latency: 20", alone + "46, extra_stages: 5}"),
                ElementsAre(HasSubstr("46 flits in 47 cycles; 47 or more")));
    EXPECT_THAT(warnings("latency: 20", alone + "47, extra_stages: 5}"), IsEmpty());
}

TEST(CreditLoop, NothingIsSaidWhereItDoesNoHarm) {
    EXPECT_THAT(read("").warnings, IsEmpty());
    const std::string longs = "traffic: {length: 100}\n";
    EXPECT_THAT(warnings("latency: 1", longs + "router: {buffer_flits: 4}"), IsEmpty());
    EXPECT_THAT(warnings("latency: 3", longs), IsEmpty());
    EXPECT_THAT(warnings("latency: 20, cycles_per_flit: 6", longs), IsEmpty()) << "42 / 6 flits";
    EXPECT_THAT(warnings("latency: 10"), IsEmpty()) << "32 flits of 5 go round in 22 cycles";
    EXPECT_THAT(warnings("latency: 20", longs + "router: {buffer_flits: unbounded}"), IsEmpty());
    EXPECT_THAT(warnings("latency: 20",
                         "router: {organisation: output_queued, switching: store_and_forward}"),
                IsEmpty());
}

/// Cycles from the joining of a message alone on a line of four routers to its end.
rtl::Cycle cycles_of(const rtl::RouterParameters& router, const rtl::LinkParameters& link,
                     std::uint32_t length) {
    struct Client final : rtl::NetworkClient {
        rtl::Cycle next_edge() const override { return offered ? rtl::kNever : 0; }
        bool at_edge(rtl::Cycle /*edge*/, rtl::Network& network) override {
            if (!offered) {
                network.offer(message);
                offered = true;
            }
            return end == 0;
        }
        void delivered(const rtl::Delivery& delivery) override { end = delivery.delivered; }
        rtl::Message message;
        bool offered = false;
        rtl::Cycle end = 0;
    } client;
    client.message.destination = 3;
    client.message.length = length;
    const auto line = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4}}});
    const auto routing = topo::make_routing("dimension_order", *line, {});
    rtl::NetworkDescription description;
    description.topology = line.get();
    description.routing = routing.get();
    description.router = router;
    description.links = {link};
    tl::make_fast_network(description)->run(client);
    return client.end;
}

TEST(CreditLoop, TheDepthIsTheLeastThatKeepsTheFullRate) {
    for (int pipeline = 1; pipeline <= 4; ++pipeline) {
        for (const int latency : {0, 1, 3, 8, 20}) {
            for (const int cycles : {1, 2, 3, 5}) {
                rtl::RouterParameters router;
                router.pipeline = pipeline;
                router.extra_stages = latency % 3;
                const rtl::LinkParameters link{latency, cycles, 0};
                const auto of_hundred = [&](int depth) {
                    router.buffer_flits = depth;
                    return cycles_of(router, link, 400) - cycles_of(router, link, 300);
                };
                const int depth = full_rate_depth(router, link);
                EXPECT_EQ(of_hundred(depth), 100 * cycles)
                    << "pipeline " << pipeline << " latency " << latency << " cycles " << cycles;
                if (depth > 1) {
                    EXPECT_GT(of_hundred(depth - 1), 100 * cycles)
                        << "pipeline " << pipeline << " latency " << latency << " cycles "
                        << cycles;
                }
            }
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
