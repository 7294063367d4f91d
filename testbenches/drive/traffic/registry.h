#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/options.h"
#include "testbenches/drive/traffic/arrival_process.h"
#include "testbenches/drive/traffic/length_distribution.h"
#include "testbenches/drive/traffic/traffic_pattern.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// An entry of a list of parts: name, options, and how to make the part. `make` throws OptionError.
template <typename Make>
struct PartEntry {
    std::string name;
    std::vector<OptionSpec> options;
    std::function<Make> make;
};

/// `traffic.pattern`. The key is "pattern" when the pattern does not fit the topology. Keeps
/// nothing of the topology.
using PatternEntry =
    PartEntry<std::unique_ptr<TrafficPattern>(const topo::Topology&, const Options&)>;

/// `traffic.arrivals`. rate: messages per generating node and cycle, 0..1. The key is "rate" if the
/// process cannot reach it.
using ArrivalEntry =
    PartEntry<std::unique_ptr<ArrivalProcess>(double rate, std::uint64_t seed, const Options&)>;

/// `traffic.length`, `traffic.length.distribution`.
using LengthEntry = PartEntry<std::unique_ptr<LengthDistribution>(const Options&)>;

/// The entries of the list of patterns, one per file of patterns/. With b address bits, bit i of
/// the source s is s[i], of the destination d[i]. Bits are those of node ids; coordinates x_i are
/// those of routers, and the destination has the source's place among the nodes of its router.
PatternEntry uniform_entry();         ///< every other node alike, never the node itself
PatternEntry bit_complement_entry();  ///< nodes - 1 - s: d[i] = not s[i]; any number of nodes
PatternEntry bit_reverse_entry();     ///< d[i] = s[b-1-i]; 2^b nodes
PatternEntry transpose_entry();       ///< (x,y) to (y,x) on a square grid, else d[i] = s[i + b/2]
PatternEntry shuffle_entry();         ///< d[i] = s[i-1], indices mod b; 2^b nodes
PatternEntry tornado_entry();         ///< x_i + ceil(N_i/2) - 1 mod N_i in every dimension
PatternEntry neighbor_entry();        ///< x_i + 1 mod N_i in every dimension
PatternEntry hotspot_entry();         ///< with probability `fraction` one of `nodes`, else uniform
PatternEntry hop_distribution_entry();  ///< 1, 2, ... hops with probabilities `p`; cubes only
PatternEntry spherical_entry();         ///< hop_distribution with the probabilities of a `law`
PatternEntry cluster_local_entry();     ///< with probability `alpha` inside the own cluster
PatternEntry next_group_entry();        ///< one of the nodes of the next group, all alike
PatternEntry request_reply_entry();     ///< requests as uniform, each causes a reply
PatternEntry none_entry();              ///< no node sends

/// The entries of the list of arrival processes, one per file of arrivals/.
ArrivalEntry bernoulli_entry();  ///< each edge with probability `rate`, at most one message
ArrivalEntry poisson_entry();    ///< exponential gaps, floored to edges; several may join at one
ArrivalEntry periodic_entry();   ///< every 1/rate cycles, exact on average; phase drawn per node
ArrivalEntry on_off_entry();     ///< Bernoulli in on periods, `rate` on average
ArrivalEntry once_entry();       ///< one message per node, at edge 0; the rate does not matter
ArrivalEntry trace_entry();      ///< the messages of a file; nothing is drawn

constexpr const char* kTraceArrivals = "trace";

/// A process that takes nothing but rate and seed.
template <typename Process>
ArrivalEntry without_options(const char* name) {
    return {name, {}, [](double rate, std::uint64_t seed, const Options& /*options*/) {
                return std::make_unique<Process>(rate, seed);
            }};
}

/// Has a separate source, RequestReplySource.
constexpr const char* kRequestReply = "request_reply";
/// Flits, as its options say.
struct RequestReplyLengths {
    std::int64_t request, reply;
};
RequestReplyLengths request_reply_lengths(const Options& options);

const std::vector<PatternEntry>& patterns();
const std::vector<ArrivalEntry>& arrivals();
const std::vector<LengthEntry>& lengths();  ///< length_distribution.cpp

// Each throws OptionError for an unknown name; the message lists the known ones.
const PatternEntry& find_pattern(const std::string& name);
const ArrivalEntry& find_arrival(const std::string& name);
const LengthEntry& find_length(const std::string& name);

}  // namespace flitscope::tb
