// What arbiters and allocators may know of who asks (docs/router.md, section 7), the message and
// the occupancy of buffers: that it is true, and the same at levels fast and signal and across
// their borders.
#include "rtl_models/router/request_info.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/digest.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

const auto kScenarios = static_cast<std::uint64_t>(sized(24, 96));

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

/// A digest of the events, which are the same at all levels.
std::uint64_t events_of(const CrosscheckScenario& scenario, const rtl::DecisionMakers* makers) {
    std::map<std::string, std::uint64_t> events;
    for (const auto& [level, make] : kLevels) {
        rtl::DigestObserver digest(rtl::Cycle{1} << 40);
        run(scenario, make, makers, digest);
        events[level] = digest.total();
        EXPECT_EQ(events[level], events["fast"]) << level;
    }
    return events["fast"];
}

/// Grants with what is known of who got them, in any order: how often each was.
using Told = std::map<
    std::tuple<int, int, rtl::Cycle, std::uint32_t, int, int, std::uint32_t, std::uint32_t>, int>;

/// An allocator that hears what is known of those it grants.
template <typename Allocation, typename Request, typename Grant>
class Listened final : public Allocation {
public:
    Listened(std::unique_ptr<Allocation> allocation, int vcs, Told& told)
        : allocation_(std::move(allocation)), vcs_(vcs), told_(told) {}
    bool reads_info() const override { return true; }
    bool reads_occupancy() const override { return true; }
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
            ++told_[{port, vc, info.joined, info.length, info.hop, info.message_class, info.count,
                     info.credits}];
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

/// Router, port, VC: a way may come by a router twice.
using Place = std::tuple<topo::NodeId, int, int>;

/// How many flits were where, from the cycles in which they came and went.
class Occupancy {
public:
    void came(const Place& place, rtl::Cycle edge) { came_[place].push_back(edge); }
    void went(const Place& place, rtl::Cycle edge) { went_[place].push_back(edge); }
    /// After the edge.
    std::uint32_t at(const Place& place, rtl::Cycle edge) const {
        return static_cast<std::uint32_t>(until(came_, place, edge) - until(went_, place, edge));
    }

private:
    using Edges = std::map<Place, std::vector<rtl::Cycle>>;
    static std::ptrdiff_t until(const Edges& of, const Place& place, rtl::Cycle edge) {
        const auto found = of.find(place);
        if (found == of.end()) {
            return 0;
        }
        const std::vector<rtl::Cycle>& edges = found->second;
        return std::upper_bound(edges.begin(), edges.end(), edge) - edges.begin();
    }

    Edges came_, went_;
};

/// The same from the events, and from the traffic: the source is asked again, hops and flits are
/// counted.
class Expected final : public rtl::NetworkObserver {
public:
    explicit Expected(const CrosscheckScenario& scenario)
        : scenario_(scenario),
          messages_(scenario.messages()),
          seen_(messages_.size(), 0),
          hops_(messages_.size()) {}
    void flit_written(rtl::Cycle edge, topo::NodeId router, int port,
                      const rtl::Flit& flit) override {
        buffers_.came({router, port, flit.vc}, edge);
    }
    void vc_granted(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head,
                    int output_port, int output_vc) override {
        hops_.at(head.message)[{router, port, head.vc}] = seen_.at(head.message)++;
        note(vc_, {cycle, router, port, head}, output_port, output_vc);
    }
    void switch_granted(rtl::Cycle cycle, topo::NodeId router, int port, const rtl::Flit& flit,
                        int output_port, int output_vc) override {
        note(switches_, {cycle, router, port, flit}, output_port, output_vc);
        buffers_.went({router, port, flit.vc}, cycle + 1);
        if (is_channel(router, output_port)) {
            outstanding_.came({router, output_port, output_vc}, cycle + 1);
        }
    }
    void credit_sent(rtl::Cycle cycle, topo::NodeId router, int port, int vc) override {
        if (is_channel(router, port)) {
            const topo::PortPeer back = scenario_.topology->peer(router, port);
            const auto link = scenario_.topology->link_class(back.node, back.port);
            outstanding_.went({back.node, back.port, vc},
                              cycle + 1 + scenario_.links[static_cast<std::size_t>(link)].latency);
        }
    }
    /// When the run is over.
    Told vc() const { return told(vc_, 1); }
    Told switches() const { return told(switches_, scenario_.router.input_speedup); }

private:
    struct Grant {
        rtl::Cycle cycle;
        topo::NodeId router;
        int port;
        rtl::Flit flit;
        int hop = 0;
        Place output{};
    };
    /// ... or of the node.
    bool is_channel(topo::NodeId router, int port) const {
        return port < scenario_.topology->ports(router);
    }
    void note(std::vector<Grant>& grants, Grant grant, int output_port, int output_vc) {
        grant.hop = hops_.at(grant.flit.message).at({grant.router, grant.port, grant.flit.vc});
        grant.output = {grant.router, output_port, output_vc};
        grants.push_back(grant);
    }
    /// With `k` crossbar inputs of each port (docs/router.md, section 6, "Input speedup").
    Told told(const std::vector<Grant>& grants, int k) const {
        Told all;
        for (const Grant& grant : grants) {
            const int vc = grant.flit.vc;
            const rtl::Message& of = messages_.at(grant.flit.message);
            ++all[{grant.port * k + vc % k, vc / k, of.generated, of.length, grant.hop,
                   of.message_class, buffers_.at({grant.router, grant.port, vc}, grant.cycle),
                   credits(grant.output, grant.cycle)}];
        }
        return all;
    }
    /// docs/router.md, section 3; also with shared buffers.
    std::uint32_t credits(const Place& output, rtl::Cycle edge) const {
        const auto& [node, port, vc] = output;
        const rtl::RouterParameters& router = scenario_.router;
        if (router.buffer_flits == rtl::kUnbounded) {
            return rtl::kEndlessCredits;
        }
        const auto depth = static_cast<std::uint32_t>(router.buffer_flits);
        if (!router.shares_buffers()) {
            return depth - outstanding_.at(output, edge);
        }
        const auto own = static_cast<std::uint32_t>(router.reserved);
        const auto vcs = static_cast<std::uint32_t>(router.virtual_channels);
        std::uint32_t left = vcs * (depth - own);
        for (int v = 0; v < router.virtual_channels; ++v) {
            left -= std::max(outstanding_.at({node, port, v}, edge), own) - own;
        }
        return own - std::min(outstanding_.at(output, edge), own) + left;
    }

