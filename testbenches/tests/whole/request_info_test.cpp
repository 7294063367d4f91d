// What arbiters and allocators may know of the message that asks (docs/router.md, section 7): that
// it is true, and the same at levels fast and signal and across their borders.
#include "rtl_models/router/request_info.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "rtl_models/router/contract/digest.h"
#include "rtl_models/signal/network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/crosscheck_scenario.h"
#include "tlm/fast/fast_network.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

constexpr std::uint64_t kScenarios = 24;

/// Every other router at level signal.
std::unique_ptr<rtl::Network> make_half_signal(const rtl::NetworkDescription& description) {
    std::vector<topo::NodeId> routers;
    for (topo::NodeId node = 0; node < description.topology->nodes(); node += 2) {
        routers.push_back(node);
    }
    return tl::make_mixed_network(description, routers);
}

const std::map<std::string, MakeNetwork> kLevels = {{"fast", tl::make_fast_network},
                                                    {"signal", rtl::make_signal_network},
                                                    {"mixed", make_half_signal}};

/// To the end: at the signal level arbiters move at the edge that ends a cycle, and the last cycle
/// of a run has none.
CrosscheckScenario drained_scenario(std::uint64_t seed) {
    CrosscheckScenario scenario(seed);
    scenario.end = scenario.generate_until + 10000;
    return scenario;
}

void run(const CrosscheckScenario& scenario, MakeNetwork make, const rtl::DecisionMakers* makers,
         rtl::NetworkObserver& observer) {
    const FreshKernel kernel;  // level signal needs one of its own
    rtl::NetworkDescription description = scenario.description();
    description.observer = &observer;
    description.makers = makers;
    run_scenario(scenario, *make(description));
}

/// Grants with what is known of who got them, in any order: how often each was.
using Told = std::map<std::tuple<int, int, rtl::Cycle, std::uint32_t, int, int>, int>;

/// An allocator that hears what is known of those it grants.
template <typename Allocation, typename Request, typename Grant>
class Listened final : public Allocation {
public:
    Listened(std::unique_ptr<Allocation> allocation, int vcs, Told& told)
        : allocation_(std::move(allocation)), vcs_(vcs), told_(told) {}
    bool reads_info() const override { return true; }
    void pick(const std::vector<Request>& requests, std::vector<Grant>& grants) const override {
        known_.clear();
        for (const Request& request : requests) {
            known_[place(request)] = *request.info;
        }
        allocation_->pick(requests, grants);
    }
    void update(const std::vector<Grant>& grants) override {
        for (const Grant& grant : grants) {
            const auto [port, vc] = place(grant);
            const rtl::RequestInfo& info = known_.at({port, vc});
            ++told_[{port, vc, info.joined, info.length, info.hop, info.message_class}];
        }
        allocation_->update(grants);
    }

private:
    std::pair<int, int> place(const rtl::VcRequest& of) const {
        return {of.requester / vcs_, of.requester % vcs_};
    }
    template <typename Of>
    std::pair<int, int> place(const Of& of) const {
        return {of.input, of.vc};
    }

    std::unique_ptr<Allocation> allocation_;
    int vcs_;
    Told& told_;
    mutable std::map<std::pair<int, int>, rtl::RequestInfo> known_;  ///< of the last pick
};

struct Listeners : rtl::DecisionMakers {
    Listeners() {
        vc_allocation = [this](const rtl::AllocatorSetup& setup, rtl::VcAllocatorKind kind) {
            return std::make_unique<Listened<rtl::VcAllocation, rtl::VcRequest, rtl::VcRequest>>(
                rtl::make_vc_allocation(kind, setup), setup.vcs, vc);
        };
        switch_allocation = [this](const rtl::AllocatorSetup& setup,
                                   rtl::SwitchAllocatorKind kind) {
            return std::make_unique<
                Listened<rtl::SwitchAllocation, rtl::SwitchRequest, rtl::SwitchGrant>>(
                rtl::make_switch_allocation(kind, setup), setup.vcs, switches);
        };
    }
    Told vc;
    Told switches;
};

/// The same from the events, and from the traffic: the source is asked again, hops are counted.
class Expected final : public rtl::NetworkObserver {
public:
    explicit Expected(const CrosscheckScenario& scenario)
        : messages_(scenario.messages()), grants_(messages_.size(), 0), hops_(messages_.size()) {}
    void vc_granted(rtl::Cycle /*cycle*/, topo::NodeId router, int port, const rtl::Flit& head,
                    int /*output_port*/, int /*output_vc*/) override {
        hops_.at(head.message)[{router, port, head.vc}] = grants_.at(head.message)++;
        note(vc, router, port, head);
    }
    void switch_granted(rtl::Cycle /*cycle*/, topo::NodeId router, int port, const rtl::Flit& flit,
                        int /*output_port*/, int /*output_vc*/) override {
        note(switches, router, port, flit);
    }

    Told vc;
    Told switches;

private:
    void note(Told& told, topo::NodeId router, int port, const rtl::Flit& flit) {
        const rtl::Message& of = messages_.at(flit.message);
        const int hop = hops_.at(flit.message).at({router, port, flit.vc});
        ++told[{port, flit.vc, of.generated, of.length, hop, of.message_class}];
    }

    /// Router, input port, VC: a way may come by a router twice.
    using Place = std::tuple<topo::NodeId, int, int>;

    std::vector<rtl::Message> messages_;      ///< by id
    std::vector<int> grants_;                 ///< by id: VCs granted so far
    std::vector<std::map<Place, int>> hops_;  ///< by id: hops made where it was granted one
};

