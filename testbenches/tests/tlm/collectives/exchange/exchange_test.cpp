// Exchanges as plans: whoever comes first, every node ends with what it should have.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "testbenches/tests/support/draw.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "tlm/collectives/exchange/exchange_values.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tl {
namespace {

using Kind = ExchangeKind;

struct Net {
    explicit Net(const std::string& kind, const Options& options)
        : topology(topo::make_topology(kind, options)),
          routing(topo::make_routing(topo::find_topology(kind).default_routing, *topology, {})) {}
    std::unique_ptr<topo::Topology> topology;
    std::shared_ptr<const topo::RoutingFunction> routing;
};

Net mesh(std::int64_t x, std::int64_t y) {
    return Net("mesh", {{"size", std::vector<std::int64_t>{x, y}}});
}
Net cube(std::int64_t dimensions) { return Net("hypercube", {{"dimensions", dimensions}}); }
Net ring(std::int64_t nodes) { return Net("ring", {{"nodes", nodes}}); }

Exchange made(const Net& net, const std::string& algorithm, const ExchangeRequest& request) {
    return make_exchange(find_exchange(algorithm), *net.topology, net.routing, request);
}

std::string refusal(const Net& net, const std::string& algorithm, const ExchangeRequest& request) {
    try {
        made(net, algorithm, request);
    } catch (const OptionError& error) {
        return error.key() + ": " + error.what();
    }
    return "none";
}

/// Messages take times of their own. `forgotten`: its receiver never looks at this one.
std::int64_t wrong_results(const Exchange& exchange, tb::Draw& draw, std::uint32_t forgotten) {
    ExchangeValues values(exchange, 7);
    PlanProgress progress(exchange.order());
    PlanProgress::Ready ready;
    std::vector<std::pair<std::uint32_t, topo::NodeId>> under_way;
    const auto send = [&] {
        for (const PlanOrder::Sends* const sends : ready) {
            values.sent(*sends);
            for (std::uint32_t i = sends->first; i < sends->last; ++i) {
                const Plan& plan = exchange.order().plan();
                const std::uint32_t message = plan.by_sender()[i];
                under_way.emplace_back(message, plan.addresses(plan.messages()[message])->address);
            }
        }
        ready.clear();
    };
    progress.begin(ready);
    send();
    while (!under_way.empty()) {
        const auto next =
            under_way.begin() + draw.number(0, static_cast<int>(under_way.size()) - 1);
        const auto [message, node] = *next;
        under_way.erase(next);
        if (message != forgotten) {
            values.received(message);
        }
        progress.received(message, node, ready);
        send();
    }
    EXPECT_TRUE(progress.complete());
    return values.wrong_results();
}
constexpr std::uint32_t kNone = UINT32_MAX;

/// visit(net, algorithm, request) for what every algorithm is defined for.
template <typename Visit>
void for_each_exchange(const std::vector<const Net*>& nets, Visit visit) {
    for (const Net* const net : nets) {
        for (const ExchangeEntry& entry : exchanges()) {
            for (const Kind kind : entry.kinds) {
                ExchangeRequest request;
                request.kind = kind;
                request.root = net->topology->nodes() / 3;
                request.operation = Reduction::max;
                SCOPED_TRACE(net->topology->kind() + " " + std::to_string(net->topology->nodes()) +
                             " " + entry.algorithm + " " + name_of(kind));
                if (refusal(*net, entry.algorithm, request) == "none") {
                    visit(*net, entry.algorithm, request);
                }
            }
        }
    }
}

TEST(Exchange, LeavesEveryNodeWithWhatItShouldHave) {
    tb::Draw draw(3);
    const Net a = mesh(4, 4), b = mesh(5, 3), c = cube(1), d = cube(4), e = ring(3), f = ring(23);
    int count = 0;
    for_each_exchange({&a, &b, &c, &d, &e, &f},
                      [&](const Net& net, const std::string& algorithm, ExchangeRequest request) {
                          for (const Reduction operation :
                               {Reduction::sum, Reduction::min, Reduction::max, Reduction::bit_and,
                                Reduction::bit_or, Reduction::bit_xor}) {
                              request.operation = operation;
                              if (refusal(net, algorithm, request) != "none") {
                                  continue;  // its own test says when
                              }
                              const Exchange exchange = made(net, algorithm, request);
                              EXPECT_EQ(wrong_results(exchange, draw, kNone), 0);
                              ++count;
                          }
                      });
    EXPECT_GT(count, 300);
}

TEST(Exchange, MissesEveryMessageThatIsLeftOut) {
    tb::Draw draw(5);
    const Net a = mesh(3, 3), b = cube(3);
    for_each_exchange(
        {&a, &b}, [&](const Net& net, const std::string& algorithm, ExchangeRequest request) {
            if (request.kind == Kind::barrier) {
                return;  // of which the greatest operand may be enough
            }
            request.operation = algorithm == "dissemination" ? request.operation : Reduction::sum;
            const Exchange exchange = made(net, algorithm, request);
            for (std::uint32_t i = 0; i < exchange.order().plan().messages().size(); ++i) {
                EXPECT_GT(wrong_results(exchange, draw, i), 0) << i;
            }
        });
}

TEST(Exchange, TakesTheStepsOfItsAlgorithm) {
    const Net four = cube(4), odd = ring(11);
    const auto steps = [](const Net& net, const std::string& algorithm, Kind kind) {
        ExchangeRequest request;
        request.kind = kind;
        request.operation = Reduction::max;
        return made(net, algorithm, request).order().plan().steps();
    };
    EXPECT_EQ(steps(four, "tree", Kind::reduce), 4);
    EXPECT_EQ(steps(four, "tree", Kind::all_gather), 8);
    EXPECT_EQ(steps(odd, "tree", Kind::gather), 4);
    EXPECT_EQ(steps(odd, "ring", Kind::all_gather), 10);
    EXPECT_EQ(steps(odd, "ring", Kind::all_reduce), 20);
    EXPECT_EQ(steps(odd, "ring", Kind::all_to_all), 10);
    EXPECT_EQ(steps(four, "recursive_doubling", Kind::all_to_all), 4);
    EXPECT_EQ(steps(four, "pairwise", Kind::all_to_all), 15);
    EXPECT_EQ(steps(odd, "pairwise", Kind::all_to_all), 10);
    EXPECT_EQ(steps(odd, "dissemination", Kind::barrier), 4);
    EXPECT_EQ(steps(odd, "dissemination", Kind::all_to_all), 4);
}

TEST(Exchange, HasNobodySendOrReceiveTwiceInAStep) {
    const Net a = mesh(4, 4), b = ring(13);
    for_each_exchange({&a, &b}, [&](const Net& net, const std::string& algorithm,
                                    const ExchangeRequest& request) {
        const Exchange exchange = made(net, algorithm, request);
        std::set<std::pair<int, topo::NodeId>> senders, receivers;
        for (const PlanMessage& message : exchange.order().plan().messages()) {
            EXPECT_TRUE(senders.emplace(message.step, message.from).second);
            EXPECT_TRUE(
                receivers.emplace(message.step, exchange.order().plan().addresses(message)->address)
                    .second);
        }
    });
}

/// Of L flits an operand: what all messages have together.
TEST(Exchange, SendsAsManyFlitsAsItsOperandsHave) {
    const Net net = cube(3);
    const auto flits = [&](const std::string& algorithm, Kind kind, std::uint32_t length) {
        ExchangeRequest request;
        request.kind = kind;
        const Exchange exchange = made(net, algorithm, request);
        std::int64_t sum = 0;
        for (std::uint32_t i = 0; i < exchange.order().plan().messages().size(); ++i) {
            sum += exchange.flits(i, length);
        }
        return std::pair{sum, exchange.most_flits(length)};
    };
    using Flits = std::pair<std::int64_t, std::int64_t>;
    EXPECT_EQ(flits("tree", Kind::reduce, 10), (Flits{70, 10}));
    EXPECT_EQ(flits("tree", Kind::gather, 10), (Flits{120, 40}));
    EXPECT_EQ(flits("tree", Kind::barrier, 10), (Flits{14, 1}));
    EXPECT_EQ(flits("ring", Kind::all_reduce, 21), (Flits{2 * 7 * 21, 3}));
    EXPECT_EQ(flits("ring", Kind::all_reduce, 3), (Flits{2 * 7 * 8, 1}));  // nothing is a flit, too
    EXPECT_EQ(flits("ring", Kind::all_gather, 10), (Flits{560, 10}));
    EXPECT_EQ(flits("recursive_doubling", Kind::all_gather, 10), (Flits{560, 40}));
    EXPECT_EQ(flits("dissemination", Kind::all_to_all, 10), (Flits{8 * 3 * 40, 40}));
    EXPECT_EQ(flits("pairwise", Kind::all_to_all, 10), (Flits{560, 10}));
}

TEST(Exchange, RunsAroundARingOfNeighbours) {
    for (const Net& net : {mesh(4, 5), mesh(3, 7), cube(5)}) {
        const Exchange exchange = made(net, "ring", {Kind::all_gather});
        std::vector<topo::NodeId> nodes;  // in the order of the ring
        for (const PlanMessage& message : exchange.order().plan().step(0)) {
            nodes.push_back(message.from);
        }
        EXPECT_EQ(std::set<topo::NodeId>(nodes.begin(), nodes.end()).size(),
                  static_cast<std::size_t>(net.topology->nodes()));
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
            EXPECT_EQ(net.topology->distance(nodes[i], nodes[i + 1]), 1) << i;
        }
    }
}

