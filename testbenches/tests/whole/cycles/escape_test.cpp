// docs/router.md, section 12, "Escape", and section 2 on links with VCs of their own, as data
// sheets: what happens in a router cycle by cycle, at levels signal and fast. The sheets follow
// from the page alone.
#include <gtest/gtest.h>

#include <sstream>

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

/// RC and VA of router 0, a line each: "2 route b 1:0-1" says that in cycle 2 the head of message b
/// got output 1 and may use VCs 0 to 1 there, "3 grant b 1:0" that it got VC 0.
class Sheet : public rtl::NetworkObserver {
public:
    void routed(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& head, int output,
                rtl::VcRange allowed) override {
        add(router, cycle, "route", head,
            std::to_string(output) + ':' + std::to_string(allowed.first) + '-' +
                std::to_string(allowed.first + allowed.count - 1));
    }
    void vc_granted(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& head,
                    int output, int vc) override {
        add(router, cycle, "grant", head, std::to_string(output) + ':' + std::to_string(vc));
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> sorted = lines_;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }

private:
    void add(topo::NodeId router, Cycle cycle, const char* event, const rtl::Flit& head,
             const std::string& what) {
        if (router == 0) {
            std::ostringstream line;
            line << cycle << ' ' << event << ' ' << static_cast<char>('a' + head.message) << ' '
                 << what;
            lines_.push_back(line.str());
        }
    }

    std::vector<std::string> lines_;
};

struct Bench {
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::RouterParameters router;
    std::vector<rtl::LinkParameters> links;
    std::vector<rtl::Message> messages;

    Bench(int dimensions, const char* algorithm)
        : topology(topo::make_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}})),
          routing(topo::make_routing(algorithm, *topology, {})),
          links(static_cast<std::size_t>(dimensions), rtl::LinkParameters{0, 1, 0}) {}

    /// From node 0 at edge 0, by an injection port of its own.
    void add(topo::NodeId destination, std::uint32_t length, int message_class = 0) {
        rtl::Message message = scripted_message(messages.size(), 0, destination, length);
        message.message_class = message_class;
        messages.push_back(message);
        router.injection_ports = static_cast<int>(messages.size());
    }

    /// The sheet is `expected`, up to the first line that it does not have; the counters of the
    /// outputs are "heads/blocked ...".
    void check(std::vector<std::string> expected, const std::string& heads) const {
        std::sort(expected.begin(), expected.end());
        for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
            const FreshKernel kernel;
            Sheet sheet;
            rtl::NetworkDescription description;
            description.topology = topology.get();
            description.routing = routing.get();
            description.router = router;
            description.links = links;
            description.ties_random = false;
            description.observer = &sheet;
            const auto network = make(description);
            ScriptedClient client(messages);
            network->run(client, 1000);
            SCOPED_TRACE(network->level() + ", pipeline " + std::to_string(router.pipeline));
            EXPECT_EQ(client.deliveries.size(), messages.size());
            EXPECT_EQ(sheet.lines(), expected);
            std::string counted;
            for (int port = 0; port < topology->ports(0); ++port) {
                const rtl::ChannelCounters c = network->channel_counters(0, port);
                counted += std::to_string(c.heads) + '/' + std::to_string(c.heads_blocked) + ' ';
                EXPECT_EQ(c.vc_busy_cycles.size(),
                          static_cast<std::size_t>(
                              rtl::vcs_of_link(router, links[static_cast<std::size_t>(port)])) +
                              1);
            }
            EXPECT_EQ(counted, heads);
            network->check_invariants();
        }
    }
};

/// Three messages from node 0 of a square to node 3. All see the same load and take the lower port,
/// 0; its one adaptive VC (0 of 2) goes to a. The escape is e-cube, highest dimension first:
/// port 1.
Bench three_for_one_vc(int pipeline) {
    Bench bench(2, "duato");
    bench.router.pipeline = pipeline;
    bench.router.virtual_channels = 2;
    bench.router.vc_reuse = rtl::VcReuse::buffer_empty;
    for (int i = 0; i < 3; ++i) {
        bench.add(3, 4);
    }
    return bench;
}

