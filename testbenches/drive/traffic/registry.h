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

const std::vector<PatternEntry>& patterns();
const std::vector<ArrivalEntry>& arrivals();
const std::vector<LengthEntry>& lengths();  ///< length_distribution.cpp

// Each throws OptionError for an unknown name; the message lists the known ones.
const PatternEntry& find_pattern(const std::string& name);
const ArrivalEntry& find_arrival(const std::string& name);
const LengthEntry& find_length(const std::string& name);

}  // namespace flitscope::tb