TEST(Exchange, SaysWhatItNeeds) {
    ExchangeRequest request;
    EXPECT_EQ(refusal(ring(6), "recursive_doubling", request),
              "algorithm: recursive_doubling does not fit a network of 6 nodes, it needs 2, 4, 8, "
              "... nodes");
    EXPECT_EQ(refusal(ring(6), "dissemination", request),
              "operation: dissemination combines some operands twice on a network of 6 nodes: it "
              "needs min, max, and, or, or 2, 4, 8, ... nodes");
    EXPECT_EQ(refusal(cube(3), "dissemination", request), "none");
    EXPECT_EQ(refusal(ring(6), "pairwise", request),
              "algorithm: pairwise has no all_reduce, it has all_to_all; all_reduce has tree, "
              "ring, recursive_doubling, dissemination");
    request.root = 6;
    EXPECT_EQ(refusal(ring(6), "tree", request), "root: node: root = 6, must be 0..5");
    request.root = 0;
    request.tree = "rd";
    EXPECT_NE(refusal(ring(6), "tree", request).find("tree: rd does not fit"), std::string::npos);
    request.tree = "pcp";
    EXPECT_EQ(refusal(ring(6), "tree", request),
              "tree: \"pcp\" is no broadcast along a tree of messages");
    EXPECT_EQ(exchange_trees(),
              (std::vector<std::string>{"binomial", "sbt", "rd", "ternary", "edn"}));
    request.kind = Kind::all_to_all;
    EXPECT_NE(refusal(mesh(64, 64), "pairwise", request).find("2097152 messages"),
              std::string::npos);
}

}  // namespace
}  // namespace flitscope::tl
