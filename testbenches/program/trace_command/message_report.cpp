#include "testbenches/program/trace_command/message_report.h"

#include <fmt/format.h>

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json optional(const std::optional<rtl::Cycle>& cycle) { return cycle ? Json(*cycle) : Json(); }

const char* status_name(MessageStatus status) {
    static constexpr const char* kNames[] = {"delivered", "under way", "queued", "lost"};
    return kNames[static_cast<std::size_t>(status)];
}

}  // namespace

MessageReport::MessageReport(const rtl::Message& message, MessageWay way, MessageStatus status,
                             rtl::Cycle end, const Loss& loss,
                             const rtl::NetworkDescription& description)
    : message_(message),
      way_(std::move(way)),
      status_(status),
      end_(end),
      loss_(loss),
      description_(&description) {
    const bool lost = status == MessageStatus::lost;
    const bool joined = !lost || loss_.joined;
    steps_.push_back({message.generated,
                      message.source,
                      "",
                      -1,
                      "generated",
                      {},
                      joined ? "joins the source queue of the node" : "lost: " + cause_of_loss()});
    if (!way_.visits.empty()) {
        waits_.source_queue = way_.start().in + 1 - message.generated;
    }
    for (const RouterVisit& visit : way_.visits) {
        add_visit(visit);
    }
    if (way_.delivered) {
        steps_.push_back({*way_.delivered,
                          message.destination,
                          "",
                          -1,
                          "delivered",
                          {},
                          "the node has the tail"});
    }
    if (lost && joined) {
        const topo::NodeId at = way_.visits.empty() ? message.source : way_.visits.back().router;
        steps_.push_back({loss_.edge, at, "", -1, "lost", {}, cause_of_loss()});
    }
}

std::string MessageReport::cause_of_loss() const {
    switch (loss_.cause) {
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
    return status_ == MessageStatus::lost ? fmt::format("when it is lost at edge {}", loss_.edge)
                                          : fmt::format("when the run ends at edge {}", end_);
}

int MessageReport::cycles_per_flit(const RouterVisit& visit) const {
    const topo::Topology& topology = *description_->topology;
    if (visit.output_port >= topology.ports(visit.router)) {
        return 1;
    }
    return description_
        ->links[static_cast<std::size_t>(topology.link_class(visit.router, visit.output_port))]
        .cycles_per_flit;
}

void MessageReport::add(rtl::Cycle cycle, const RouterVisit& visit, bool output, const char* step,
                        std::optional<rtl::Cycle> waited, const std::string& note) {
    const std::string port = output ? "output_" + std::to_string(visit.output_port)
                                    : "input_" + std::to_string(visit.input_port);
    steps_.push_back(
        {cycle, visit.router, port, output ? visit.output_vc : visit.input_vc, step, waited, note});
}

/// What a stage waited is counted from the first cycle in which docs/router.md, section 4, lets it
/// work.
void MessageReport::add_visit(const RouterVisit& visit) {
    const int depth = description_->router.pipeline;
    const bool source = &visit == &way_.start();
    add(visit.in, visit, false, "in", source ? std::optional(waits_.source_queue) : std::nullopt,
        "head on flit_i");
    Waits ended_attempt;
    Waits& waits = visit.taken_out ? ended_attempt : waits_;  // which is no part of the latency
    rtl::Cycle earliest = visit.in + 1;
    if (visit.routed) {
        const rtl::Cycle waited = *visit.routed - earliest;
        waits.front += waited;
        add(*visit.routed, visit, true, "route", waited);
        steps_.back().vc = -1;
        earliest = *visit.routed + (depth >= 3 ? 1 : 0);
    }
    if (visit.vc_granted) {
        const rtl::Cycle waited = *visit.vc_granted - earliest;
        waits.vc += waited;
        add(*visit.vc_granted, visit, true, "vc", waited);
        earliest = *visit.vc_granted + (depth >= 2 ? 1 : 0);
    }
    if (!visit.head_granted) {
        steps_.back().note +=
            fmt::format("{}waits {}", steps_.back().note.empty() ? "" : "; ", ended(visit));
        return;
    }
    const rtl::Cycle waited = *visit.head_granted - earliest;
    waits.head += waited;
    add(*visit.head_granted, visit, true, "switch", waited, depth == 4 ? "" : "head on flit_o");
    if (!visit.tail_granted) {
        steps_.back().note +=
            fmt::format("{}{} of {} flits sent {}", steps_.back().note.empty() ? "" : "; ",
                        visit.flits_out, message_.length, ended(visit));
    } else if (message_.length > 1) {
        const rtl::Cycle taken = *visit.tail_granted - *visit.head_granted;
        const rtl::Cycle behind =
            taken - static_cast<rtl::Cycle>(message_.length - 1) * cycles_per_flit(visit);
        waits.flits = behind;
        add(*visit.tail_granted, visit, true, "tail", behind,
            fmt::format("{} flits in {} cycles", message_.length, taken + 1));
    }
}

std::string MessageReport::headline() const {
    std::string text =
        fmt::format("message {}: node {} -> node {}, {} flit{}, ", message_.id, message_.source,
                    message_.destination, message_.length, message_.length == 1 ? "" : "s");
    switch (status_) {
        case MessageStatus::delivered:
            return text + fmt::format("delivered after {} cycles, {} of them in the network\n",
                                      *way_.delivered - message_.generated,
                                      *way_.delivered - (way_.start().in + 1));
        case MessageStatus::under_way:
            return text + fmt::format(
                              "not delivered: in the network when the run ended at edge "
                              "{}\n",
                              end_);
        case MessageStatus::queued:
            return text + fmt::format(
                              "not delivered: in its source queue when the run ended at "
                              "edge {}\n",
                              end_);
        default:
            return text + fmt::format("lost: {} at edge {}\n", cause_of_loss(), loss_.edge);
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
            "waited: {} in the source queue, {} behind other messages, {} for a VC, {} for the "
            "switch, {} between its flits\n",
            waits_.source_queue, waits_.front, waits_.vc, waits_.head, waits_.flits);
    }
    return text;
}

Json MessageReport::to_json() const {
    Json json = {{"message", message_.id},
                 {"source", message_.source},
                 {"destination", message_.destination},
                 {"length", message_.length},
                 {"class", message_.message_class},
                 {"status", status_name(status_)},
                 {"generated", message_.generated},
                 {"injected", way_.visits.empty() ? Json() : Json(way_.start().in + 1)},
                 {"delivered", optional(way_.delivered)},
                 {"run_ended", way_.delivered ? Json() : Json(end_)},
                 {"lost", status_ == MessageStatus::lost ? Json(cause_of_loss()) : Json()},
                 {"waited",
                  {{"source_queue", waits_.source_queue},
                   {"front", waits_.front},
                   {"vc", waits_.vc},
                   {"switch", waits_.head},
                   {"flits", waits_.flits}}}};
    json["steps"] = Json::array();
    for (const MessageStep& step : steps_) {
        json["steps"].push_back({{"cycle", step.cycle},
                                 {"router", step.router},
                                 {"port", step.port.empty() ? Json() : Json(step.port)},
                                 {"vc", step.vc < 0 ? Json() : Json(step.vc)},
                                 {"step", step.step},
                                 {"waited", optional(step.waited)}});
    }
    return json;
}

}  // namespace flitscope::tb
