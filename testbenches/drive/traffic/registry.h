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

/// An entry of the list of patterns (`traffic.pattern`): name, options, and how to make it.
struct PatternEntry {
    std::string name;
    std::vector<OptionSpec> options;
    /// Throws OptionError; key "pattern" when the pattern does not fit the topology. Keeps
    /// nothing of the topology.
    std::function<std::unique_ptr<TrafficPattern>(const topo::Topology&, const Options&)> make;
};

/// An entry of the list of arrival processes (`traffic.arrivals`).
struct ArrivalEntry {
    std::string name;
    std::vector<OptionSpec> options;
    /// rate: messages per generating node and cycle, 0..1. Throws OptionError; key "rate" if the
    /// process cannot reach the rate.
    std::function<std::unique_ptr<ArrivalProcess>(double rate, std::uint64_t seed, const Options&)>
        make;
};

/// An entry of the list of length distributions (`traffic.length`, `traffic.length.distribution`).
struct LengthEntry {
    std::string name;
    std::vector<OptionSpec> options;
    /// Throws OptionError for a value that does not fit.
    std::function<std::unique_ptr<LengthDistribution>(const Options&)> make;
};

const std::vector<PatternEntry>& patterns();
const std::vector<ArrivalEntry>& arrivals();
const std::vector<LengthEntry>& lengths();  ///< length_distribution.cpp

// Each throws OptionError for an unknown name; the message lists the known ones.
const PatternEntry& find_pattern(const std::string& name);
const ArrivalEntry& find_arrival(const std::string& name);
const LengthEntry& find_length(const std::string& name);

}  // namespace flitscope::tb
