// Combining units against a second implementation of docs/reductions.md: what they hand over, edge
// by edge, on random trees, orders of operands and loads; and which messages a run makes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <tuple>

#include "rtl_models/cosim/verilog_sets.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/contract/wait_graph.h"
#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/clock_gating.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/collectives/page_reductions.h"
#include "testbenches/tests/whole/crosscheck/drawn_network.h"

namespace flitscope::tb {
namespace {

using Elements = PageUnits::Elements;
using Handed = PageUnits::Handed;

bool operator==(const Handed& a, const Handed& b) {
    return std::tie(a.edge, a.node, a.entry, a.back, a.elements) ==
           std::tie(b.edge, b.node, b.entry, b.back, b.elements);
}

std::string text_of(const Handed& handed) {
    return "edge " + std::to_string(handed.edge) + ", node " + std::to_string(handed.node) +
           ", entry " + std::to_string(handed.entry) + (handed.back ? ", back, " : ", ") +
           std::to_string(handed.elements.size()) + " elements, the last " +
           std::to_string(handed.elements.back());
}

/// Flits that nodes consume, by edge.
class Consumed final : public rtl::NetworkObserver {
public:
    void flit_consumed(rtl::Cycle edge, topo::NodeId router, int /*output*/,
                       const rtl::Flit& flit) override {
        flits[edge].emplace_back(router, flit);
    }
    std::map<rtl::Cycle, std::vector<std::pair<topo::NodeId, rtl::Flit>>> flits;
};

struct DrawnReductions {
    explicit DrawnReductions(std::uint64_t seed);

    DrawnNetwork network;
    rtl::NetworkDescription description;
    rtl::ReductionSetup setup;
    std::vector<std::vector<topo::NodeId>> children;  ///< [node]
    std::vector<std::uint32_t> lengths;               ///< of operations
    int most_skew;                                    ///< between contributions, cycles
    int load;                                         ///< unicasts in 1000 nodes and cycles
    std::string text;
};

DrawnReductions::DrawnReductions(std::uint64_t seed) {
    Draw draw(seed);
    network = draw.chance(2) ? draw_cube_or_mesh(draw) : draw_other_network(draw);
    description.topology = network.topology.get();
    description.routing = network.routing.get();
    rtl::RouterParameters& router = description.router;
    router.pipeline = draw.number(1, 4);
    router.message_classes = draw.number(1, 2);
    router.virtual_channels = network.routing->vc_classes() * 2 + draw.number(0, 2);
    router.buffer_flits = draw.number(1, 6);
    router.injection_ports = draw.one_of({1, 2, rtl::kAll});
    router.ejection_ports = draw.one_of({1, 2, rtl::kAll});
    for (topo::NodeId node = 0; node < network.topology->nodes(); ++node) {
        if (2 * network.topology->ports(node) > rtl::VerilatedCombining::kPorts) {
            router.ejection_ports = 1;  // levels have the same
        }
    }
    for (std::size_t i = 0; i < network.topology->link_classes().size(); ++i) {
        rtl::LinkParameters link;
        link.latency = draw.number(0, 2);
        description.links.push_back(link);
    }
    description.seed = seed;
    description.clock_gates =
        clock_gates(drawn_clock_gating(seed), seed, network.topology->nodes());

    const topo::NodeId nodes = network.topology->nodes();
    setup.entries = draw.number(1, 4);
    setup.operation = static_cast<rtl::Reduction>(draw.number(0, 5));
    setup.back = draw.chance(2);
    setup.parents.assign(static_cast<std::size_t>(nodes), topo::kNoNode);
    setup.children.assign(setup.parents.size(), 0);
    children.resize(setup.parents.size());
    std::vector<topo::NodeId> order;
    for (topo::NodeId node = 0; node < nodes; ++node) {
        order.insert(order.begin() + draw.number(0, static_cast<int>(order.size())), node);
    }
    const int width = draw.one_of({1, 3, 1000});  // chains, and bushes
    for (int i = 1; i < nodes; ++i) {
        const topo::NodeId child = order[static_cast<std::size_t>(i)];
        const auto parent =
            order[static_cast<std::size_t>(draw.number(std::max(0, i - width), i - 1))];
        setup.parents[static_cast<std::size_t>(child)] = parent;
        ++setup.children[static_cast<std::size_t>(parent)];
        children[static_cast<std::size_t>(parent)].push_back(child);
    }
    for (int i = draw.number(1, 8); i > 0; --i) {
        lengths.push_back(static_cast<std::uint32_t>(draw.number(1, 12)));
    }
    most_skew = draw.one_of({0, 5, 100});
    load = draw.one_of({0, 20, 100});
    text = network.name + ", seed " + std::to_string(seed) + ", entries " +
           std::to_string(setup.entries) + ", skew " + std::to_string(most_skew);
}

/// Sections 3 and 4 of the page, with nodes that contribute when they like after an operation has
/// begun. Keeps what happened.
class Driver final : public rtl::NetworkClient {
public:
    Driver(const DrawnReductions& drawn, std::uint64_t seed)
        : drawn_(drawn), draw_(seed), entries_(static_cast<std::size_t>(drawn.setup.entries)) {}