    const CrosscheckScenario& scenario_;
    std::vector<rtl::Message> messages_;      ///< by id
    std::vector<int> seen_;                   ///< by id: VCs granted so far
    std::vector<std::map<Place, int>> hops_;  ///< by id: hops made where it was granted one
    std::vector<Grant> vc_, switches_;
    Occupancy buffers_;      ///< of input VCs
    Occupancy outstanding_;  ///< of output VCs: came where sent, went where credited
};

class RequestInfo : public testing::TestWithParam<std::string> {};

TEST_P(RequestInfo, IsThatOfTheMessageAndTheBuffersOfWhoAsks) {
    int grants = 0;
    for (std::uint64_t seed = 500; seed < 500 + kScenarios; ++seed) {
        CrosscheckScenario scenario = drained_scenario(seed);
        scenario.router.bypass = false;  // no policy is asked about flits that bypass
        SCOPED_TRACE(scenario.text());
        Listeners told;
        Expected expected(scenario);
        run(scenario, kLevels.at(GetParam()), &told, expected);
        if (scenario.router.vc_at_switch()) {
            ASSERT_TRUE(told.vc.empty()) << "there is no VC allocator to ask";
        } else {
            ASSERT_EQ(told.vc, expected.vc());
        }
        ASSERT_EQ(told.switches, expected.switches());
        grants += static_cast<int>(told.switches.size());
    }
    EXPECT_GT(grants, 10000);
}

/// What an arbiter says that it looks at.
enum class Reads { messages, occupancy };

/// Arbiters that grant who comes first by this key, then by index.
template <typename Key>
class Policy final : public rtl::ArbiterBank {
public:
    Policy(Reads reads, Key key) : reads_(reads), key_(key) {}
    bool precedes(std::size_t /*which*/, const rtl::Candidate& a,
                  const rtl::Candidate& b) const override {
        return std::pair(key_(*a.info), a.index) < std::pair(key_(*b.info), b.index);
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
    bool reads_info() const override { return reads_ == Reads::messages; }
    bool reads_occupancy() const override { return reads_ == Reads::occupancy; }

private:
    Reads reads_;
    Key key_;
};

template <typename Key>
rtl::DecisionMakers makers_of(Key key, Reads reads = Reads::messages) {
    rtl::DecisionMakers makers;
    makers.arbiters = [key, reads](int, int) { return std::make_unique<Policy<Key>>(reads, key); };
    return makers;
}

/// What each policy is told, against one that is told nothing of use.
const std::map<std::string, rtl::DecisionMakers> kPolicies = {
    {"index", makers_of([](const rtl::RequestInfo&) { return 0; })},
    {"oldest", makers_of([](const rtl::RequestInfo& of) { return of.joined; })},
    {"shortest", makers_of([](const rtl::RequestInfo& of) { return of.length; })},
    {"farthest", makers_of([](const rtl::RequestInfo& of) { return -int{of.hop}; })},
    {"responses", makers_of([](const rtl::RequestInfo& of) { return -int{of.message_class}; })},
    {"longest_queue",
     makers_of([](const rtl::RequestInfo& of) { return ~of.count; }, Reads::occupancy)},
    {"most_credits",
     makers_of([](const rtl::RequestInfo& of) { return ~of.credits; }, Reads::occupancy)},
    // What it has not asked for it is not told, at any level.
    {"index_with_occupancy",
     makers_of([](const rtl::RequestInfo& of) { return of.joined + of.length + of.hop; },
               Reads::occupancy)}};

TEST(RequestInfoPolicies, DecideTheSameAtEveryLevel) {
    std::map<std::string, int> matters;  // runs that a policy changes
    for (std::uint64_t seed = 700; seed < 700 + kScenarios / 3; ++seed) {
        CrosscheckScenario scenario = drained_scenario(seed);
        scenario.traffic.rate = std::max(scenario.traffic.rate, 0.05);  // something to decide
        scenario.router.message_classes = std::min(2, scenario.router.virtual_channels);
        std::uint64_t by_index = 0;
        for (const char* const policy : {"index", "oldest", "shortest", "farthest", "responses",
                                         "longest_queue", "most_credits", "index_with_occupancy"}) {
            SCOPED_TRACE(policy + (": " + scenario.text()));
            const std::uint64_t events = events_of(scenario, &kPolicies.at(policy));
            by_index = policy == std::string("index") ? events : by_index;
            matters[policy] += events != by_index ? 1 : 0;
        }
    }
    for (const char* const policy :
         {"oldest", "shortest", "farthest", "responses", "longest_queue", "most_credits"}) {
        EXPECT_GT(matters[policy], 0) << policy;
    }
    EXPECT_EQ(matters["index_with_occupancy"], 0);
}

INSTANTIATE_TEST_SUITE_P(, RequestInfo, testing::Values("fast", "signal", "mixed"),
                         [](const auto& level) { return level.param; });

/// Grants nothing for which there are fewer credits than this.
template <typename Allocation, typename Request, typename Grant>
class Patient final : public Allocation {
public:
    Patient(std::unique_ptr<Allocation> allocation, int credits)
        : allocation_(std::move(allocation)), credits_(static_cast<std::uint32_t>(credits)) {}
    bool reads_occupancy() const override { return true; }
    void pick(const std::vector<Request>& requests, std::vector<Grant>& grants) const override {
        std::vector<Request> left;
        std::copy_if(requests.begin(), requests.end(), std::back_inserter(left),
                     [&](const Request& each) { return each.info->credits >= credits_; });
        grants.clear();
        if (!left.empty()) {
            allocation_->pick(left, grants);
        }
    }
    void update(const std::vector<Grant>& grants) override { allocation_->update(grants); }

private:
    std::unique_ptr<Allocation> allocation_;
    std::uint32_t credits_;
};

/// A request that stays the same is answered anew when the buffers change.
TEST(Decisions, MayWaitForBuffers) {
    int matters = 0;
    for (std::uint64_t seed = 900; seed < 900 + kScenarios / 3; ++seed) {
        CrosscheckScenario scenario = drained_scenario(seed);
        scenario.traffic.rate = std::max(scenario.traffic.rate, 0.05);
        SCOPED_TRACE(scenario.text());
        const int depth = scenario.router.buffer_flits;
        const int credits = depth == rtl::kUnbounded ? 1 : std::min(depth, 3);
        rtl::DecisionMakers vc;
        vc.vc_allocation = [&](const rtl::AllocatorSetup& setup, rtl::VcAllocatorKind kind) {
            return std::make_unique<Patient<rtl::VcAllocation, rtl::VcRequest, rtl::VcRequest>>(
                rtl::make_vc_allocation(kind, setup), credits);
        };
        rtl::DecisionMakers both = vc;
        both.switch_allocation = [&](const rtl::AllocatorSetup& setup,
                                     rtl::SwitchAllocatorKind kind) {
            return std::make_unique<
                Patient<rtl::SwitchAllocation, rtl::SwitchRequest, rtl::SwitchGrant>>(
                rtl::make_switch_allocation(kind, setup), credits);
        };
        const std::uint64_t usual = events_of(scenario, nullptr);
        const bool vc_waits = events_of(scenario, &vc) != usual;
        const bool both_wait = events_of(scenario, &both) != usual;
        matters += vc_waits && both_wait ? 1 : 0;
    }
    EXPECT_GT(matters, 0);
}

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
