// Multicast worms at the fast level: rules of docs/headers_and_branches.md one by one.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/digest.h"
#include "testbenches/tests/support/draw.h"
#include "topologies/registry.h"
#include "topologies/routing/hamiltonian.h"

namespace flitscope::tl {
namespace {

using Copy = std::pair<rtl::MessageId, topo::NodeId>;

class Worms final : public rtl::NetworkClient {
public:
    explicit Worms(std::vector<rtl::Message> messages) : messages_(std::move(messages)) {}

    rtl::Cycle next_edge() const override {
        return next_ < messages_.size() ? messages_[next_].generated : left_ == 0 ? 0 : rtl::kNever;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            network.offer(messages_[next_]);
            ++left_;
        }
        network.check_invariants();
        return next_ < messages_.size() || left_ != 0;
    }
    void delivered(const rtl::Delivery& delivery) override {
        (delivery.error ? errors : copies)[{delivery.message.id, delivery.node}] =
            delivery.delivered;
        left_ -= delivery.last ? 1 : 0;
    }

    std::map<Copy, rtl::Cycle> copies;
    std::map<Copy, rtl::Cycle> errors;

private:
    std::vector<rtl::Message> messages_;
    std::size_t next_ = 0;
    int left_ = 0;
};

/// A mesh whose multicasts follow the labels, its unicasts the dimensions.
struct Net {
    explicit Net(const std::vector<std::int64_t>& size)
        : topology(topo::make_topology("mesh", {{"size", size}})),
          routing(topo::make_routing("dimension_order", *topology, {})),
          hamiltonian(topo::make_routing("hamiltonian", *topology, {})) {
        description.topology = topology.get();
        description.routing = routing.get();
        description.links.assign(static_cast<std::size_t>(topology->link_classes().size()), {0, 1});
        description.headers.routings = {hamiltonian};
        description.router.virtual_channels = 2;
    }

