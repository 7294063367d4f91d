// The TLM interconnect in random test benches: results, base protocol, the same at every level and
// in mixes of levels, and exactly the cycles of the bare network.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/whole/tlm/tlm_scenario.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

std::string join(const std::vector<std::string>& lines) {
    std::ostringstream out;
    for (std::size_t i = 0; i < lines.size() && i < 10; ++i) {
        out << lines[i] << '\n';
    }
    return out.str();
}

/// "source>destination generated injected delivered" of every message, as the transactions tell.
std::multiset<std::string> legs_of(const TlmRun& run) {
    std::multiset<std::string> legs;
    for (const std::string& line : run.trace) {
        std::istringstream in(line);
        std::string name;
        std::string command;
        std::string status;
        std::string way;
        int bytes = 0;
        in >> name >> command >> status >> way;
        if (way.find('>') == std::string::npos) {
            continue;  // refused: no message
        }
        in >> bytes;
        const std::string back = way.substr(way.find('>') + 1) + ">" + way.substr(0, way.find('>'));
        for (const std::string& leg : {way, back}) {
            rtl::Cycle offered = 0;
            rtl::Cycle accepted = 0;
            rtl::Cycle injected = 0;
            rtl::Cycle delivered = 0;
            in >> offered >> accepted >> injected >> delivered;
            EXPECT_LE(offered, accepted) << line;
            std::ostringstream text;
            text << leg << ' ' << accepted << ' ' << injected << ' ' << delivered;
            legs.insert(text.str());
        }
    }
    return legs;
}

/// The same messages offered to a bare network at the same edges.
std::multiset<std::string> legs_of_bare_network(const TlmScenario& scenario,
                                                const std::vector<rtl::Message>& messages) {
    const auto network = tl::make_fast_network(scenario.description());
    ScriptedClient client(messages);
    network->run(client);
    std::multiset<std::string> legs;
    for (const rtl::Delivery& d : client.deliveries) {
        std::ostringstream text;
        text << d.message.source << '>' << d.message.destination << ' ' << d.message.generated
             << ' ' << d.injected << ' ' << d.delivered;
        legs.insert(text.str());
    }
    return legs;
}

/// From one router at signal level to all of them.
std::vector<topo::NodeId> draw_routers(std::uint64_t seed, topo::NodeId nodes) {
    std::mt19937_64 random(seed);
    std::vector<topo::NodeId> routers;
    const std::uint64_t share = 1 + random() % 4;
    for (topo::NodeId node = 0; node < nodes; ++node) {
        if (random() % 4 < share) {
            routers.push_back(node);
        }
    }
    if (routers.empty()) {
        routers.push_back(0);
    }
    return routers;
}

void expect_same(const TlmRun& wanted, const TlmRun& found, const std::string& level) {
    EXPECT_TRUE(found.errors.empty()) << level << ": " << join(found.errors);
    ASSERT_EQ(wanted.trace.size(), found.trace.size()) << level;
    for (std::size_t i = 0; i < wanted.trace.size(); ++i) {
        ASSERT_EQ(wanted.trace[i], found.trace[i]) << level << ", line " << i;
    }
}

class TlmLevels : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TlmLevels, RandomTestBenchesRunAlikeOnEveryLevelAndExactlyAsTheBareNetwork) {
    int out_of_order = 0;
    int most_in_flight = 0;
    int explicit_end_requests = 0;
    for (std::uint64_t seed = 10 * GetParam(); seed < 10 * GetParam() + 10; ++seed) {
        const TlmScenario scenario(seed);
        SCOPED_TRACE(scenario.text());
        const TlmRun fast = run_tlm_scenario(scenario, tl::make_fast_network);
        ASSERT_TRUE(fast.errors.empty()) << join(fast.errors);
        ASSERT_FALSE(fast.messages.empty());
        ASSERT_EQ(legs_of(fast), legs_of_bare_network(scenario, fast.messages));

        expect_same(fast, run_tlm_scenario(scenario, rtl::make_signal_network), "signal");
        const auto routers = draw_routers(seed, scenario.topology->nodes());
        const auto make_mixed = [&routers](const rtl::NetworkDescription& description) {
            return tl::make_mixed_network(description, routers);
        };
        expect_same(fast, run_tlm_scenario(scenario, make_mixed), "mixed");
        if (HasFatalFailure()) {
            return;
        }
        out_of_order += fast.out_of_order;
        most_in_flight = std::max(most_in_flight, fast.most_in_flight);
        explicit_end_requests += fast.explicit_end_requests;
    }
    // The scenarios reach what they are meant to reach.
    EXPECT_GT(out_of_order, 0);
    EXPECT_GT(most_in_flight, 2);
    EXPECT_GT(explicit_end_requests, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, TlmLevels, testing::Range<std::uint64_t>(0, 6));

}  // namespace
}  // namespace flitscope::tb
