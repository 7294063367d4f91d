// What a cycle and a network of the fast level cost, in counts: routers looked at, bytes. And what
// only saves time changes nothing else: fetching ahead, kept routes.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>
#include <random>
#include <set>
#include <string>

#include "rtl_models/fast/engine/fast_engine.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

/// Offers messages, and runs `check` at every edge.
class Client : public rtl::NetworkClient {
public:
    explicit Client(std::vector<rtl::Message> messages) : messages_(std::move(messages)) {}

    rtl::Cycle next_edge() const override { return edge_; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            network.offer(messages_[next_]);
        }
        edge_ = edge + 1;
        check(edge);
        return log.size() < messages_.size() && edge < kEnd;
    }
    void delivered(const rtl::Delivery& d) override {
        log.push_back({static_cast<rtl::Cycle>(d.message.id), d.injected, d.departed, d.arrived,
                       d.delivered});
    }
    virtual void check(rtl::Cycle /*edge*/) {}

    static constexpr rtl::Cycle kEnd = 20000;
    std::vector<std::vector<rtl::Cycle>> log;

private:
    std::vector<rtl::Message> messages_;
    std::size_t next_ = 0;
    rtl::Cycle edge_ = 0;
};

struct Fabric {
    Fabric(const std::string& kind, const Options& options, const std::string& algorithm)
        : topology(topo::make_topology(kind, options)),
          routing(topo::make_routing(algorithm, *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.links.assign(topology->link_classes().size(), {0, 1});
    }
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::NetworkDescription description;
};

Fabric mesh(std::int64_t side) {
    return {"mesh", {{"size", std::vector<std::int64_t>{side, side}}}, "dimension_order"};
}

std::vector<rtl::Message> random_messages(std::size_t count, topo::NodeId nodes, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<rtl::Message> messages(count);
    for (std::size_t i = 0; i < count; ++i) {
        messages[i].id = i;
        messages[i].source = static_cast<topo::NodeId>(random() % static_cast<unsigned>(nodes));
        messages[i].destination =
            static_cast<topo::NodeId>(random() % static_cast<unsigned>(nodes));
        messages[i].length = 1 + random() % 8;
        messages[i].generated = static_cast<rtl::Cycle>(i / 4);
    }
    return messages;
}

/// Holds what the switch stage will look at against what there is to move.
class LooksCounted final : public Client {
public:
    LooksCounted(std::vector<rtl::Message> messages, const EngineState& state)
        : Client(std::move(messages)), state_(state) {}

