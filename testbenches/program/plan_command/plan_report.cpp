#include "testbenches/program/plan_command/plan_report.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tlm/collectives/plan_metrics.h"
#include "tlm/collectives/plan_walk.h"

namespace flitscope::tb {

namespace {

std::vector<topo::NodeId> written(const NodeNaming& naming, std::vector<topo::NodeId> nodes) {
    std::transform(nodes.begin(), nodes.end(), nodes.begin(),
                   [&](topo::NodeId node) { return naming.written(node); });
    return nodes;
}

/// "": all of the data.
const char* part_name(tl::PlanPart part) {
    switch (part) {
        case tl::PlanPart::first_half:
            return "first_half";
        case tl::PlanPart::second_half:
            return "second_half";
        case tl::PlanPart::whole:
            break;
    }
    return "";
}

std::string counted(std::int64_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void print_message(const tl::PlanMessage& message, const tl::HeaderWay& way,
                   const NodeNaming& naming, const tl::Exchange::Load* load, std::ostream& out) {
    const std::vector<topo::NodeId> path = written(naming, way.path);
    fmt::print(out, "  {}", path.front());
    for (std::size_t i = 0; i < way.actions.size(); ++i) {
        fmt::print(out, " {}:{}", path[i + 1], rtl::control_bits(way.actions[i]));
    }
    const auto copies = static_cast<std::int64_t>(way.receivers().size());
    const std::string part = part_name(message.part);
    const std::string carried =
        load == nullptr ? ""
                        : ", " + counted(load->count, "block") + (load->combine ? " combined" : "");
    fmt::print(out, "  ({}{}{}{})\n", counted(static_cast<std::int64_t>(way.hops()), "hop"),
               copies == 1 ? "" : fmt::format(", {} copies", copies),
               part.empty() ? "" : ", " + part, carried);
}

void print_message_json(const tl::PlanMessage& message, const tl::HeaderWay& way,
                        const NodeNaming& naming, const std::string& carried, std::ostream& out) {
    std::vector<std::string> actions;
    actions.reserve(way.actions.size());
    for (const rtl::Control action : way.actions) {
        actions.push_back('"' + rtl::control_bits(action) + '"');
    }
    const std::string part = part_name(message.part);
    fmt::print(out, R"({{"from": {}, "destinations": [{}], "path": [{}], "actions": [{}]{}{}}})",
               naming.written(message.from), fmt::join(written(naming, way.receivers()), ", "),
               fmt::join(written(naming, way.path), ", "), fmt::join(actions, ", "),
               part.empty() ? "" : fmt::format(R"(, "part": "{}")", part), carried);
}

/// Null: the plan is of no exchange.
const tl::Exchange::Load* load_of(const tl::Exchange* exchange, const tl::Plan& plan,
                                  const tl::PlanMessage& message) {
    return exchange == nullptr
               ? nullptr
               : &exchange->load(static_cast<std::uint32_t>(&message - plan.messages().data()));
}

/// As members of a JSON object, a comma in front.
std::string carried_json(const tl::Exchange* exchange, const tl::Exchange::Load* load) {
    if (load == nullptr) {
        return "";
    }
    const auto first = exchange->blocks().begin() + load->first;
    return fmt::format(R"(, "blocks": [{}], "combined": {})",
                       fmt::join(first, first + load->count, ", "), load->combine);
}

}  // namespace

void print_plan(const topo::Topology& topology, const tl::Plan& plan, tl::CollectiveGoal goal,
                const NodeNaming& naming, const tl::Exchange* exchange, std::ostream& out) {
    constexpr auto kRow = "{:<14} {}\n";
    const tl::PlanMetrics metrics = tl::measure_plan(topology, plan, goal);
    fmt::print(out, kRow, "algorithm", plan.algorithm());
    fmt::print(out, kRow, "source", naming.written(plan.source()));
    fmt::print(out, kRow, "steps", plan.steps());
    fmt::print(out, kRow, "messages", plan.messages().size());
    fmt::print(out, kRow, "channels used",
               fmt::format("{}, {} different", metrics.channels_used, metrics.distinct_channels));
    fmt::print(out, kRow, "longest path", counted(metrics.longest_path, "hop"));
    fmt::print(out, kRow, "start-ups", metrics.startups);
    fmt::print(out, kRow, "most on a port", metrics.port_max);
    tl::PlanWalk walk(topology, plan);
    for (int step = 0; step < plan.steps(); ++step) {
        fmt::print(out, "step {}\n", step + 1);
        for (const tl::PlanMessage& message : plan.step(step)) {
            print_message(message, walk.follow(message), naming, load_of(exchange, plan, message),
                          out);
        }
    }
}

void print_plan_json(const topo::Topology& topology, const tl::Plan& plan, tl::CollectiveGoal goal,
                     const NodeNaming& naming, const tl::Exchange* exchange, std::ostream& out) {
    const tl::PlanMetrics metrics = tl::measure_plan(topology, plan, goal);
    fmt::print(out, R"({{"algorithm": "{}", "source": {}, "steps": [)", plan.algorithm(),
               naming.written(plan.source()));
    tl::PlanWalk walk(topology, plan);
    for (int step = 0; step < plan.steps(); ++step) {
        const char* separator = step == 0 ? "\n [" : ",\n [";
        for (const tl::PlanMessage& message : plan.step(step)) {
            out << separator;
            print_message_json(message, walk.follow(message), naming,
                               carried_json(exchange, load_of(exchange, plan, message)), out);
            separator = ",\n  ";
        }
        out << ']';
    }
    fmt::print(out,
               R"(],
 "channels_used": {}, "distinct_channels": {}, "longest_path": {}, "startups": {}, "port_max": {}}})"
               "\n",
               metrics.channels_used, metrics.distinct_channels, metrics.longest_path,
               metrics.startups, metrics.port_max);
}

}  // namespace flitscope::tb