class RequestInfo : public testing::TestWithParam<std::string> {};

TEST_P(RequestInfo, IsThatOfTheMessageThatAsks) {
    int grants = 0;
    for (std::uint64_t seed = 500; seed < 500 + kScenarios; ++seed) {
        const CrosscheckScenario scenario = drained_scenario(seed);
        SCOPED_TRACE(scenario.text());
        Listeners told;
        Expected expected(scenario);
        run(scenario, kLevels.at(GetParam()), &told, expected);
        ASSERT_EQ(told.vc, expected.vc);
        ASSERT_EQ(told.switches, expected.switches);
        grants += static_cast<int>(told.switches.size());
    }
    EXPECT_GT(grants, 10000);
}

/// Arbiters that grant who comes first by this key, then by index.
template <typename Key>
class Policy final : public rtl::ArbiterBank {
public:
    explicit Policy(Key key) : key_(key) {}
    bool precedes(std::size_t /*which*/, const rtl::Candidate& a,
                  const rtl::Candidate& b) const override {
        return std::pair(key_(*a.info), a.index) < std::pair(key_(*b.info), b.index);
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
    bool reads_info() const override { return true; }

private:
    Key key_;
};

template <typename Key>
rtl::DecisionMakers makers_of(Key key) {
    rtl::DecisionMakers makers;
    makers.arbiters = [key](int, int) { return std::make_unique<Policy<Key>>(key); };
    return makers;
}

/// What each policy is told, against one that is told nothing of use.
const std::map<std::string, rtl::DecisionMakers> kPolicies = {
    {"index", makers_of([](const rtl::RequestInfo&) { return 0; })},
    {"oldest", makers_of([](const rtl::RequestInfo& of) { return of.joined; })},
    {"shortest", makers_of([](const rtl::RequestInfo& of) { return of.length; })},
    {"farthest", makers_of([](const rtl::RequestInfo& of) { return -int{of.hop}; })},
    {"responses", makers_of([](const rtl::RequestInfo& of) { return -int{of.message_class}; })}};

TEST(RequestInfoPolicies, DecideTheSameAtEveryLevel) {
    std::map<std::string, int> matters;  // runs that a policy changes
    for (std::uint64_t seed = 700; seed < 700 + kScenarios / 3; ++seed) {
        CrosscheckScenario scenario = drained_scenario(seed);
        scenario.traffic.rate = std::max(scenario.traffic.rate, 0.05);  // something to decide
        scenario.router.message_classes = std::min(2, scenario.router.virtual_channels);
        SCOPED_TRACE(scenario.text());
        std::uint64_t by_index = 0;
        for (const char* const policy : {"index", "oldest", "shortest", "farthest", "responses"}) {
            std::map<std::string, std::uint64_t> events;
            for (const auto& [level, make] : kLevels) {
                rtl::DigestObserver digest(rtl::Cycle{1} << 40);
                run(scenario, make, &kPolicies.at(policy), digest);
                events[level] = digest.total();
            }
            ASSERT_EQ(events["signal"], events["fast"]) << policy;
            ASSERT_EQ(events["mixed"], events["fast"]) << policy;
            by_index = policy == std::string("index") ? events["fast"] : by_index;
            matters[policy] += events["fast"] != by_index ? 1 : 0;
        }
    }
    for (const char* const policy : {"oldest", "shortest", "farthest", "responses"}) {
        EXPECT_GT(matters[policy], 0) << policy;
    }
}

INSTANTIATE_TEST_SUITE_P(, RequestInfo, testing::Values("fast", "signal", "mixed"),
                         [](const auto& level) { return level.param; });

/// Takes back one of its grants at every other call, which no allocator may.
class Unsteady final : public rtl::SwitchAllocation {
public:
    explicit Unsteady(std::unique_ptr<rtl::SwitchAllocation> allocation)
        : allocation_(std::move(allocation)) {}
    void pick(const std::vector<rtl::SwitchRequest>& requests,
              std::vector<rtl::SwitchGrant>& grants) const override {
        allocation_->pick(requests, grants);
        if (grants.size() > 1 && ++calls_ % 2 == 0) {
            grants.pop_back();
        }
    }
    void update(const std::vector<rtl::SwitchGrant>& grants) override {
        allocation_->update(grants);
    }

private:
    std::unique_ptr<rtl::SwitchAllocation> allocation_;
    mutable std::uint64_t calls_ = 0;
};

/// Requests do not follow from the grants of their cycle, so networks of our units are not watched
/// for loops (docs/change_the_router.md).
TEST(Decisions, SignalsSettleWhateverTheyAre) {
    constexpr sc_dt::uint64 kDeltasPerCycle = 30;
    for (std::uint64_t seed = 1; seed <= kScenarios; ++seed) {
        const CrosscheckScenario scenario = drained_scenario(seed);
        SCOPED_TRACE(scenario.text());
        rtl::DecisionMakers makers;
        makers.switch_allocation = [](const rtl::AllocatorSetup& setup,
                                      rtl::SwitchAllocatorKind kind) {
            return std::make_unique<Unsteady>(rtl::make_switch_allocation(kind, setup));
        };
        const FreshKernel kernel;
        rtl::NetworkDescription description = scenario.description();
        description.makers = &makers;
        const auto network = rtl::make_signal_network(description);
        run_scenario(scenario, *network);
        EXPECT_LT(sc_core::sc_delta_count(),
                  kDeltasPerCycle * static_cast<sc_dt::uint64>(network->now() + 1));
    }
}

}  // namespace
}  // namespace flitscope::tb
