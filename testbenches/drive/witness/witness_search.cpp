#include "testbenches/drive/witness/witness_search.h"

#include <algorithm>
#include <tuple>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/choice.h"
#include "rtl_models/router/route_choice.h"
#include "rtl_models/router/vc_credits.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/traffic/trace_source.h"
#include "topologies/registry.h"
#include "topologies/routing/next_router.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr std::size_t kPairsWanted = 64;  // of a channel
constexpr int kWalks = 200000;
constexpr int kMaxOthers = 200;  // messages that only use up a number

/// Offers messages until all are delivered, or some wait for each other, or time is up.
class WitnessClient final : public rtl::NetworkClient {
public:
    WitnessClient(std::vector<TraceRow> messages, const topo::Topology& topology)
        : under_way_(messages.size()),
          topology_(topology),
          source_(std::make_shared<const Trace>(Trace{std::move(messages), {}, {}}),
                  topology.nodes(), 0) {}

    rtl::Cycle next_edge() const override { return std::min(source_.next_edge(), next_look_); }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        if (edge >= next_look_) {
            next_look_ = edge + kLook;
            found_ = rtl::find_deadlock(network.waits(), topology_);
            edge_ = edge;
        }
        if (source_.next_edge() == edge) {
            for (const rtl::Message& message : source_.messages_at(edge)) {
                network.offer(message);
            }
        }
        return under_way_ > 0 && !found_.found() && edge < WitnessSearch::kMaxCycles;
    }
    void delivered(const rtl::Delivery& /*delivery*/) override { --under_way_; }

    const rtl::Deadlock& found() const { return found_; }
    rtl::Cycle edge() const { return edge_; }

private:
    static constexpr rtl::Cycle kLook = 200;

    std::size_t under_way_;
    const topo::Topology& topology_;
    TraceSource source_;
    rtl::Cycle next_look_ = kLook;
    rtl::Cycle edge_ = 0;
    rtl::Deadlock found_;
};

}  // namespace

WitnessSearch::WitnessSearch(const ExperimentConfig& config, const topo::RoutingCheck& check,
                             const std::vector<int>& effective_class)
    : config_(config),
      topology_(topo::make_topology(config.topology.name, config.topology.options)),
      routing_(topo::make_routing(config.routing.name, *topology_, config.routing.options)),
      description_(describe_network(config, *topology_, *routing_)),
      cycle_(check.cycle),
      effective_class_(effective_class),
      pairs_(check.cycle.size()) {
    for (std::size_t i = 0; i < cycle_.size(); ++i) {
        index_.emplace(Channel{cycle_[i].from, cycle_[i].port, cycle_[i].vc_class}, i);
    }
    find_pairs();
}

/// `at_source`: the source is where the channel begins, if nodes are there; else any node.
WitnessSearch::Pair WitnessSearch::draw_pair(std::size_t channel, bool at_source) {
    const int nodes = topology_->nodes();
    const topo::RouterId from = cycle_[channel].from;
    const bool there = at_source && topology_->nodes_at(from) > 0;
    const topo::NodeId source = there ? topology_->first_node(from) : number(0, nodes - 1);
    const topo::NodeId destination = (source + number(1, nodes - 1)) % nodes;
    return {source, destination, number(0, config_.router.message_classes - 1)};
}

void WitnessSearch::find_pairs() {
    for (int walk = 0; walk < kWalks; ++walk) {
        const Pair pair =
            draw_pair(static_cast<std::size_t>(walk) % cycle_.size(), walk < kWalks / 2);
        follow(pair, static_cast<std::uint16_t>(random_()), [&](std::size_t i) {
            if (pairs_[i].size() < kPairsWanted) {
                pairs_[i].push_back(pair);
            }
        });
        if (std::all_of(pairs_.begin(), pairs_.end(),
                        [](const auto& found) { return found.size() >= kPairsWanted; })) {
            return;
        }
    }
}

template <typename Passed>
void WitnessSearch::follow(const Pair& pair, std::uint16_t salt, Passed passed) {
    topo::RouteQuery query;
    query.here = query.source = topology_->place(pair.source).router;
    query.destination = topology_->place(pair.destination).router;
    query.salt = salt;
    const bool by_load = topo::chooses_by_load(routing_->selection());
    std::vector<topo::RouteCandidate> candidates;
    auto held = index_.end();
    while (query.here != query.destination) {
        topo::RouteCandidate taken;
        if (by_load) {
            candidates.clear();
            routing_->candidates(query, candidates);
            taken = candidates[static_cast<std::size_t>(random_()) % candidates.size()];
        } else {
            taken = rtl::choose_by_salt(*routing_, routing_->selection(), query, candidates);
        }
        const auto k =
            static_cast<std::size_t>(pair.message_class * routing_->vc_classes() + taken.vc_class);
        const auto wanted = index_.find({query.here, taken.port, effective_class_[k]});
        if (held != index_.end() && wanted != index_.end() &&
            wanted->second == (held->second + 1) % cycle_.size()) {
            passed(held->second);
        }
        held = wanted;
        topo::go_through(*topology_, taken, query);
    }
}

std::uint32_t WitnessSearch::draw_length() {
    const int most = rtl::VcCredits(config_.router).most();
    const int buffer = most == rtl::kUnbounded ? 16 : most;
    const bool whole = config_.router.switching != rtl::Switching::wormhole;
    return static_cast<std::uint32_t>(whole ? number(1, buffer) : number(1, 8 * buffer + 8));
}