TEST(Escape, WhoLosesAtDepthThreeIsRoutedAgainAndAsksACycleLater) {
    three_for_one_vc(3).check({"0 route a 0:0-0", "0 route b 0:0-0", "0 route c 0:0-0",
                               "1 grant a 0:0",  // b and c are idle from edge 2 on
                               "2 route b 1:0-1", "2 route c 1:0-1",
                               "3 grant b 1:0",  // both ask for the lowest
                               "4 grant c 1:1"},
                              "3/2 2/1 ");
}

TEST(Escape, AtDepthFourTheSame) {
    three_for_one_vc(4).check(
        {"0 route a 0:0-0", "0 route b 0:0-0", "0 route c 0:0-0", "1 grant a 0:0",
         "2 route b 1:0-1", "2 route c 1:0-1", "3 grant b 1:0", "4 grant c 1:1"},
        "3/2 2/1 ");
}

TEST(Escape, AtDepthsOneAndTwoItAsksInTheCycleInWhichItIsRouted) {
    for (const int pipeline : {1, 2}) {
        three_for_one_vc(pipeline).check(
            {"0 route a 0:0-0", "0 route b 0:0-0", "0 route c 0:0-0", "0 grant a 0:0",
             "1 route b 1:0-1", "1 route c 1:0-1", "1 grant b 1:0", "2 grant c 1:1"},
            "3/2 2/1 ");
    }
}

TEST(Escape, WhoWaitsOnTheEscapeIsNotRoutedAThirdTime) {
    Bench bench = three_for_one_vc(2);
    bench.add(3, 4);
    // d finds VCs 0 and 1 of port 1 held and stays there. b and c take turns on the link from cycle
    // 2 on. b's tail gets the switch here in cycle 8 and at node 2 in cycle 9; its VC has drained
    // when that credit is back, at edge 10.
    bench.check({"0 route a 0:0-0", "0 route b 0:0-0", "0 route c 0:0-0", "0 route d 0:0-0",
                 "0 grant a 0:0", "1 route b 1:0-1", "1 route c 1:0-1", "1 route d 1:0-1",
                 "1 grant b 1:0", "2 grant c 1:1", "10 grant d 1:0"},
                "4/3 3/2 ");
}

TEST(Escape, WithAllInjectionPortsAMessageKeepsTheOutputOfItsQueue) {
    Bench bench(2, "duato");
    bench.router.virtual_channels = 2;
    bench.router.vc_reuse = rtl::VcReuse::buffer_empty;
    bench.add(1, 2);  // queue 0
    bench.add(1, 2);
    bench.router.injection_ports = rtl::kAll;
    // b waits in class 0 until a's VC has drained: a's flits get the switch here in cycles 2 and 3,
    // at node 1 in cycles 5 and 6; the last credit is back at edge 7.
    bench.check({"0 route a 0:0-0", "1 grant a 0:0", "1 route b 0:0-0", "7 grant b 0:0"},
                "2/1 0/0 ");
}

TEST(LinksWithVcsOfTheirOwn, TakeTheirNumberInThePlaceOfV) {
    Bench bench(2, "ecube");
    bench.router.pipeline = 2;
    bench.router.virtual_channels = 4;
    bench.router.message_classes = 2;
    bench.links[1].virtual_channels = 2;
    bench.add(1, 4, 1);  // dimension 0: VCs 2 and 3 of 4
    bench.add(2, 4, 0);  // dimension 1: VC 0 of 2
    bench.add(2, 4, 1);  // VC 1
    bench.add(2, 2, 1);  // waits for c's tail: c and b take turns from cycle 1 on
    bench.check({"0 route a 0:2-3", "0 grant a 0:2", "0 route b 1:0-0", "0 route c 1:1-1",
                 "0 route d 1:1-1", "0 grant b 1:0", "0 grant c 1:1", "9 grant d 1:1"},
                "1/0 3/1 ");
}

TEST(LinksWithVcsOfTheirOwn, DivideThemAmongAdaptiveAndEscapeClasses) {
    Bench bench(2, "duato");
    bench.router.pipeline = 2;
    bench.router.virtual_channels = 5;
    bench.router.vc_reuse = rtl::VcReuse::buffer_empty;
    bench.links[1].virtual_channels = 3;
    bench.add(1, 4);  // port 0: all but the highest of 5
    bench.add(2, 4);  // port 1: all but the highest of 3
    bench.check({"0 route a 0:0-3", "0 grant a 0:0", "0 route b 1:0-1", "0 grant b 1:0"},
                "1/0 1/0 ");
}

}  // namespace
}  // namespace flitscope::tb