    rtl::Cycle next_edge() const override { return now_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    void delivered(const rtl::Delivery& delivery) override {
        under_way_ -= delivery.message.id < kMostMessages ? 1 : 0;
    }
    void handed(const rtl::ReductionResult& result) override;

    static constexpr rtl::MessageId kMostMessages = 1U << 30;
    struct Contribution {
        topo::NodeId node;
        int entry;
        Elements elements;
    };
    struct Carried {
        int entry;
        Elements elements;
    };
    std::map<rtl::Cycle, std::vector<Contribution>> contributions;  ///< by edge
    std::map<rtl::MessageId, Carried> carried;
    std::vector<Handed> found;
    std::int64_t wrong = 0;
    rtl::Cycle end() const { return now_; }
    std::size_t ended() const { return ended_; }

private:
    struct Operation {
        Elements result;
        topo::NodeId missing = 0;
    };
    void begin(rtl::Cycle edge);
    void offer(rtl::Network& network, topo::NodeId from, topo::NodeId to, std::size_t length,
               int message_class);

    const DrawnReductions& drawn_;
    Draw draw_;
    std::vector<Operation> entries_;
    std::size_t begun_ = 0;
    std::size_t ended_ = 0;
    std::vector<rtl::ReductionResult> results_;  ///< of this edge
    std::vector<std::uint32_t> sequence_ = std::vector<std::uint32_t>(drawn_.children.size(), 0);
    rtl::MessageId next_id_ = 0;
    std::int64_t under_way_ = 0;
    rtl::Cycle now_ = -1;
};

void Driver::handed(const rtl::ReductionResult& result) {
    found.push_back({result.edge, result.node, result.entry, result.back, *result.elements});
    results_.push_back(result);
    if (!result.back && !drawn_.setup.is_root(result.node)) {
        return;
    }
    Operation& operation = entries_.at(static_cast<std::size_t>(result.entry));
    wrong += operation.result == *result.elements ? 0 : 1;
    ended_ += --operation.missing == 0 ? 1 : 0;
}

void Driver::begin(rtl::Cycle edge) {
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
        if (entries_[entry].missing != 0 || begun_ == drawn_.lengths.size()) {
            continue;
        }
        const std::uint32_t length = drawn_.lengths[begun_++];
        const auto nodes = static_cast<topo::NodeId>(drawn_.children.size());
        Elements result;
        for (topo::NodeId node = 0; node < nodes; ++node) {
            Elements own;
            for (std::uint32_t j = 0; j < length; ++j) {
                own.push_back((static_cast<std::uint64_t>(draw_.number(0, 1 << 30)) << 34) +
                              static_cast<std::uint64_t>(draw_.number(0, 1 << 30)));
                if (node == 0) {
                    result.push_back(own[j]);
                } else {
                    result[j] = rtl::combined(drawn_.setup.operation, result[j], own[j]);
                }
            }
            contributions[edge + draw_.number(0, drawn_.most_skew)].push_back(
                {node, static_cast<int>(entry), std::move(own)});
        }
        entries_[entry] = {result, drawn_.setup.back ? nodes : 1};
    }
}

void Driver::offer(rtl::Network& network, topo::NodeId from, topo::NodeId to, std::size_t length,
                   int message_class) {
    rtl::Message message;
    message.id = next_id_++;
    message.source = from;
    message.destination = to;
    message.length = static_cast<std::uint32_t>(length);
    message.sequence = sequence_[static_cast<std::size_t>(from)]++;
    message.message_class = message_class;
    message.generated = now_;
    ++under_way_;
    if (const auto operand = carried.find(message.id); operand != carried.end()) {
        network.reductions()->carry(message, operand->second.entry,
                                    std::make_shared<const Elements>(operand->second.elements));
    }
    network.offer(message);
}

bool Driver::at_edge(rtl::Cycle edge, rtl::Network& network) {
    now_ = edge;
    begin(edge);
    if (const auto due = contributions.find(edge); due != contributions.end()) {
        for (const Contribution& each : due->second) {
            network.reductions()->contribute(each.node, each.entry,
                                             std::make_shared<const Elements>(each.elements));
        }
    }
    const auto nodes = static_cast<topo::NodeId>(drawn_.children.size());
    const int classes = drawn_.description.router.message_classes;
    for (topo::NodeId node = 0; node < nodes; ++node) {
        for (const rtl::ReductionResult& result : results_) {
            if (result.node != node) {
                continue;
            }
            const auto send = [&](topo::NodeId to, int message_class) {
                carried[next_id_] = {result.entry, *result.elements};
                offer(network, node, to, result.elements->size(), message_class);
            };
            if (!result.back && !drawn_.setup.is_root(node)) {
                send(drawn_.setup.parents[static_cast<std::size_t>(node)], 0);
            } else if (drawn_.setup.back) {
                for (const topo::NodeId child : drawn_.children[static_cast<std::size_t>(node)]) {
                    send(child, classes - 1);
                }
            }
        }
        if (draw_.number(1, 1000) <= drawn_.load && edge < 400) {
            offer(network, node, draw_.number(0, nodes - 1), 3, draw_.number(0, classes - 1));
        }
    }
    results_.clear();
    return (ended_ < drawn_.lengths.size() || under_way_ > 0) && edge < 100000;
}

/// What the page has units hand over, of what nodes consumed and contributed.
std::vector<Handed> by_the_page(const DrawnReductions& drawn, const Consumed& consumed,
                                const Driver& driver) {
    PageUnits page(drawn.setup);
    std::vector<Handed> wanted;
    for (rtl::Cycle edge = 0; edge <= driver.end(); ++edge) {
        for (Handed& handed : page.hand_over(edge)) {
            wanted.push_back(std::move(handed));
        }
        if (const auto flits = consumed.flits.find(edge); flits != consumed.flits.end()) {
            for (const auto& [node, flit] : flits->second) {
                if (const auto operand = driver.carried.find(flit.message);
                    operand != driver.carried.end()) {
                    page.flit(node, operand->second.entry, flit.message,
                              operand->second.elements.at(flit.index), flit.is_tail());
                }
            }
        }
        if (const auto own = driver.contributions.find(edge); own != driver.contributions.end()) {
            for (const Driver::Contribution& each : own->second) {
                page.contribute(each.node, each.entry, each.elements);
            }
        }
    }
    return wanted;
}

using MakeLevel = std::unique_ptr<rtl::Network> (*)(const rtl::NetworkDescription& description);

void expect_the_page(MakeLevel make, int first, int networks) {
    for (int i = first; i < first + networks; ++i) {
        DrawnReductions drawn(static_cast<std::uint64_t>(i));
        SCOPED_TRACE(drawn.text);
        Consumed consumed;
        drawn.description.observer = &consumed;
        drawn.description.reductions = std::make_shared<const rtl::ReductionSetup>(drawn.setup);
        const auto network = make(drawn.description);
        Driver driver(drawn, static_cast<std::uint64_t>(i));
        network->run(driver);
        network->check_invariants();
        const std::vector<Handed> wanted = by_the_page(drawn, consumed, driver);
        for (std::size_t k = 0; k < std::min(wanted.size(), driver.found.size()); ++k) {
            ASSERT_TRUE(driver.found[k] == wanted[k])
                << text_of(driver.found[k]) << " for " << text_of(wanted[k]);
        }
        EXPECT_EQ(driver.found.size(), wanted.size());
        EXPECT_EQ(driver.wrong, 0);
        // Some of the drawn routings may deadlock, with operands as with other messages.
        EXPECT_TRUE(driver.ended() == drawn.lengths.size() ||
                    rtl::find_deadlock(network->waits(), *drawn.network.topology).found());
    }
}

/// Sections 3 and 4 of the page: the messages of a run whose messages are all operations.
class MessagesByThePage {
public:
    MessagesByThePage(const ExperimentConfig& config, const BuiltNetwork& built)
        : setup_(*built.network->description().reductions),
          page_(setup_),
          entries_(static_cast<std::size_t>(setup_.entries), 0),
          children_(setup_.parents.size()),
          sequence_(setup_.parents.size(), 0),
          classes_(config.router.message_classes),
          barrier_(config.traffic.collective.exchange.kind == tl::ExchangeKind::barrier),
          places_(config.traffic, *built.topology, config.seed) {
        const tl::Exchange exchange =
            exchange_of(config.traffic, config.router, *built.topology, borrowed(*built.routing));
        const tl::Plan& plan = exchange.order().plan();
        for (std::uint32_t i = 0; i < plan.messages().size(); ++i) {
            const tl::PlanMessage& message = plan.messages()[i];
            if (!exchange.load(i).combine) {
                children_[static_cast<std::size_t>(message.from)].push_back(
                    plan.addresses(message)->address);
            }
        }
    }