    void check(rtl::Cycle edge) override {
        std::set<std::size_t> groups;
        std::uint64_t requesting = 0;
        for (std::size_t router = 0; router < state_.requests.of_router.size(); ++router) {
            if (state_.requests.of_router[router] != 0) {
                ++requesting;
                groups.insert(router / SwitchRequests::kGroup);
            }
        }
        std::set<std::size_t> awake;
        for (std::size_t group = 0; group < state_.requests.awake.size(); ++group) {
            if (state_.requests.awake[group] != 0) {
                awake.insert(group);
            }
        }
        const std::uint64_t flits = state_.counters.flits_injected - state_.counters.flits_ejected;
        EXPECT_LE(requesting, flits) << "edge " << edge;
        // A group is marked when a flit comes and until it is looked at in vain.
        EXPECT_LE(awake.size(), flits + before_) << "edge " << edge;
        for (const std::size_t group : groups) {
            EXPECT_EQ(awake.count(group), 1u) << "edge " << edge << ", group " << group;
        }
        before_ = flits;
        most_awake = std::max(most_awake, awake.size());
    }
    std::size_t most_awake = 0;

private:
    const EngineState& state_;
    std::uint64_t before_ = 0;
};

TEST(FastCost, RoutersWithoutFlitsAreNotLookedAt) {
    Fabric fabric = mesh(128);
    FastEngine engine(fabric.description);
    rtl::Message message;
    message.source = 0;
    message.destination = 128 * 128 - 1;
    message.length = 1;
    LooksCounted client({message}, engine.state());
    engine.run(client, rtl::kNever);
    ASSERT_EQ(client.log.size(), 1u);
    EXPECT_EQ(engine.state().requests.awake.size(), 128u * 128 / SwitchRequests::kGroup);
    EXPECT_EQ(client.most_awake, 1u) << "one flit is in one router";
}

TEST(FastCost, NoMoreGroupsAreLookedAtThanFlitsMove) {
    Fabric fabric = mesh(64);
    FastEngine engine(fabric.description);
    LooksCounted client(random_messages(400, fabric.topology->nodes(), 1), engine.state());
    engine.run(client, rtl::kNever);
    EXPECT_EQ(client.log.size(), 400u);
}

double resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    double size = 0;
    double resident = 0;
    statm >> size >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Bytes per router of a mesh, the network alone.
double bytes_per_router(std::int64_t side, std::vector<std::unique_ptr<FastEngine>>& kept) {
    Fabric fabric = mesh(side);
    malloc_trim(0);  // nothing of it shall lie in memory that earlier tests have left
    const double before = resident_bytes();
    kept.push_back(std::make_unique<FastEngine>(fabric.description));
    return (resident_bytes() - before) / static_cast<double>(side * side);
}

TEST(FastCost, MemoryGrowsAsTheNumberOfRouters) {
    std::vector<std::unique_ptr<FastEngine>> kept;  // so that no memory is used twice
    const double small = bytes_per_router(96, kept);
    const double large = bytes_per_router(192, kept);
    ASSERT_GT(small, 0);
    EXPECT_NEAR(large / small, 1, 0.25) << small << " and " << large << " bytes per router";
}

/// One of the ways to build the engine.
struct Machine {
    const char* name;
    int pipeline;
    rtl::Switching switching;
    rtl::VcAllocatorKind vc_allocator;
    rtl::SwitchAllocatorKind switch_allocator;
};
constexpr Machine kMachines[] = {
    {"depth 1", 1, rtl::Switching::wormhole, {}, {}},
    {"depth 3", 3, rtl::Switching::wormhole, {}, {}},
    {"depth 4, wavefront", 4, rtl::Switching::wormhole, rtl::VcAllocatorKind::wavefront,
     rtl::SwitchAllocatorKind::wavefront},
    {"stored", 2, rtl::Switching::store_and_forward, {}, {}},
};

std::vector<std::vector<rtl::Cycle>> log_of(const Fabric& fabric, bool far, unsigned seed) {
    FastEngine engine(fabric.description);
    engine.state().traits.far = far;
    Client client(random_messages(600, fabric.topology->nodes(), seed));
    engine.run(client, rtl::kNever);
    return client.log;
}

TEST(FastCost, FetchingAheadChangesNoCycle) {
    for (const Machine& machine : kMachines) {
        Fabric fabric = mesh(5);
        fabric.description.router.pipeline = machine.pipeline;
        fabric.description.router.switching = machine.switching;
        fabric.description.router.vc_allocator = machine.vc_allocator;
        fabric.description.router.switch_allocator = machine.switch_allocator;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const auto near = log_of(fabric, false, seed);
            EXPECT_EQ(near.size(), 600u);
            EXPECT_EQ(near, log_of(fabric, true, seed)) << machine.name << ", seed " << seed;
        }
    }
}

TEST(FastCost, KeptRoutesAreThoseOfTheRouting) {
    const Fabric fabrics[] = {mesh(6), {"hypercube", {{"dimensions", std::int64_t{5}}}, "ecube"}};
    for (const Fabric& fabric : fabrics) {
        FastEngine engine(fabric.description);
        Client client(random_messages(2000, fabric.topology->nodes(), 7));
        engine.run(client, rtl::kNever);
        const std::vector<std::uint16_t>& routes = engine.state().routes;
        std::size_t known = 0;
        for (std::size_t i = 0; i < routes.size(); ++i) {
            topo::RouteQuery query;
            query.here = static_cast<topo::NodeId>(i) / fabric.topology->nodes();
            query.destination = static_cast<topo::NodeId>(i) % fabric.topology->nodes();
            query.source = query.here;
            if (routes[i] != kUnknownRoute) {
                ++known;
                const topo::RouteCandidate route = fabric.routing->only_candidate(query);
                EXPECT_EQ(routes[i], route.port | route.vc_class << 8) << "entry " << i;
            }
        }
        EXPECT_GT(known, 100u);
    }
}

TEST(FastCost, RoutesAreNotKeptWhereTheMessageDecides) {
    const Fabric fabric("hypercube", {{"dimensions", std::int64_t{4}}}, "random_minimal");
    EXPECT_TRUE(FastEngine(fabric.description).state().routes.empty());
}

}  // namespace
}  // namespace flitscope::tl
