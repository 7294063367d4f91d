#include "testbenches/tests/tlm/collectives/plan_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "topologies/registry.h"
#include "topologies/routing/hamiltonian.h"

namespace flitscope::tl {

Plan plan_of(const topo::Topology& topology, const std::string& algorithm,
             const PlanRequest& request) {
    const auto& kind = topo::find_topology(topology.kind());
    return make_plan(find_collective(algorithm), topology,
                     topo::make_routing(kind.default_routing, topology, {}), request);
}

NodeText as_id() {
    return [](topo::NodeId node) { return std::to_string(node); };
}

NodeText as_label(const topo::Topology& mesh) {
    const topo::Hamiltonian routing(dynamic_cast<const topo::Mesh&>(mesh));
    return [labels = routing.labels()](topo::NodeId node) {
        return std::to_string(labels.label(node));
    };
}

NodeText as_place(const topo::Topology& topology) {
    return [&topology](topo::NodeId node) { return topology.node_name(node); };
}

namespace {

template <typename Items, typename Text>
std::string joined(const Items& items, const Text& text) {
    std::string all;
    for (const auto& item : items) {
        all += (all.empty() ? "" : " ") + text(item);
    }
    return all;
}

Nodes header_of(const Plan& plan, const PlanMessage& message) {
    Nodes nodes;
    for (std::uint32_t i = 0; i < message.address_count; ++i) {
        nodes.push_back(plan.addresses(message)[i].address);
    }
    return nodes;
}

}  // namespace

std::vector<std::string> paths(const topo::Topology& topology, const Plan& plan,
                               const NodeText& text) {
    PlanWalk walk(topology, plan);
    std::vector<std::string> all;
    for (const PlanMessage& message : plan.messages()) {
        all.push_back(joined(walk.follow(message).path, text));
    }
    return all;
}

std::vector<std::string> lists(const Plan& plan, const NodeText& text) {
    std::vector<std::string> all;
    for (const PlanMessage& message : plan.messages()) {
        all.push_back(joined(header_of(plan, message), text));
    }
    return all;
}

std::vector<std::string> actions(const topo::Topology& topology, const Plan& plan,
                                 const NodeText& text) {
    PlanWalk walk(topology, plan);
    std::vector<std::string> all;
    for (const PlanMessage& message : plan.messages()) {
        const HeaderWay& way = walk.follow(message);
        std::string line;
        for (std::size_t i = 0; i < way.actions.size(); ++i) {
            line += (i == 0 ? "" : " ") + text(way.path[i + 1]) + ":" +
                    rtl::control_bits(way.actions[i]);
        }
        all.push_back(line);
    }
    return all;
}

std::vector<std::string> sends(const Plan& plan, const NodeText& text) {
    std::vector<std::string> all;
    for (int step = 0; step < plan.steps(); ++step) {
        all.push_back(joined(plan.step(step), [&](const PlanMessage& message) {
            return text(message.from) + ">" + joined(header_of(plan, message), text);
        }));
    }
    return all;
}

std::vector<PlanMessage> sent_by(const Plan& plan, topo::NodeId node) {
    const std::vector<PlanMessage>& messages = plan.messages();
    auto next = std::partition_point(plan.by_sender().begin(), plan.by_sender().end(),
                                     [&](auto number) { return messages[number].from < node; });
    std::vector<PlanMessage> sent;
    for (; next != plan.by_sender().end() && messages[*next].from == node; ++next) {
        sent.push_back(messages[*next]);
    }
    return sent;
}

PlanChecks::PlanChecks(const topo::Topology& topology, const Plan& plan)
    : topology_(topology), plan_(plan) {
    PlanWalk walk(topology, plan);
    for (const PlanMessage& message : plan.messages()) {
        walked_.push_back({&message, walk.follow(message)});
    }
}

std::string PlanChecks::name() const {
    const auto last = topology_.node_name(topology_.nodes() - 1);
    return plan_.algorithm() + " on " + topology_.kind() + " up to " + last + " from " +
           topology_.node_name(plan_.source());
}

void PlanChecks::expect_delivers(const std::set<topo::NodeId>& destinations) const {
    std::map<std::pair<topo::NodeId, PlanPart>, int> got;  // the step
    std::set<PlanPart> parts;
    for (const Walked& each : walked_) {
        parts.insert(each.message->part);
        for (const topo::NodeId node : each.way.receivers()) {
            EXPECT_EQ(destinations.count(node), 1U) << name() << ": " << node << " gets a copy";
            EXPECT_TRUE(
                got.emplace(std::make_pair(node, each.message->part), each.message->step).second)
                << name() << ": " << node << " gets it twice";
        }
    }
    EXPECT_EQ(got.size(), destinations.size() * parts.size()) << name();
    std::map<topo::NodeId, std::vector<std::uint32_t>> sent;
    for (const Walked& each : walked_) {
        const PlanMessage& message = *each.message;
        sent[message.from].push_back(message.first_address);
        if (message.from != plan_.source()) {
            const auto received = got.find({message.from, message.part});
            EXPECT_TRUE(received != got.end() && received->second < message.step)
                << name() << ": " << message.from << " sends what it does not have";
        }
    }
    for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
        std::vector<std::uint32_t> listed;
        for (const PlanMessage& message : sent_by(plan_, node)) {
            listed.push_back(message.first_address);
        }
        EXPECT_EQ(listed, sent[node]) << name() << ": sent by " << node;
    }
}

void PlanChecks::expect_broadcasts() const {
    std::set<topo::NodeId> all;
    for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
        all.insert(node);
    }
    all.erase(plan_.source());
    expect_delivers(all);
}

void PlanChecks::expect_free_of_contention() const {
    std::set<std::tuple<int, topo::NodeId, topo::NodeId>> taken;
    for (const Walked& each : walked_) {
        for (std::size_t i = 0; i + 1 < each.way.path.size(); ++i) {
            const topo::NodeId from = each.way.path[i];
            const topo::NodeId to = each.way.path[i + 1];
            EXPECT_EQ(topology_.distance(from, to), 1) << name();
            EXPECT_TRUE(taken.emplace(each.message->step, from, to).second)
                << name() << ": step " << each.message->step << ", " << from << " to " << to;
        }
    }
}

void PlanChecks::expect_one_port() const {
    std::set<std::pair<int, topo::NodeId>> senders;
    std::set<std::pair<int, topo::NodeId>> receivers;
    for (const Walked& each : walked_) {
        EXPECT_TRUE(senders.emplace(each.message->step, each.message->from).second) << name();
        EXPECT_TRUE(receivers.emplace(each.message->step, each.way.path.back()).second) << name();
    }
}

void PlanChecks::expect_monotone_lists() const {
    const topo::Hamiltonian routing(dynamic_cast<const topo::Mesh&>(topology_));
    for (const Walked& each : walked_) {
        EXPECT_EQ(each.way.receivers(), header_of(plan_, *each.message)) << name();
        const auto label = [&](std::size_t i) { return routing.labels().label(each.way.path[i]); };
        for (std::size_t i = 2; i < each.way.path.size(); ++i) {
            EXPECT_EQ(label(i) > label(i - 1), label(1) > label(0)) << name();
        }
    }
}

}  // namespace flitscope::tl