    /// A multicast to these addresses.
    rtl::Message worm(topo::NodeId source, const std::vector<topo::NodeId>& addresses,
                      std::uint32_t length, rtl::Cycle edge = 0) {
        rtl::Header& header = headers.emplace_back();
        for (const topo::NodeId address : addresses) {
            header.entries.push_back({address, rtl::Control::pass});
        }
        rtl::Message message;
        message.id = headers.size() - 1;
        message.source = source;
        message.destination = addresses.back();
        message.length = length;
        message.generated = edge;
        message.header = &header;
        return message;
    }
    Worms run(const std::vector<rtl::Message>& messages) {
        network = make_fast_network(description);
        Worms worms(messages);
        network->run(worms, 1000000);
        return worms;
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    std::shared_ptr<const topo::RoutingFunction> hamiltonian;
    rtl::NetworkDescription description;
    std::deque<rtl::Header> headers;
    std::unique_ptr<rtl::Network> network;
};

TEST(Branches, EveryCopyOfALoneWormComesAsAUnicastWould) {
    for (int depth = 1; depth <= 4; ++depth) {
        SCOPED_TRACE(depth);
        Net net({4, 2});
        net.description.router.pipeline = depth;
        const Worms worms = net.run({net.worm(0, {1, 3, 4}, 5)});  // labels: 0 1 2 3 7 6 5 4
        const auto at = [&](int hops) { return (hops + 1) * depth + 5 - 1; };
        const std::map<Copy, rtl::Cycle> wanted = {
            {{0, 1}, at(1)}, {{0, 3}, at(3)}, {{0, 4}, at(7)}};
        EXPECT_EQ(worms.copies, wanted);
        EXPECT_EQ(net.network->counters().flits_copied, 10u);
        EXPECT_EQ(net.network->counters().flits_ejected, 15u);
    }
}

/// Switch grants by flit in one router, as "cycle>port".
class GrantsAt final : public rtl::EventObserver {
public:
    explicit GrantsAt(topo::NodeId router) : router_(router) {}
    void event(const rtl::Event& e) override {
        if (e.kind == rtl::EventKind::switch_granted && e.router == router_) {
            rows[static_cast<int>(e.index)].insert(std::to_string(e.cycle) + ">" +
                                                   std::to_string(e.output_port));
        }
    }
    std::map<int, std::set<std::string>> rows;

private:
    topo::NodeId router_;
};

TEST(Branches, AServedHeaderFlitIsDroppedAsInTheExampleOfThePage) {
    Net net({4, 2});
    net.description.headers.addresses_per_flit = 1;
    GrantsAt grants(1);
    net.description.observer = &grants;
    const Worms worms = net.run({net.worm(0, {1, 3}, 3)});
    // The head comes to node 1 at edge 3; mesh ports: 0 +x, 4 ejection.
    const std::map<int, std::set<std::string>> wanted = {
        {0, {"5>4"}}, {1, {"6>4", "8>0"}}, {2, {"9>4", "9>0"}}};
    EXPECT_EQ(grants.rows, wanted);
    EXPECT_EQ(net.network->counters().flits_dropped, 1u);
    EXPECT_EQ(worms.copies.size(), 2u);
}

TEST(Branches, TwoWormsThatWantTheSamePairOfOutputsBothGetThrough) {
    // On 3x3, labels 0 1 2 / 5 4 3 / 6 7 8: both pass node (1, 1), label 4, from two sides at the
    // same edge, absorb there and go on to label 5 by the same channel.
    // A message that ends at node (1, 1) before has the arbiters of the two outputs prefer
    // different worms.
    for (const topo::NodeId before : {1, 5, 3}) {
        for (int shift = -3; shift <= 3; ++shift) {
            SCOPED_TRACE(std::to_string(before) + " " + std::to_string(shift));
            Net net({3, 3});
            net.description.router.buffer_flits = 1;
            std::vector<rtl::Message> messages = {net.worm(before, {4}, 2),
                                                  net.worm(1, {4, 3}, 20, 40 + std::min(shift, 0)),
                                                  net.worm(5, {4, 3}, 20, 40 - std::max(shift, 0))};
            if (messages[2].generated < messages[1].generated) {
                std::swap(messages[1], messages[2]);
            }
            EXPECT_EQ(net.run(messages).copies.size(), 5u);
        }
    }
}

TEST(Branches, AProtocolErrorEndsTheMessageAndNoOther) {
    Net net({4, 2});
    std::vector<rtl::Message> messages = {net.worm(0, {1, 3, 4}, 5), net.worm(0, {2, 4}, 5)};
    net.headers[0].entries[1].control = rtl::Control::none;  // node 2 is not addressed
    const Worms worms = net.run(messages);
    const auto nodes = [](const std::map<Copy, rtl::Cycle>& copies) {
        std::set<Copy> all;
        for (const auto& copy : copies) {
            all.insert(copy.first);
        }
        return all;
    };
    EXPECT_EQ(nodes(worms.copies), (std::set<Copy>{{0, 1}, {1, 2}, {1, 4}}));
    EXPECT_EQ(nodes(worms.errors), (std::set<Copy>{{0, 2}}));
}

TEST(Branches, WhatTheNetworkCannotTakeIsRefused) {
    Net net({4, 2});
    const auto refused = [&](rtl::Message message) {
        EXPECT_THROW(net.run({message}), std::invalid_argument);
    };
    refused(net.worm(0, {0, 1}, 5));
    refused(net.worm(0, {1, 8}, 5));
    net.description.headers.addresses_per_flit = 1;
    refused(net.worm(0, {1, 2, 3}, 2));
    rtl::Message other = net.worm(0, {1}, 5);
    other.destination = 2;
    refused(other);
}

class BranchesAtRandom : public testing::TestWithParam<int> {};

TEST_P(BranchesAtRandom, EveryDestinationGetsItsCopyWithTheSmallestBuffers) {
    for (int i = 0; i < 12; ++i) {
        tb::Draw draw(static_cast<std::uint64_t>(GetParam() * 1000 + i));
        Net net({static_cast<std::int64_t>(draw.number(2, 5)),
                 static_cast<std::int64_t>(draw.number(2, 4))});
        rtl::RouterParameters& router = net.description.router;
        router.pipeline = draw.number(1, 4);
        router.virtual_channels = draw.number(2, 4);
        router.buffer_flits = draw.number(1, 3);
        router.switch_allocator = static_cast<rtl::SwitchAllocatorKind>(draw.number(0, 3));
        net.description.headers.addresses_per_flit = draw.number(0, 3);
        const topo::NodeId nodes = net.topology->nodes();
        const auto& labels = dynamic_cast<const topo::Hamiltonian&>(*net.hamiltonian).labels();
        std::vector<rtl::Message> messages;
        std::set<Copy> wanted;
        for (int m = 0; m < 120; ++m) {
            const topo::NodeId source = draw.number(0, nodes - 1);
            const bool up = labels.label(source) == 0 ||
                            (labels.label(source) != nodes - 1 && draw.number(0, 1) == 0);
            std::map<int, topo::NodeId> ordered;
            while (ordered.empty()) {
                for (topo::NodeId node = 0; node < nodes; ++node) {
                    const int along = labels.label(node) - labels.label(source);
                    if ((up ? along > 0 : along < 0) && draw.number(0, 2) == 0) {
                        ordered[std::abs(along)] = node;
                    }
                }
            }
            std::vector<topo::NodeId> list;
            for (const auto& [along, node] : ordered) {
                list.push_back(node);
                wanted.insert({static_cast<rtl::MessageId>(m), node});
            }
            const auto length = static_cast<std::uint32_t>(draw.number(1, 6)) +
                                static_cast<std::uint32_t>(list.size());
            messages.push_back(net.worm(source, list, length, m));
        }
        const Worms worms = net.run(messages);
        std::set<Copy> got;
        for (const auto& copy : worms.copies) {
            got.insert(copy.first);
        }
        ASSERT_EQ(got, wanted) << "seed " << GetParam() * 1000 + i;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BranchesAtRandom, testing::Range(0, 5));

}  // namespace
}  // namespace flitscope::tl
