#pragma once

#include <functional>
#include <memory>
#include <string>

#include "testbenches/drive/compare/compare_runs.h"
#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/tests/support/clock_gating.h"
#include "testbenches/tests/whole/crosscheck/drawn_network.h"

namespace flitscope::tb {

/// What is drawn from: all there is, or what there was earlier, for comparison with results from
/// then.
enum class DrawnValues {
    all,
    cubes_and_meshes,  ///< as networks
};

/// A network and its traffic, drawn at random from everything that the levels have in common, small
/// enough to simulate hundreds of them.
struct CrosscheckScenario {
    explicit CrosscheckScenario(std::uint64_t seed, DrawnValues values = DrawnValues::all);
    /// On a topology of this kind (kinds_with_nodes_apart).
    CrosscheckScenario(std::uint64_t seed, const std::string& kind);

    rtl::NetworkDescription description() const;
    /// The messages that a run offers, by id.
    std::vector<rtl::Message> messages() const;
    int class_of(rtl::MessageId message) const {
        return static_cast<int>(message) / class_every % router.message_classes;
    }
    /// A message of the source with its class and the edge at which it was generated.
    rtl::Message settled(rtl::Message message) const;
    /// The whole scenario in a line, for failure messages.
    std::string text() const;

    std::uint64_t seed;
    std::string name;  ///< of topology and routing
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::RouterParameters router;
    std::vector<rtl::LinkParameters> links;
    bool ties_random = true;
    std::shared_ptr<const std::vector<std::uint32_t>> service_flits;  ///< queued_scenario.h
    TrafficConfig traffic;
    int class_every = 1;  ///< message id / class_every mod M is the class
    /// Messages were generated up to so many cycles before they join: more than 2^15, so that ages
    /// come before one another in turn.
    rtl::Cycle ages = 0;
    ClockGating gating = ClockGating::on;  ///< at level signal
    rtl::Cycle generate_until = 0;
    rtl::Cycle end = 0;        ///< of the run, at the latest
    bool ends_drained = true;  ///< or when nothing was under way for a while

private:
    void take(DrawnNetwork network);
};

/// Takes back router ideas that the network excludes.
void settle_ideas(CrosscheckScenario& scenario);
/// ... shared buffers, once its links are drawn.
void settle_buffers(CrosscheckScenario& scenario);

using MakeNetwork = std::unique_ptr<rtl::Network> (*)(const rtl::NetworkDescription& description);

/// Looks at a network, or changes it, in a client call. Called at `from` and then at every edge
/// until it returns true.
struct ScenarioHook {
    rtl::Cycle from = rtl::kNever;
    std::function<bool(rtl::Cycle edge)> act;
    /// Whether a message joins, asked before `act` at its edge; empty: all do.
    std::function<bool(const rtl::Message& message)> joins = {};
};

/// What waits in a network, and the counters of its channels and ports, which must be equal at all
/// levels. Throws std::logic_error when they do not add up.
nlohmann::ordered_json state_report(const rtl::Network& network,
                                    const CrosscheckScenario& scenario);

/// Drives a network through a scenario. Calls `check_invariants` now and then and in the end. The
/// report holds all counters, all deliveries in order (as a hash) and what waits in the end.
RunReport run_scenario(const CrosscheckScenario& scenario, rtl::Network& network,
                       const ScenarioHook& hook = {});

/// The scenario at a level, for compare_runs. Keeps a reference to the scenario.
CheckedRun checked_run(const CrosscheckScenario& scenario, const std::string& level,
                       MakeNetwork make);

}  // namespace flitscope::tb
