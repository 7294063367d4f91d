#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "rtl_models/router/reduction_unit.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMaxCount = 1000000000;

/// `length: 5`, or a section {distribution, ...}.
void read_length(ConfigSection& traffic, PartConfig& length) {
    const ConfigNode* node = traffic.find("length");
    const bool plain = node != nullptr && node->kind != ConfigNode::Kind::mapping &&
                       node->kind != ConfigNode::Kind::null;
    if (plain) {
        std::int64_t flits = 0;
        traffic.integer("length", flits, 1, INT32_MAX);
        length = {"fixed", {{"mean", flits}}};
        return;
    }
    if (node == nullptr) {
        return;
    }
    ConfigSection section = traffic.section("length");
    length = read_part(section, "distribution", known_lengths(), length.name);
    section.finish();
}

/// `rate` or `load`. Models may have any unit of time.
void read_rate(ConfigSection& section, ConfigUse use, TrafficConfig& traffic) {
    if (section.has("rate") && section.has("load")) {
        section.fail("load", "given together with traffic.rate", "one of load and rate");
    }
    section.real("rate", traffic.rate, 0, use == ConfigUse::model ? 1e18 : 1);
    if (section.has("load")) {
        traffic.load = 0;  // read where the lengths are known, which bound it
    }
}

/// Notes keys of a section that have no effect with this part of the traffic.
void note_unused(const ConfigSection& section, const std::string& part,
                 std::initializer_list<const char*> keys) {
    for (const char* const key : keys) {
        section.without_effect(key, part);
    }
}

/// The rows of a trace say what is sent; the configuration only says how operations work.
void note_unused_with_trace(ConfigSection& traffic, const PartConfig& pattern) {
    const std::string trace = std::string("traffic.arrivals = ") + kTraceArrivals;
    note_unused(traffic, trace, {"pattern", "rate", "load", "length", "class_shares"});
    for (const OptionSpec& option : options_of(known_patterns(), pattern.name)) {
        traffic.without_effect(option.name, trace);
    }
    note_unused(traffic.section("broadcast"), trace, {"fraction", "root"});
    note_unused(traffic.section("multicast"), trace, {"fraction", "destinations", "root"});
    note_unused(traffic.section("collective"), trace, {"fraction"});
}

/// All algorithms except those that are only for `others`.
void read_algorithm(ConfigSection& section, tl::CollectiveGoal others, std::string& algorithm) {
    std::vector<std::string> algorithms;
    for (const tl::CollectiveEntry& entry : tl::collectives()) {
        if (entry.goal != others) {
            algorithms.push_back(entry.algorithm);
        }
    }
    section.word("algorithm", algorithm, algorithms);
}

/// As many as there are message classes (config_checks.cpp).
void read_class_shares(ConfigSection& section, TrafficConfig& traffic) {
    section.reals("class_shares", traffic.class_shares, 0, 1);
    const double sum =
        std::accumulate(traffic.class_shares.begin(), traffic.class_shares.end(), 0.0);
    if (!traffic.class_shares.empty() && std::abs(sum - 1) > 1e-9) {
        section.fail("class_shares", fmt::format("the sum is {}", sum),
                     "shares of the message classes, 1 in all");
    }
}

/// A queue without a bound is never full.
void read_when_full(ConfigSection& section, TrafficConfig& traffic) {
    section.choice("when_full", traffic.when_full, kWhenFull);
    if (traffic.when_full != WhenFull::wait && traffic.source_queue == rtl::kUnbounded) {
        section.without_effect("when_full", "traffic.source_queue = unbounded",
                               "wait, or a bound of traffic.source_queue");
        traffic.when_full = WhenFull::wait;
    }
}

void read_root(ConfigSection& section, std::optional<topo::NodeId>& target) {
    topo::NodeId root = topo::kNoNode;
    section.integer_or("root", "all", topo::kNoNode, root, 0, INT32_MAX);
    if (root != topo::kNoNode) {
        target = root;
    }
}

