#include "testbenches/program/trace_command/message_trace.h"

#include <algorithm>
#include <set>

#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/trace_command/first_run.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// What the child process finds of the message; its events are the list.
struct Found {
    rtl::Cycle end = 0;
    rtl::MessageId generated = 0;  ///< messages, up to that which is looked for
    rtl::Message message;          ///< if it is among them
    bool found = false;
    bool has_header = false;
    bool delivered = false;  ///< its last copy
    bool lost = false;
    Loss loss;  ///< of a lost one
};
using FirstRun = FirstRunAnswer<Found, rtl::Event>;

/// Simulates until the message is delivered, or to the end.
FirstRun follow(const ExperimentConfig& config, rtl::MessageId id, waves::WaveDump* waves) {
    std::atomic<int> delivered{0};
    MessageWatch watch(id);
    NetworkTaps taps;
    taps.observer = &watch;
    taps.waves = waves;
    const BuiltNetwork built = make_network(config, taps);
    FirstRun run;
    SimulationHooks hooks;
    hooks.interrupt = &delivered;
    hooks.lost = [&](const rtl::Message& lost, const Loss& loss) {
        if (lost.id == id) {
            run.head.lost = true;
            run.head.loss = loss;
        }
    };
    hooks.generated = [&](const rtl::Message& message) {
        ++run.head.generated;
        if (message.id == id) {
            run.head.found = true;
            run.head.has_header = message.header != nullptr;
            run.head.message = message;
            run.head.message.header = nullptr;  // which the child process has
        }
    };
    hooks.delivered = [&](const rtl::Delivery& delivery) {
        if (delivery.message.id == id && delivery.last) {
            run.head.delivered = true;
            delivered.store(1);
        }
    };
    run.head.end = simulate(config, *built.topology, *built.network, hooks).simulated_cycles;
    if (waves != nullptr) {
        waves->finish(run.head.end);
    }
    run.list = watch.events();
    return run;
}

/// The same network, with routers at level signal instead of level fast, which has no waves.
LevelConfig with_waves(const ExperimentConfig& config, const std::vector<topo::NodeId>& routers,
                       topo::NodeId nodes) {
    LevelConfig level = config.level;
    if (config.takes_messages_out() && level.standard == "fast") {
        level.standard = "signal";
        return level;
    }
    for (const topo::NodeId router : routers) {
        if (level.of(router) == "fast") {
            level.exceptions[router] = "signal";
        }
    }
    // A level that no router is left at is none.
    if (static_cast<topo::NodeId>(level.exceptions.size()) == nodes) {
        level.standard = "signal";
    }
    for (auto each = level.exceptions.begin(); each != level.exceptions.end();) {
        each = each->second == level.standard ? level.exceptions.erase(each) : std::next(each);
    }
    return level;
}

}  // namespace

MessageTrace::MessageTrace(const ExperimentConfig& config, rtl::MessageId message,
                           const std::string& folder)
    : config_(config),
      topology_(topo::make_topology(config.topology.name, config.topology.options)),
      routing_(topo::make_routing(config.routing.name, *topology_, config.routing.options)) {
    config_.waves.reset();
    description_ = describe_network(config_, *topology_, *routing_);
    const FirstRun run = FirstRun::from(
        first_run(folder, [&] { return follow(config_, message, nullptr).bytes(); }));
    end_ = run.head.end;
    if (!run.head.found) {
        throw UnknownMessage("no such message: the run ends at edge " + std::to_string(end_) +
                             ", with " + std::to_string(run.head.generated) +
                             " messages, numbered from 0");
    }
    message_ = run.head.message;
    MessageWay way = way_of(
        run.list, {message_.length, run.head.has_header, run.head.delivered, topology_.get()});
    const MessageStatus status = status_of(way, run.head.lost);
    report_ = std::make_unique<MessageReport>(message_, run.head.has_header, std::move(way), status,
                                              end_, run.head.loss, description_);
}

std::string MessageTrace::record(const std::string& dump) const {
    const MessageWay& way = report_->way();
    std::set<topo::NodeId> routers;
    std::vector<waves::ShownRouter> shown;
    for (const RouterVisit& visit : way.visits) {
        routers.insert(visit.router);
        shown.push_back({visit.router, visit.input_port, visit.input_vc, {}});
        for (const Branch& branch : visit.branches) {
            shown.back().outputs.push_back({branch.output_port, branch.output_vc});
        }
    }
    ExperimentConfig config = config_;
    const std::vector<topo::NodeId> list(routers.begin(), routers.end());
    config.level = with_waves(config, list, topology_->nodes());
    const rtl::Cycle from = std::max(rtl::Cycle{0}, way.visits.front().in);
    const rtl::Cycle to = report_->ended_at();
    waves::WaveDump waves(dump, list, from, std::max(to, from + 1));
    waves.show_only(shown);
    follow(config, message_.id, &waves);
    return waves::save_path_of(dump);
}

}  // namespace flitscope::tb
