#pragma once

#include <atomic>
#include <functional>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/measurement/loss.h"
#include "testbenches/drive/run/result.h"

namespace flitscope::tb {

/// How far a run is; for a progress display.
struct Progress {
    rtl::Cycle cycle = 0;
    rtl::Cycle max_cycles = 0;
    const char* phase = "";  ///< "warm-up", "measuring" or "draining"
    std::int64_t generated = 0;
    std::int64_t delivered = 0;
    /// Half width of the confidence interval over the mean, and the value that ends the run; 0:
    /// not known yet.
    double relative_error = 0;
    double relative_error_wanted = 0;
};

struct SimulationHooks {
    /// Called from the simulation, at most once every `progress_every` cycles.
    std::function<void(const Progress&)> progress;
    rtl::Cycle progress_every = 4096;
    /// Not 0 (a signal number): finish the current cycle and return what was measured, with
    /// `complete` false. May be set by a signal handler.
    const std::atomic<int>* interrupt = nullptr;
    /// The run is over before edge `end`. Where this is set, the network works off one more cycle
    /// for its observers, of which nothing is counted (TrafficClient::close_after).
    std::function<void(rtl::Cycle end)> closing;
    /// Called for every message that is lost.
    std::function<void(const rtl::Message&, const Loss&)> lost;
    /// Called for every message that is generated, those that are lost included.
    std::function<void(const rtl::Message&)> generated;
    /// Called after it for every one that is a part of an operation.
    std::function<void(const rtl::Message&, const OperationPart&)> part_of_operation;
    /// Called for every message, or copy of a multicast, that is delivered in the run.
    std::function<void(const rtl::Delivery&)> delivered;
    /// Called for every line of a trace with which the run could be repeated (docs/traffic.md).
    std::function<void(const TraceRow&)> traced;
    double elaboration_s = 0;  ///< how long building the network took; goes into the result
};

/// Drives the network with the traffic of the configuration until the interval asked for is
/// reached, the network is saturated, max_cycles have passed, a deadlock has formed
/// (Result::deadlock) or the run is interrupted. The network must be new and built for this
/// topology.
///
/// Throws OptionError when the traffic does not fit the topology, std::logic_error when an
/// invariant is broken: a message lost or delivered twice, faster than the zero-load rule, or what
/// Network::check_invariants finds.
Result simulate(const ExperimentConfig& config, const topo::Topology& topology,
                rtl::Network& network, const SimulationHooks& hooks = {});

}  // namespace flitscope::tb
