// Messages taken out of a network at any moment and offered again (docs/recovery_and_faults.md):
// levels fast and signal are equal on random configurations, every message is delivered once.
#include <gtest/gtest.h>

#include <map>

#include "common/mix64.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "testbenches/tests/whole/crosscheck/drawn_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

/// Offers the messages of a scenario and now and then takes some of those under way out again.
class PurgingClient final : public rtl::NetworkClient {
public:
    explicit PurgingClient(const CrosscheckScenario& scenario)
        : scenario_(scenario), messages_(scenario.messages()), draw_(~scenario.seed) {
        every_ = draw_.number(1, 60);
    }

    rtl::Cycle next_edge() const override { return now_ + 1; }

    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_ = edge;
        if (edge >= next_check_) {
            network.check_invariants();
            next_check_ = edge + 7;
        }
        if (edge < scenario_.generate_until + 200 && draw_.number(1, every_) == 1) {
            purge(network);
        }
        for (auto back = again_.begin(); back != again_.end() && back->first <= edge;
             back = again_.erase(back)) {
            offer(back->second, network);
        }
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            offer(messages_[next_], network);
        }
        return edge < scenario_.end + 4000 &&
               !(next_ == messages_.size() && under_way_.empty() && again_.empty());
    }

    void delivered(const rtl::Delivery& d) override {
        if (under_way_.erase(d.message.id) != 1) {
            throw std::logic_error("delivered twice, or after it was taken out");
        }
        for (const std::int64_t value :
             {static_cast<std::int64_t>(d.message.id), d.injected, d.departed, d.arrived,
              d.delivered, static_cast<std::int64_t>(d.hops)}) {
            hash_ = mix64(hash_ ^ static_cast<std::uint64_t>(value));
        }
        ++delivered_;
    }

    std::uint64_t hash() const { return hash_; }
    bool all_accounted_for() const {
        return delivered_ + under_way_.size() + again_.size() == next_;
    }

private:
    void offer(const rtl::Message& message, rtl::Network& network) {
        network.offer(message);
        under_way_.emplace(message.id, message);
    }

    void purge(rtl::Network& network) {
        std::vector<rtl::MessageId> victims;
        for (int wanted = draw_.number(1, 3); wanted > 0 && !under_way_.empty(); --wanted) {
            auto at = under_way_.lower_bound(
                static_cast<rtl::MessageId>(draw_.number(0, static_cast<int>(next_))));
            at = at == under_way_.end() ? under_way_.begin() : at;
            victims.push_back(at->first);
            again_.emplace(now_ + draw_.number(1, 40), at->second);
            under_way_.erase(at);
        }
        if (!victims.empty()) {
            network.purge(victims);
        }
    }

    const CrosscheckScenario& scenario_;
    std::vector<rtl::Message> messages_;
    Draw draw_;
    int every_ = 1;
    rtl::Cycle now_ = -1;
    rtl::Cycle next_check_ = 0;
    std::size_t next_ = 0;
    std::uint64_t hash_ = 0;
    std::uint64_t delivered_ = 0;
    std::map<rtl::MessageId, rtl::Message> under_way_;
    std::multimap<rtl::Cycle, rtl::Message> again_;
};

CheckedRun purging_run(
    const CrosscheckScenario& scenario, const std::string& level,
    const std::function<std::unique_ptr<rtl::Network>(const rtl::NetworkDescription&)>& make) {
    return {level, [&scenario, make](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                description.purging = true;
                const auto network = make(description);
                PurgingClient client(scenario);
                run_in_pieces(*network, client, scenario.generate_until, scenario.gating);
                network->check_invariants();
                RunReport report;
                report.cycles = network->now();
                report.messages = network->counters().messages_delivered;
                const rtl::NetworkCounters c = network->counters();
                report.report = {{"flits_injected", c.flits_injected},
                                 {"flits_ejected", c.flits_ejected},
                                 {"flits_purged", c.flits_purged},
                                 {"flit_hops", c.flit_hops},
                                 {"messages_offered", c.messages_offered},
                                 {"messages_injected", c.messages_injected},
                                 {"messages_purged", c.messages_purged},
                                 {"deliveries", client.hash()}};
                report.report.update(state_report(*network, scenario));
                if (!client.all_accounted_for()) {
                    throw std::logic_error("a message is missing");
                }
                return report;
            }};
}

std::unique_ptr<rtl::Network> make_watched_network(const rtl::NetworkDescription& description) {
    static const rtl::UnitMakers ours;
    return std::make_unique<rtl::SignalNetwork>(
        description, [](const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                        rtl::Clock& /*clock*/) {
            rtl::RouterInstance watched = instance;
            watched.units = &ours;
            return std::make_unique<rtl::Router>(name, watched);
        });
}

class Purge : public testing::TestWithParam<int> {};

const int kPurgeGroups = sized(5, 100);
constexpr int kScenariosPerGroup = 25;

/// Messages are taken out: what bypass is refused with.
CrosscheckScenario without_bypass(CrosscheckScenario scenario) {
    scenario.router.bypass = false;
    return scenario;
}

/// Every fifth with watched units. Returns the messages.
std::uint64_t expect_equal_levels(const CrosscheckScenario& scenario) {
    const bool watched = scenario.seed % 5 == 0;
    const CrosscheckReport report =
        compare_runs({purging_run(scenario, "fast", tl::make_fast_network),
                      purging_run(scenario, "signal",
                                  watched ? make_watched_network : rtl::make_signal_network)});
    EXPECT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
    return report.messages;
}