    void edge(rtl::Cycle edge, const Consumed& consumed) {
        const std::vector<Handed> handed = page_.hand_over(edge);
        if (const auto flits = consumed.flits.find(edge); flits != consumed.flits.end()) {
            for (const auto& [node, flit] : flits->second) {
                page_.flit(node, entry_of_.at(flit.message), flit.message, 0, flit.is_tail());
            }
        }
        for (const Handed& each : handed) {
            if (!each.back && !setup_.is_root(each.node)) {
                send(edge, each, setup_.parents[static_cast<std::size_t>(each.node)], 0);
                continue;
            }
            --entries_[static_cast<std::size_t>(each.entry)];
            for (const topo::NodeId child : children_[static_cast<std::size_t>(each.node)]) {
                send(edge, each, child, classes_ - 1);
            }
        }
        begin(edge);
    }

    std::vector<rtl::Message> messages;
    std::size_t most_held = 0;

private:
    void send(rtl::Cycle edge, const Handed& what, topo::NodeId to, int message_class) {
        rtl::Message message;
        message.id = messages.size();
        message.source = what.node;
        message.destination = to;
        message.length = static_cast<std::uint32_t>(what.elements.size());
        message.sequence = sequence_[static_cast<std::size_t>(what.node)]++;
        message.message_class = message_class;
        message.generated = edge;
        entry_of_[message.id] = what.entry;
        messages.push_back(message);
    }