void read_broadcast(ConfigSection section, BroadcastConfig& broadcast) {
    section.real("fraction", broadcast.fraction, 0, 1);
    read_algorithm(section, tl::CollectiveGoal::multicast, broadcast.algorithm);
    if (const ConfigNode* base = section.find("base")) {  // a word, or a number of a dimension
        if (const auto dimension = parse_integer(*base).value) {
            broadcast.base = std::to_string(*dimension);
        } else {
            section.word("base", broadcast.base, {"rotating", "fixed", "random", "a dimension"});
        }
    }
    read_root(section, broadcast.root);
    section.finish();
}

void read_multicast(ConfigSection section, MulticastConfig& multicast) {
    section.real("fraction", multicast.fraction, 0, 1);
    read_algorithm(section, tl::CollectiveGoal::broadcast, multicast.algorithm);
    const ConfigNode* const destinations = section.find("destinations");  // a number, or nodes
    if (destinations != nullptr && destinations->kind == ConfigNode::Kind::sequence) {
        std::vector<std::int64_t> nodes;
        section.integers("destinations", nodes, 0, INT32_MAX);
        if (nodes.empty()) {
            section.fail("destinations", "an empty list", "at least one node, or how many");
        }
        multicast.set.assign(nodes.begin(), nodes.end());
        multicast.destinations = static_cast<int>(nodes.size());
    } else {
        section.integer("destinations", multicast.destinations, 1, INT32_MAX);
    }
    read_root(section, multicast.root);
    section.finish();
}

void read_collective(ConfigSection section, CollectiveConfig& collective) {
    section.real("fraction", collective.fraction, 0, 1);
    std::string kind = tl::name_of(collective.exchange.kind);
    section.word("kind", kind, tl::exchange_kind_names());
    collective.exchange.kind = tl::parse_exchange_kind(kind);
    std::vector<std::string> algorithms;
    for (const tl::ExchangeEntry& entry : tl::exchanges()) {
        algorithms.push_back(entry.algorithm);
    }
    section.word("algorithm", collective.algorithm, algorithms);
    section.word("tree", collective.exchange.tree, tl::exchange_trees());
    section.integer("root", collective.exchange.root, 0, INT32_MAX);
    std::string operation = tl::name_of(collective.exchange.operation);
    section.word("operation", operation, tl::reduction_names());
    collective.exchange.operation = tl::parse_reduction(operation);
    section.truth("in_network", collective.in_network);
    section.integer("entries", collective.entries, 1, rtl::ReductionSetup::kMostEntries);
    section.finish();
}

}  // namespace

void read_header(ConfigSection section, int& addresses_per_flit) {
    section.integer("addresses_per_flit", addresses_per_flit, 0, 1 << 20);
    section.finish();
}

void read_traffic(ConfigSection section, ConfigUse use, TrafficConfig& traffic) {
    traffic.pattern = read_part(section, "pattern", known_patterns(), traffic.pattern.name);
    read_rate(section, use, traffic);
    traffic.arrivals = read_part(section, "arrivals", known_arrivals(), traffic.arrivals.name);
    const bool trace = traffic.arrivals.name == kTraceArrivals;
    read_length(section, traffic.length);
    if (trace) {
        note_unused_with_trace(section, traffic.pattern);
    } else if (traffic.pattern.name == kRequestReply) {
        note_unused(section, std::string("traffic.pattern = ") + kRequestReply,
                    {"length", "class_shares"});
        traffic.length = TrafficConfig{}.length;
    }
    read_class_shares(section, traffic);
    section.integer("startup_cycles", traffic.startup_cycles, 0, kMaxCount);
    section.choice("startup", traffic.startup, kStartUps);
    section.integer_or("source_queue", "unbounded", rtl::kUnbounded, traffic.source_queue, 0,
                       kMaxCount);
    read_when_full(section, traffic);
    read_broadcast(section.section("broadcast"), traffic.broadcast);
    read_multicast(section.section("multicast"), traffic.multicast);
    read_collective(section.section("collective"), traffic.collective);
    if (trace) {
        const TrafficConfig none;
        traffic.pattern = none.pattern;
        traffic.length = none.length;
        traffic.rate = none.rate;
        traffic.load = none.load;
        traffic.class_shares.clear();
        traffic.broadcast.fraction = traffic.multicast.fraction = traffic.collective.fraction = 0;
        traffic.broadcast.root = traffic.multicast.root = std::nullopt;
        traffic.multicast.set.clear();
    }
    section.finish();
}

}  // namespace flitscope::tb