TEST_P(Purge, FastAndSignalLevelAreEqual) {
    std::uint64_t messages = 0;
    for (int i = 0; i < kScenariosPerGroup; ++i) {
        messages += expect_equal_levels(without_bypass(
            CrosscheckScenario(static_cast<std::uint64_t>(GetParam() * kScenariosPerGroup + i))));
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

TEST(PurgedMessages, AreTheSameWithNoneOrSeveralNodesAtARouter) {
    const auto scenarios = static_cast<std::uint64_t>(sized(3, 50));
    for (const std::string& kind : kinds_with_nodes_apart()) {
        for (std::uint64_t seed = 0; seed < scenarios; ++seed) {
            expect_equal_levels(without_bypass(CrosscheckScenario(seed, kind)));
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
}

TEST(PurgedMessages, AreDeliveredOnceInTheEnd) {
    std::uint64_t purged = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        CrosscheckScenario scenario = without_bypass(CrosscheckScenario(seed));
        scenario.end += 20000;
        rtl::NetworkDescription description = scenario.description();
        description.purging = true;
        const auto network = tl::make_fast_network(description);
        PurgingClient client(scenario);
        network->run(client);
        network->check_invariants();
        ASSERT_TRUE(client.all_accounted_for()) << scenario.text();
        const rtl::NetworkCounters c = network->counters();
        purged += c.messages_purged;
        if (c.messages_offered == c.messages_delivered + c.messages_purged) {
            EXPECT_EQ(c.messages_delivered, scenario.messages().size()) << scenario.text();
            EXPECT_EQ(c.flits_injected, c.flits_ejected + c.flits_purged) << scenario.text();
        }
    }
    EXPECT_GT(purged, 1000u);
}

TEST(PurgedMessages, OnlyWhereTheDescriptionSaysSo) {
    const CrosscheckScenario scenario =
        without_bypass(CrosscheckScenario(0, DrawnValues::cubes_and_meshes));
    const auto network = tl::make_fast_network(scenario.description());
    PurgingClient client(scenario);
    EXPECT_THROW(network->run(client), std::logic_error);
}

/// Three messages in the queue of a node, of which the second, at the front and not begun, is taken
/// out. Nothing else happens around that edge: flits pass the link every kSlow cycles only.
class FrontClient final : public rtl::NetworkClient {
public:
    FrontClient(std::vector<rtl::Message> messages, rtl::Cycle purged)
        : messages_(std::move(messages)), purged_(purged) {}

    rtl::Cycle next_edge() const override {
        return now_ < 0 ? 0 : now_ < purged_ ? purged_ : rtl::kNever;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        now_ = edge;
        if (edge == 0) {
            for (const rtl::Message& message : messages_) {
                network.offer(message);
            }
        }
        if (edge == purged_) {
            network.purge({messages_[1].id});
        }
        return injected_.size() < 2;
    }
    void delivered(const rtl::Delivery& delivery) override {
        injected_[delivery.message.id] = delivery.injected;
    }
    rtl::Cycle injected(rtl::MessageId id) const { return injected_.at(id); }

private:
    std::vector<rtl::Message> messages_;
    rtl::Cycle purged_;
    rtl::Cycle now_ = -1;
    std::map<rtl::MessageId, rtl::Cycle> injected_;
};

constexpr int kSlow = 50;

rtl::Message of_class(rtl::MessageId id, int message_class, std::uint32_t length) {
    rtl::Message message;
    message.id = id;
    message.destination = 2;
    message.message_class = message_class;
    message.length = length;
    return message;
}

/// docs/recovery_and_faults.md and docs/router.md, section 8, rule 1: it is out of the queue at
/// edge e, so what is behind it starts for edge e, if it may.
void expect_next_starts_at_once(const rtl::RouterParameters& router,
                                const std::vector<rtl::Message>& messages) {
    const auto line = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3}}});
    const auto routing = topo::make_routing("dimension_order", *line, {});
    rtl::NetworkDescription description;
    description.topology = line.get();
    description.routing = routing.get();
    description.router = router;
    description.links = {{1, kSlow}};
    description.purging = true;
    for (rtl::Cycle edge = 3 * kSlow; edge < 4 * kSlow; edge += 9) {
        const auto run_at = [&](const char* level, auto make) {
            return CheckedRun{level, [&, make](rtl::NetworkObserver& observer) {
                                  description.observer = &observer;
                                  FrontClient client(messages, edge);
                                  const auto network = make(description);
                                  network->run(client);
                                  RunReport report;
                                  report.cycles = client.injected(2);
                                  report.report = {{"injected", report.cycles}};
                                  report.messages = network->counters().messages_delivered;
                                  return report;
                              }};
        };
        const CrosscheckReport report = compare_runs(
            {run_at("fast", tl::make_fast_network), run_at("signal", rtl::make_signal_network)});
        EXPECT_TRUE(report.equal()) << report.summary();
        EXPECT_EQ(report.cycles, edge);
        EXPECT_EQ(report.messages, 2U);
    }
}

TEST(PurgedMessages, AnotherClassBehindAPurgedFrontStartsAtOnce) {
    rtl::RouterParameters router;
    router.virtual_channels = 2;
    router.message_classes = 2;
    router.buffer_flits = 2;
    expect_next_starts_at_once(router, {of_class(0, 0, 12), of_class(1, 0, 3), of_class(2, 1, 1)});
}

TEST(PurgedMessages, AShorterOneBehindAPurgedFrontStartsAtOnce) {
    rtl::RouterParameters router;
    router.virtual_channels = 1;
    router.buffer_flits = 10;
    router.switching = rtl::Switching::virtual_cut_through;
    expect_next_starts_at_once(router, {of_class(0, 0, 10), of_class(1, 0, 10), of_class(2, 0, 1)});
}

INSTANTIATE_TEST_SUITE_P(Group, Purge, testing::Range(0, kPurgeGroups));

}  // namespace
}  // namespace flitscope::tb
