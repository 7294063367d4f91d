#include <fmt/format.h>

#include <string_view>

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

namespace {

/// What the message did or waited for; at the end its flits cross, the head first.
TraceSlice slice_of(const MessageStep& step, const RouterVisit& visit) {
    const std::string_view name = step.step;
    const rtl::Cycle from = step.cycle - step.waited.value_or(0);
    if (name == "route") {
        return {step.exit < 0 ? "waits in the buffer" : "waits for the front of the buffer", from,
                step.cycle};
    }
    if (name == "vc") {
        return {"waits for a VC of " + step.port, from, step.cycle};
    }
    if (name == "switch") {
        return {"waits for the switch to " + step.port, from, step.cycle};
    }
    const Branch& branch = visit.branches[static_cast<std::size_t>(step.exit)];
    return {fmt::format("crosses to {}", step.port), *branch.head_granted, step.cycle + 1};
}

/// The steps of a visit that lead to one output, and what it waits for at the end.
void put_steps(TraceSlice& stay, rtl::MessageId message, const MessageReport& report, int visit,
               int exit, const Blockers& blockers) {
    const auto put = [&](const MessageStep& step) {
        if (step.visit == visit && step.exit == exit) {
            TraceSlice part = slice_of(step, report.way().visits[static_cast<std::size_t>(visit)]);
            part.args["waited"] = step.waited.value_or(0);
            add_blocker(part.args, blockers, message, step);
            put_inside(stay, std::move(part));
        }
    };
    if (exit >= 0) {
        std::for_each(report.steps().begin(), report.steps().end(), put);
    }
    std::for_each(report.open_steps().begin(), report.open_steps().end(), put);
}

rtl::Cycle end_of(const RouterVisit& visit, rtl::Cycle end) {
    rtl::Cycle left = visit.in + 2;
    for (const Branch& branch : visit.branches) {
        left = std::max(left, branch.tail_granted ? *branch.tail_granted + 1 : end);
    }
    return visit.branches.empty() ? std::max(left, end) : left;
}

nlohmann::ordered_json args_of(rtl::MessageId message, const RouterVisit& visit) {
    nlohmann::ordered_json args = {{"message", message}, {"flits", visit.flits_in}};
    for (const Branch& branch : visit.branches) {
        const auto cycle = [&](const char* what, const std::optional<rtl::Cycle>& at) {
            if (at) {
                args[fmt::format("output_{}: {}", branch.output_port, what)] = *at;
            }
        };
        cycle("route", branch.routed);
        cycle("vc", branch.vc_granted);
        cycle("switch", branch.head_granted);
        cycle("tail", branch.tail_granted);
        args[fmt::format("output_{}: in VC", branch.output_port)] = branch.output_vc;
    }
    return args;
}

class RouterTracks {
public:
    RouterTracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events)
        : run_(run), blockers_(blockers), events_(events) {}

    void add(const RecordedMessage& recorded) {
        const rtl::MessageId id = recorded.message.id;
        const MessageReport& report = blockers_.reports().at(id);
        for (std::size_t i = 0; i < report.way().visits.size(); ++i) {
            add(recorded, report, static_cast<int>(i));
        }
    }

private:
    void add(const RecordedMessage& recorded, const MessageReport& report, int number) {
        const RouterVisit& visit = report.way().visits[static_cast<std::size_t>(number)];
        const rtl::MessageId id = recorded.message.id;
        TraceSlice stay{slice_name(id), visit.in + 1,
                        end_of(visit, flitscope::tb::end_of(recorded, run_)), args_of(id, visit)};
        if (!visit.taken_out) {
            stay.flow = TraceSlice::Flow::passes;
            stay.flow_id = id;
        }
        const int last = static_cast<int>(visit.branches.size()) - 1;
        for (int exit = 0; exit < last; ++exit) {
            TraceSlice copy{slice_name(id) + ": copy", stay.from, stay.to};
            put_steps(copy, id, report, number, exit, blockers_);
            put(visit, 1, " copies", std::move(copy));
        }
        put_steps(stay, id, report, number, last, blockers_);
        put(visit, 0, "", std::move(stay));
    }
    void put(const RouterVisit& visit, int below, const char* what, TraceSlice slice) {
        events_.name_process(process_of(visit.router), fmt::format("router {}", visit.router));
        events_.add(process_of(visit.router), {visit.input_port, visit.input_vc, below},
                    fmt::format("input_{} vc {}{}", visit.input_port, visit.input_vc, what),
                    std::move(slice));
    }

    const RecordedRun& run_;
    const Blockers& blockers_;
    TraceEvents& events_;
};

}  // namespace

void add_router_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events) {
    RouterTracks tracks(run, blockers, events);
    for (const auto& [id, recorded] : run.messages) {
        tracks.add(recorded);
    }
}

}  // namespace flitscope::tb