    void begin(rtl::Cycle edge) {
        for (const rtl::Message& place : places_.messages_at(edge)) {
            if (setup_.is_root(place.source)) {
                held_.push_back(barrier_ ? 1 : place.length);
            }
        }
        const auto nodes = static_cast<topo::NodeId>(setup_.parents.size());
        for (std::size_t entry = 0; entry < entries_.size() && !held_.empty(); ++entry) {
            if (entries_[entry] > 0) {
                continue;
            }
            for (topo::NodeId node = 0; node < nodes; ++node) {
                page_.contribute(node, static_cast<int>(entry), Elements(held_.front(), 0));
            }
            entries_[entry] = setup_.back ? nodes : 1;
            held_.pop_front();
        }
        most_held = std::max(most_held, held_.size());
    }

    const rtl::ReductionSetup setup_;
    PageUnits page_;
    std::vector<topo::NodeId> entries_;  ///< nodes that wait for a result
    std::vector<std::vector<topo::NodeId>> children_;
    std::vector<std::uint32_t> sequence_;
    int classes_;
    bool barrier_;
    MessageSource places_;
    std::deque<std::uint32_t> held_;  ///< lengths of operations
    std::map<rtl::MessageId, int> entry_of_;
};

TEST(ReductionRun, SendsTheMessagesOfThePage) {
    Draw draw(5);
    std::size_t most_held = 0;
    for (int i = 0; i < 60; ++i) {
        const std::string text =
            "topology: " +
            draw.word({"{kind: mesh, size: [4, 3]}", "{kind: hypercube, dimensions: 3}",
                       "{kind: ring, nodes: 7}", "{kind: complete, nodes: 5}"}) +
            "\nrouter: {message_classes: " + std::to_string(draw.number(1, 2)) +
            ", injection_ports: " + draw.word({"1", "2", "all"}) +
            "}\ntraffic: {rate: 0.02, length: {distribution: geometric, mean: 4}, "
            "startup_cycles: " +
            std::to_string(draw.number(0, 20)) +
            ", collective: {fraction: 1, kind: " + draw.word({"reduce", "all_reduce", "barrier"}) +
            ", in_network: true, root: " + std::to_string(draw.number(0, 4)) +
            ", entries: " + std::to_string(draw.number(1, 4)) +
            "}}\nmeasure: {warmup_messages: 0, max_cycles: 1500}\nseed: " + std::to_string(i) +
            "\n";
        SCOPED_TRACE(text);
        const ExperimentConfig config = read(text);
        Consumed consumed;
        const BuiltNetwork built = make_network(config, {&consumed});
        std::vector<rtl::Message> found;
        SimulationHooks hooks;
        hooks.generated = [&](const rtl::Message& message) { found.push_back(message); };
        const Result result = simulate(config, *built.network, hooks);
        MessagesByThePage page(config, built);
        for (rtl::Cycle edge = 0; edge < result.simulated_cycles; ++edge) {
            page.edge(edge, consumed);
        }
        const auto fields = [](const rtl::Message& m) {
            return std::tie(m.id, m.source, m.destination, m.length, m.sequence, m.message_class,
                            m.generated);
        };
        for (std::size_t k = 0; k < std::min(found.size(), page.messages.size()); ++k) {
            ASSERT_EQ(fields(found[k]), fields(page.messages[k])) << "message " << k;
        }
        EXPECT_EQ(found.size(), page.messages.size());
        EXPECT_GT(found.size(), 20u);
        most_held = std::max(most_held, page.most_held);
    }
    EXPECT_GT(most_held, 3u);
}

class UnitsByThePage : public ::testing::TestWithParam<int> {};

TEST_P(UnitsByThePage, HandOverTheSameAtTheSameEdge) {
    expect_the_page(&tl::make_fast_network, 100 * GetParam(), 100);
}

TEST_P(UnitsByThePage, HandOverTheSameAtLevelSignal) {
    for (int i = 0; i < 20; ++i) {
        const FreshKernel kernel;
        expect_the_page(&rtl::make_signal_network, 100 * GetParam() + i, 1);
    }
}

std::unique_ptr<rtl::Network> with_verilated_units(const rtl::NetworkDescription& description) {
    return std::make_unique<rtl::SignalNetwork>(description, rtl::RouterFactory{},
                                                cosim::make_verilated_combining);
}

TEST_P(UnitsByThePage, HandOverTheSameInVerilog) {
    for (int i = 20; i < 35; ++i) {
        const FreshKernel kernel;
        expect_the_page(&with_verilated_units, 100 * GetParam() + i, 1);
    }
}

INSTANTIATE_TEST_SUITE_P(Random, UnitsByThePage, ::testing::Range(0, sized(4, 210)));

}  // namespace
}  // namespace flitscope::tb
