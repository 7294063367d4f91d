#include "testbenches/program/trace_command/message_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json optional(const std::optional<rtl::Cycle>& cycle) { return cycle ? Json(*cycle) : Json(); }

}  // namespace

const char* name_of(MessageStatus status) {
    static constexpr const char* kNames[] = {"delivered", "under way", "queued", "lost"};
    return kNames[static_cast<std::size_t>(status)];
}

MessageReport::MessageReport(const RecordedMessage& recorded, const RecordedRun& run)
    : recorded_(&recorded),
      run_(&run),
      way_(way_of(recorded, *run.topology)),
      status_(way_.delivered        ? MessageStatus::delivered
              : recorded.loss       ? MessageStatus::lost
              : way_.visits.empty() ? MessageStatus::queued
                                    : MessageStatus::under_way) {
    const rtl::Message& message = recorded.message;
    const bool lost = status_ == MessageStatus::lost;
    const bool joined = !lost || recorded.loss->joined;
    const auto router_of = [&run](topo::NodeId node) { return run.topology->place(node).router; };
    add_at_node(message.generated, router_of(message.source), "generated",
                joined ? "joins the source queue of the node" : "lost: " + cause_of_loss());
    if (!way_.visits.empty()) {
        along_.source_queue = way_.start().in + 1 - message.generated;
    }
    for (const RouterVisit& visit : way_.visits) {
        add_visit(visit);
    }
    if (!recorded_->header || !way_.delivered) {
        waits_ = along_;
    }
    if (way_.delivered && !recorded_->header) {
        add_at_node(*way_.delivered, router_of(message.destination), "delivered",
                    "the node has the tail");
    }
    if (lost && joined) {
        const topo::RouterId at =
            way_.visits.empty() ? router_of(message.source) : way_.visits.back().router;
        add_at_node(recorded.loss->edge, at, "lost", cause_of_loss());
    }
}

rtl::Cycle MessageReport::ended_at() const {
    return way_.delivered                   ? *way_.delivered + 1
           : status_ == MessageStatus::lost ? recorded_->loss->edge + 1
                                            : run_->end;
}

std::string MessageReport::cause_of_loss() const {
    switch (recorded_->loss->cause) {
        case Loss::Cause::queue_full:
            return "its source queue was full";
        case Loss::Cause::no_way:
            return "no way led to its destination";
        default:
            return "a fault hit it";
    }
}

/// What ended a visit that is not complete.
std::string MessageReport::ended(const RouterVisit& visit) const {
    if (visit.taken_out) {
        return "when it is taken out to be sent again";
    }
    return status_ == MessageStatus::lost
               ? fmt::format("when it is lost at edge {}", recorded_->loss->edge)
               : fmt::format("when the run ends at edge {}", run_->end);
}

bool MessageReport::absorbs(const RouterVisit& visit, const Branch& branch) const {
    return branch.output_port >= run_->topology->ports(visit.router);
}

int MessageReport::cycles_per_flit(const RouterVisit& visit, const Branch& branch) const {
    if (absorbs(visit, branch)) {
        return 1;
    }
    const topo::Topology& topology = *run_->topology;
    return run_->description
        .links[static_cast<std::size_t>(topology.link_class(visit.router, branch.output_port))]
        .cycles_per_flit;
}

void MessageReport::add_at_node(rtl::Cycle cycle, topo::RouterId router, const char* step,
                                std::string note) {
    steps_.emplace_back();
    steps_.back().cycle = cycle;
    steps_.back().router = router;
    steps_.back().step = step;
    steps_.back().note = std::move(note);
}

void MessageReport::add_input(const RouterVisit& visit) {
    const bool source = &visit == &way_.start();
    steps_.push_back(
        {visit.in, visit.router, "input_" + std::to_string(visit.input_port), visit.input_vc, "in",
         source ? std::optional(along_.source_queue) : std::nullopt, "head on flit_i"});
    steps_.back().visit = static_cast<int>(&visit - way_.visits.data());
}

MessageStep MessageReport::step_of(const RouterVisit& visit, const Branch& branch,
                                   const char* step) const {
    MessageStep made;
    made.router = visit.router;
    made.port = "output_" + std::to_string(branch.output_port);
    made.vc = branch.output_vc;
    made.step = step;
    made.visit = static_cast<int>(&visit - way_.visits.data());
    made.exit = static_cast<int>(&branch - visit.branches.data());
    if (recorded_->header) {
        made.branch = absorbs(visit, branch) ? "absorb" : "forward";
    }
    return made;
}