TraceRow WitnessSearch::message(const Pair& pair, rtl::Cycle cycle, std::uint32_t length) const {
    TraceRow row;
    row.cycle = cycle;
    row.source = pair.source;
    row.destination = pair.destination;
    row.message_class = pair.message_class;
    row.length = length;
    return row;
}

/// Draws some messages for every channel of the cycle, all within a few cycles.
std::vector<TraceRow> WitnessSearch::draw_together() {
    std::vector<TraceRow> messages;
    const int most = number(1, 2 * config_.router.virtual_channels + 2);
    const int spread = number(0, 3) * number(1, 10);
    const std::uint32_t length = draw_length();
    const bool alike = number(0, 1) == 0;
    for (const std::vector<Pair>& pairs : pairs_) {
        for (int i = alike ? most : number(1, most); i > 0 && !pairs.empty(); --i) {
            const Pair& pair = pairs[static_cast<std::size_t>(random_()) % pairs.size()];
            messages.push_back(message(pair, number(0, spread), alike ? length : draw_length()));
        }
    }
    std::stable_sort(messages.begin(), messages.end(),
                     [](const TraceRow& a, const TraceRow& b) { return a.cycle < b.cycle; });
    return messages;
}

/// Draws one message for each channel of the cycle in turn, every two cycles. If the salt of the
/// next message number leads no message over the channel, short messages elsewhere use up numbers.
std::vector<TraceRow> WitnessSearch::draw_by_number() {
    const int vcs = config_.router.virtual_channels;
    std::vector<TraceRow> messages;
    rtl::Cycle cycle = 0;
    for (int round = number(1, 4) * vcs; round > 0; --round) {
        for (std::size_t channel = 0; channel < cycle_.size(); ++channel, cycle += 2) {
            for (int others = 0; others < kMaxOthers; ++others) {
                const auto pair =
                    draw_pair_of(channel, messages.size() + static_cast<std::size_t>(others));
                if (!pair) {
                    continue;
                }
                for (; others > 0; --others) {
                    const topo::NodeId node = others % topology_->nodes();
                    messages.push_back(message({node, neighbour(node), 0}, cycle, 1));
                }
                messages.push_back(message(*pair, cycle + 1, draw_length()));
                break;
            }
        }
    }
    return messages;
}

/// A pair whose message with this number takes the channel and the next one; none: not found.
std::optional<WitnessSearch::Pair> WitnessSearch::draw_pair_of(std::size_t channel,
                                                               std::size_t message_number) {
    constexpr int kDraws = 40;
    const std::uint16_t salt = rtl::message_salt(config_.seed, message_number);
    for (int draw = 0; draw < kDraws; ++draw) {
        const Pair pair = draw_pair(channel, draw % 2 == 0);
        bool found = false;
        follow(pair, salt, [&](std::size_t i) { found = found || i == channel; });
        if (found) {
            return pair;
        }
    }
    return std::nullopt;
}

/// A node at the next router, or any other one where no node is there.
topo::NodeId WitnessSearch::neighbour(topo::NodeId node) const {
    const topo::RouterId here = topology_->place(node).router;
    topo::PortId port = 0;
    while (!topology_->peer(here, port).connected()) {
        ++port;
    }
    const topo::RouterId there = topology_->peer(here, port).node;
    return topology_->nodes_at(there) > 0 ? topology_->first_node(there)
                                          : (node + 1) % topology_->nodes();
}

std::optional<Witness> WitnessSearch::simulate(std::vector<TraceRow> messages) const {
    WitnessClient client(messages, *topology_);
    tl::make_fast_network(description_)->run(client, rtl::kNever);
    if (!client.found().found()) {
        return std::nullopt;
    }
    return Witness{std::move(messages), client.edge(), client.found()};
}

/// Removes the messages that the deadlock does not need.
Witness WitnessSearch::reduce(Witness witness) const {
    for (std::size_t i = witness.messages.size(); i-- > 0;) {
        std::vector<TraceRow> fewer = witness.messages;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (auto smaller = simulate(std::move(fewer))) {
            witness = std::move(*smaller);
        }
    }
    return witness;
}

std::optional<Witness> WitnessSearch::find() {
    if (std::all_of(pairs_.begin(), pairs_.end(), [](const auto& all) { return all.empty(); })) {
        return std::nullopt;
    }
    for (; tries_ < kTries; ++tries_) {
        std::vector<TraceRow> messages = tries_ % 2 == 0 ? draw_together() : draw_by_number();
        most_messages_ = std::max(most_messages_, static_cast<int>(messages.size()));
        if (auto witness = simulate(std::move(messages))) {
            ++tries_;
            Witness small = reduce(std::move(*witness));
            // In the order in which they join, so that ids are the numbers that an event log has.
            std::stable_sort(small.messages.begin(), small.messages.end(),
                             [](const TraceRow& a, const TraceRow& b) {
                                 return std::tie(a.cycle, a.source) < std::tie(b.cycle, b.source);
                             });
            for (std::size_t i = 0; i < small.messages.size(); ++i) {
                small.messages[i].id = std::to_string(i);
            }
            return small;
        }
    }
    return std::nullopt;
}

}  // namespace flitscope::tb
