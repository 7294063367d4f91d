#include "testbenches/program/trace_command/message_trace.h"

#include <algorithm>
#include <set>

#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// What the child process finds, before the events of the message.
struct Found {
    rtl::Cycle end = 0;
    rtl::MessageId generated = 0;
    bool found = false;
    MessageFacts message;
};
using FirstRun = FirstRunAnswer<Found, rtl::Event>;

FirstRun follow(const ExperimentConfig& config, rtl::MessageId id) {
    RecordingChoice choice;
    choice.message = id;
    const RecordedRun run = record_run(config, choice);
    const auto message = run.messages.find(id);
    if (message == run.messages.end()) {
        return {{run.end, run.generated, false, {}}, {}};
    }
    return {{run.end, run.generated, true, message->second}, message->second.events};
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
    // The configuration refuses a level at which there is no router.
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
    : config_(config), message_(message) {
    config_.waves.reset();
    FirstRun found =
        FirstRun::from(first_run(folder, [&] { return follow(config_, message).bytes(); }));
    if (!found.head.found) {
        throw UnknownMessage("no such message: the run ends at edge " +
                             std::to_string(found.head.end) + ", with " +
                             std::to_string(found.head.generated) + " messages, numbered from 0");
    }
    run_.topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing =
        topo::make_routing(config.routing.name, *run_.topology, config.routing.options);
    run_.description = describe_network(config_, *run_.topology, *routing);
    run_.end = found.head.end;
    report_ = std::make_unique<MessageReport>(
        run_.messages[message] = {found.head.message, std::move(found.list)}, run_);
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
    config.level = with_waves(config, list, run_.topology->routers());
    const rtl::Cycle from = std::max(rtl::Cycle{0}, way.visits.front().in);
    const rtl::Cycle to = report_->ended_at();
    waves::WaveDump waves(dump, list, from, std::max(to, from + 1));
    waves.show_only(shown);
    RecordingChoice choice;
    choice.message = message_;
    record_run(config, choice, nullptr, &waves);
    return waves::save_path_of(dump);
}

}  // namespace flitscope::tb