void MessageReport::add(rtl::Cycle cycle, const RouterVisit& visit, const Branch& branch,
                        const char* step, rtl::Cycle waited, std::string note) {
    steps_.push_back(step_of(visit, branch, step));
    steps_.back().cycle = cycle;
    steps_.back().waited = waited;
    steps_.back().note = std::move(note);
}

/// `earliest`: cycle in which it could have been done.
void MessageReport::leave_open(MessageStep step, rtl::Cycle earliest) {
    if (!way_.visits[static_cast<std::size_t>(step.visit)].taken_out) {
        step.cycle = status_ == MessageStatus::lost ? recorded_->loss->edge : run_->end;
        step.waited = std::max(rtl::Cycle{0}, step.cycle - earliest);
        open_steps_.push_back(std::move(step));
    }
}

void MessageReport::add_to_note(const std::string& text) {
    std::string& note = steps_.back().note;
    note += (note.empty() ? "" : "; ") + text;
}

/// What a stage waited is counted from the first cycle in which docs/router.md, section 4, lets it
/// work.
void MessageReport::add_visit(const RouterVisit& visit) {
    add_input(visit);
    if (visit.branches.empty()) {
        MessageStep route = steps_.back();
        route.step = "route";
        leave_open(std::move(route), visit.in + 1);
        add_to_note("waits " + ended(visit));
    }
    const Waits before = along_;
    for (const Branch& branch : visit.branches) {
        Waits waits = before;
        rtl::Cycle earliest = visit.in + 1;
        if (branch.first != visit.first) {
            // The header flits before it were dropped, one a cycle, when the copy had them.
            waits = along_;
            earliest =
                visit.branches.front().head_granted.value_or(visit.in) + branch.first - visit.first;
        }
        add_branch(visit, branch, earliest, waits);
        if (!visit.taken_out) {  // what an ended attempt waited is no part of the latency
            along_ = waits;
        }
        if (recorded_->header && absorbs(visit, branch) && visit.delivered) {
            add_at_node(*visit.delivered, visit.router, "delivered",
                        fmt::format("node {} has the tail of its copy", visit.router));
            if (*visit.delivered >= last_edge_) {
                last_edge_ = *visit.delivered;
                last_copy_ = visit.router;
                waits_ = waits;
            }
        }
    }
}

void MessageReport::add_branch(const RouterVisit& visit, const Branch& branch, rtl::Cycle earliest,
                               Waits& waits) {
    const rtl::RouterParameters& router = run_->description.router;
    const bool bypasses =
        router.bypass && branch.head_granted && branch.head_granted == branch.routed;
    const rtl::PipelineStages stages =
        bypasses ? rtl::PipelineStages{true, true, 0} : router.stages();
    if (branch.routed) {
        const rtl::Cycle waited = *branch.routed - earliest;
        waits.front += waited;
        add(*branch.routed, visit, branch, "route", waited);
        steps_.back().vc = -1;
        if (recorded_->header && absorbs(visit, branch)) {
            add_to_note(fmt::format("a copy for node {}", visit.router));
        }
        if (branch.first != visit.first) {
            add_to_note(fmt::format(
                "flit {} leads on: {} dropped", branch.first,
                branch.first == visit.first + 1
                    ? fmt::format("flit {} is", visit.first)
                    : fmt::format("flits {} to {} are", visit.first, branch.first - 1)));
        }
        earliest = *branch.routed + (stages.vc_with_route ? 0 : 1);
    }
    if (branch.vc_granted) {
        const rtl::Cycle waited = *branch.vc_granted - earliest;
        waits.vc += waited;
        add(*branch.vc_granted, visit, branch, "vc", waited);
        earliest = *branch.vc_granted + (stages.switch_with_vc || stages.vc_at_switch ? 0 : 1);
    }
    if (!branch.head_granted) {
        leave_open(step_of(visit, branch, branch.vc_granted ? "switch" : "vc"), earliest);
        add_to_note("waits " + ended(visit));
        return;
    }
    const rtl::Cycle waited = *branch.head_granted - earliest;
    waits.head += waited;
    add(*branch.head_granted, visit, branch, "switch", waited,
        stages.extra > 0 || (stages.traversal > 0 && !bypasses) ? ""
        : bypasses                                              ? "head on flit_o, it bypassed"
                                                                : "head on flit_o");
    add_tail(visit, branch, waits);
}

void MessageReport::add_tail(const RouterVisit& visit, const Branch& branch, Waits& waits) {
    const std::uint32_t length = recorded_->message.length - branch.first;
    if (!branch.tail_granted) {
        leave_open(step_of(visit, branch, "switch"),
                   branch.last_granted + cycles_per_flit(visit, branch));
        add_to_note(fmt::format("{} of {} flits sent {}", branch.flits_out, length, ended(visit)));
        return;
    }
    const rtl::Cycle taken = *branch.tail_granted - *branch.head_granted;
    waits.flits = taken - static_cast<rtl::Cycle>(length - 1) * cycles_per_flit(visit, branch);
    if (length > 1) {
        add(*branch.tail_granted, visit, branch, "tail", waits.flits,
            fmt::format("{} flits in {} cycles", length, taken + 1));
    }
}

