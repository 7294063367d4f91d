#include <fmt/format.h>

#include <algorithm>

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

namespace {

std::string link_name(const RecordedRun& run, topo::NodeId router, int port) {
    return fmt::format("{} -> {}", router, run.topology->peer(router, port).node);
}

rtl::Cycle cycles_per_flit(const RecordedRun& run, topo::NodeId router, int port) {
    const int kind = run.topology->link_class(router, port);
    return run.description.links[static_cast<std::size_t>(kind)].cycles_per_flit;
}

TraceSlice passage(const RecordedMessage& recorded, const RouterVisit& visit, const Branch& branch,
                   const RecordedRun& run) {
    const rtl::Cycle on_wire = *branch.head_granted + output_delay(run);
    const rtl::Cycle last = branch.tail_granted.value_or(end_of(recorded, run) - 1);
    TraceSlice slice;
    slice.name = slice_name(recorded.message.id);
    slice.from = on_wire;
    slice.to = std::max(last + output_delay(run), on_wire) +
               cycles_per_flit(run, visit.router, branch.output_port);
    slice.args = {{"message", recorded.message.id},
                  {"flits", branch.flits_out},
                  {"port", fmt::format("router_{}.output_{}", visit.router, branch.output_port)},
                  {"vc", branch.output_vc}};
    return slice;
}

/// Flits on the wire by window.
using Load = std::map<std::pair<topo::NodeId, int>, std::map<rtl::Cycle, int>>;

Load load_of(const RecordedRun& run, const TimelineOptions& options) {
    Load load;
    for (const auto& [id, message] : run.messages) {
        for (const rtl::Event& event : message.events) {
            const rtl::Cycle cycle = event.cycle + output_delay(run);
            if (event.kind == rtl::EventKind::switch_granted && cycle >= options.window.from &&
                cycle < run.end && event.output_port < run.topology->ports(event.router)) {
                const rtl::Cycle window = (cycle - options.window.from) / options.load_window;
                ++load[{event.router, event.output_port}][window];
            }
        }
    }
    return load;
}

}  // namespace

void add_link_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events) {
    events.name_process(process_of(TimelineProcess::links), "links");
    for (const auto& [id, recorded] : run.messages) {
        for (const RouterVisit& visit : blockers.reports().at(id).way().visits) {
            for (const Branch& branch : visit.branches) {
                if (came_out(branch, run) &&
                    branch.output_port < run.topology->ports(visit.router)) {
                    events.add(
                        process_of(TimelineProcess::links),
                        {visit.router, branch.output_port, branch.output_vc},
                        fmt::format("{} vc {}", link_name(run, visit.router, branch.output_port),
                                    branch.output_vc),
                        passage(recorded, visit, branch, run));
                }
            }
        }
    }
}

void add_link_load(const RecordedRun& run, const TimelineOptions& options, TraceEvents& events) {
    const int process = process_of(TimelineProcess::link_load);
    events.name_process(process, "load of links, flits per cycle");
    for (const auto& [port, windows] : load_of(run, options)) {
        const std::string name = link_name(run, port.first, port.second);
        // Viewers draw nothing without a last value, so 0 follows the last window, even at the end.
        const auto show = [&](rtl::Cycle window, int flits) {
            const rtl::Cycle begin = options.window.from + window * options.load_window;
            events.count(process, name, std::min(begin, run.end),
                         static_cast<double>(flits) / static_cast<double>(options.load_window));
        };
        for (const auto& [window, flits] : windows) {
            show(window, flits);
            if (windows.count(window + 1) == 0) {
                show(window + 1, 0);
            }
        }
    }
}

}  // namespace flitscope::tb
