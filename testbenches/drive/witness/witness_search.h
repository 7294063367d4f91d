#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "rtl_models/router/contract/wait_graph.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "topologies/deadlock/deadlock.h"

namespace flitscope::tb {

/// Messages that deadlock a network.
struct Witness {
    std::vector<TraceRow> messages;  ///< as a trace: in order of time
    rtl::Cycle edge = 0;             ///< at which the deadlock was seen
    rtl::Deadlock deadlock;
};

/// Looks for a witness of a cycle of channel dependencies. It sends messages of which each takes a
/// channel of the cycle and then needs the next one at about the same time, and simulates the
/// network, repeatedly with other lengths, times and numbers. From a set that deadlocks it removes
/// messages as long as the set still does. A cycle alone does not prove that there is a witness.
///
/// The path of a message may depend on its salt, and the salt on its number (docs/router.md,
/// section 12). So every second try knows the number of a message before its source and destination
/// are drawn.
class WitnessSearch {
public:
    static constexpr int kTries = 300;
    static constexpr rtl::Cycle kMaxCycles = 20000;  ///< of one try

    /// `check`: not free, with a cycle; `effective_class`: what it was made with, which outlives
    /// the search as `config` does.
    WitnessSearch(const ExperimentConfig& config, const topo::RoutingCheck& check,
                  const std::vector<int>& effective_class);

    /// At most kTries tries, always the same ones; none: not found.
    std::optional<Witness> find();
    int tries() const { return tries_; }
    int most_messages() const { return most_messages_; }  ///< of a try

private:
    struct Pair {
        topo::NodeId source;
        topo::NodeId destination;
        int message_class;
    };
    using Channel = std::tuple<topo::NodeId, topo::PortId, int>;  ///< node, port, effective class

    int number(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    void find_pairs();
    Pair draw_pair(std::size_t channel, bool at_source);
    /// Calls passed(i) for every channel i of the cycle that is taken and followed by the next one.
    template <typename Passed>
    void follow(const Pair& pair, std::uint16_t salt, Passed passed);
    TraceRow message(const Pair& pair, rtl::Cycle cycle, std::uint32_t length) const;
    std::vector<TraceRow> draw_together();
    std::vector<TraceRow> draw_by_number();
    std::optional<Pair> draw_pair_of(std::size_t channel, std::size_t message_number);
    topo::NodeId neighbour(topo::NodeId node) const;
    std::uint32_t draw_length();
    std::optional<Witness> simulate(std::vector<TraceRow> messages) const;
    Witness reduce(Witness witness) const;

    const ExperimentConfig& config_;
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    rtl::NetworkDescription description_;
    const std::vector<topo::ChannelClass> cycle_;
    const std::vector<int>& effective_class_;
    std::map<Channel, std::size_t> index_;  ///< into cycle_
    std::vector<std::vector<Pair>> pairs_;  ///< [channel of the cycle]: may take it, want the next
    std::mt19937_64 random_{1};
    int tries_ = 0;
    int most_messages_ = 0;
};

}  // namespace flitscope::tb
