// Networks with unicasts and multicasts: levels fast and signal against a second simulator, written
// from the page, event by event.
#include <gtest/gtest.h>

#include <map>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/violation.h"
#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/page_reference/page_comparison.h"
#include "testbenches/tests/whole/page_reference/page_scenario.h"
#include "testbenches/tests/whole/page_reference/reference_run.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

/// At level signal, with the contracts of the units watched and the crossbar of this maker; empty:
/// ours.
std::unique_ptr<rtl::Network> watched_network(const rtl::NetworkDescription& description,
                                              rtl::UnitMaker<rtl::Crossbar> crossbar = {}) {
    const auto makers = std::make_shared<rtl::UnitMakers>();
    makers->crossbar = std::move(crossbar);
    std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> units;
    for (topo::NodeId node = 0; node < description.topology->nodes(); ++node) {
        units[node] = makers;
    }
    return std::make_unique<rtl::SignalNetwork>(description, rtl::unit_router_factory(units));
}

void expect_as_the_page_says(const PageScenario& s, std::size_t& events) {
    SCOPED_TRACE(s.text());
    const PageReference reference(s.description(), s.messages, s.end);
    events += reference.events.size();
    expect_equal_runs(s, reference, tl::make_fast_network);
    // Without a watcher nobody looks at flits: the same messages at the same edges.
    const auto unwatched = tl::make_fast_network(s.description());
    ListClient blind(s.messages, s.end);
    unwatched->run(blind);
    expect_equal_deliveries(blind.deliveries, reference.deliveries);
    {
        SCOPED_TRACE("level signal");
        const FreshKernel kernel;
        expect_equal_runs(s, reference, [](const rtl::NetworkDescription& description) {
            return description.router.bypass ? rtl::make_signal_network(description)
                                             : watched_network(description);
        });
    }
    SCOPED_TRACE("every other router at level signal");
    const FreshKernel kernel;
    expect_equal_runs(s, reference, [](const rtl::NetworkDescription& description) {
        std::vector<topo::NodeId> signal;
        for (topo::NodeId node = 0; node < description.topology->nodes(); node += 2) {
            signal.push_back(node);
        }
        return tl::make_mixed_network(description, signal);
    });
}

class PageReferenceTest : public testing::TestWithParam<int> {
protected:
    void compare(DrawnMessages kinds) {
        std::size_t events = 0;
        for (int i = 0; i < 20 && !HasFatalFailure(); ++i) {
            expect_as_the_page_says(
                PageScenario(static_cast<std::uint64_t>(GetParam() * 20 + i), kinds), events);
        }
        EXPECT_GT(events, 10000U) << "the scenarios carry hardly any traffic";
    }
};

TEST_P(PageReferenceTest, UnicastsAreWhatThePageSays) { compare(DrawnMessages::unicasts); }

TEST_P(PageReferenceTest, MulticastsAreWhatThePageSays) { compare(DrawnMessages::with_multicasts); }

TEST(PageContracts, NameTheUnitThatSpoilsACopy) {
    PageScenario s(172, DrawnMessages::with_multicasts);
    s.router.extra_stages = 0;
    const FreshKernel kernel;
    const auto network = watched_network(
        s.description(), [](const char* name, const rtl::Crossbar::Parameters& parameters) {
            rtl::Crossbar::Parameters wrong = parameters;  // takes no output for one of the node
            wrong.ports.network += parameters.ports.ejection;
            wrong.ports.injection -= parameters.ports.ejection;
            wrong.ports.ejection = 0;
            return std::make_unique<rtl::Crossbar>(name, wrong);
        });
    ListClient client(s.messages, s.end);
    try {
        network->run(client);
        ADD_FAILURE() << "no violation";
    } catch (const rtl::UnitViolation& violation) {
        EXPECT_EQ(violation.part(), "crossbar");
        // The copy on the VC that the flit has on its way on.
        EXPECT_STREQ(violation.what(),
                     "router_1.crossbar: cycle 7: flit_o_5: head_tail message 0 flit 0/1 vc 1 0>4, "
                     "must be head_tail message 0 flit 0/1 vc 0 0>4");
    }
}

INSTANTIATE_TEST_SUITE_P(Group, PageReferenceTest, testing::Range(0, sized(2, 400)));

}  // namespace
}  // namespace flitscope::tb