std::string MessageReport::headline() const {
    const auto copies =
        std::count_if(way_.visits.begin(), way_.visits.end(),
                      [](const RouterVisit& visit) { return visit.delivered.has_value(); });
    const auto some = [](auto count, const char* one, const char* more) {
        return fmt::format("{} {}", count, count == 1 ? one : more);
    };
    std::string text = fmt::format("message {}: node {} -> node {}, {}, ", recorded_->message.id,
                                   recorded_->message.source, recorded_->message.destination,
                                   some(recorded_->message.length, "flit", "flits"));
    switch (status_) {
        case MessageStatus::delivered:
            return text + (recorded_->header ? some(copies, "copy", "copies") + ", " : "") +
                   fmt::format("delivered after {} cycles, {} of them in the network\n",
                               *way_.delivered - recorded_->message.generated,
                               *way_.delivered - (way_.start().in + 1));
        case MessageStatus::under_way:
            return text +
                   fmt::format(
                       "not delivered: in the network when the run ended at edge {}{}\n", run_->end,
                       recorded_->header ? ", with " + some(copies, "copy", "copies") + " delivered"
                                         : "");
        case MessageStatus::queued:
            return text + fmt::format(
                              "not delivered: in its source queue when the run ended at "
                              "edge {}\n",
                              run_->end);
        default:
            return text +
                   fmt::format("lost: {} at edge {}\n", cause_of_loss(), recorded_->loss->edge);
    }
}

std::string MessageReport::summary() const {
    std::string text = headline();
    text += fmt::format("{:>9} {:>7}  {:<10} {:>3}  {:<9} {:>7}\n", "cycle", "router", "port", "vc",
                        "step", "waited");
    for (const MessageStep& step : steps_) {
        std::string line = fmt::format("{:>9} {:>7}  {:<10} {:>3}  {:<9} {:>7}  {}", step.cycle,
                                       step.router, step.port.empty() ? "-" : step.port,
                                       step.vc < 0 ? "-" : std::to_string(step.vc), step.step,
                                       step.waited ? std::to_string(*step.waited) : "-", step.note);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    if (!way_.visits.empty()) {
        text += fmt::format(
            "waited{}: {} in the source queue, {} behind other messages, {} for a VC, {} for the "
            "switch, {} between its flits\n",
            recorded_->header && way_.delivered
                ? fmt::format(", to the copy of node {}", last_copy_)
                : "",
            waits_.source_queue, waits_.front, waits_.vc, waits_.head, waits_.flits);
    }
    return text;
}

Json MessageReport::to_json() const {
    Json json = {{"message", recorded_->message.id},
                 {"source", recorded_->message.source},
                 {"destination", recorded_->message.destination},
                 {"length", recorded_->message.length},
                 {"class", recorded_->message.message_class},
                 {"status", name_of(status_)},
                 {"generated", recorded_->message.generated},
                 {"injected", way_.visits.empty() ? Json() : Json(way_.start().in + 1)},
                 {"delivered", optional(way_.delivered)},
                 {"run_ended", way_.delivered ? Json() : Json(run_->end)},
                 {"lost", status_ == MessageStatus::lost ? Json(cause_of_loss()) : Json()},
                 {"waited",
                  {{"source_queue", waits_.source_queue},
                   {"front", waits_.front},
                   {"vc", waits_.vc},
                   {"switch", waits_.head},
                   {"flits", waits_.flits}}}};
    if (recorded_->header) {
        json["copies"] = Json::array();
        for (const RouterVisit& visit : way_.visits) {
            if (visit.delivered) {
                json["copies"].push_back({{"node", visit.router},
                                          {"flits", recorded_->message.length - visit.first},
                                          {"delivered", *visit.delivered}});
            }
        }
    }
    json["steps"] = Json::array();
    for (const MessageStep& step : steps_) {
        json["steps"].push_back({{"cycle", step.cycle},
                                 {"router", step.router},
                                 {"port", step.port.empty() ? Json() : Json(step.port)},
                                 {"vc", step.vc < 0 ? Json() : Json(step.vc)},
                                 {"step", step.step},
                                 {"waited", optional(step.waited)}});
        if (recorded_->header) {
            json["steps"].back()["branch"] = step.branch == nullptr ? Json() : Json(step.branch);
        }
    }
    return json;
}

}  // namespace flitscope::tb
