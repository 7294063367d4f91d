#include "testbenches/program/trace_command/blockers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace flitscope::tb {

const char* name_of(Blocker::By by) {
    static constexpr const char* kNames[] = {"source_queue", "front", "vc",         "vc_turn",
                                             "output",       "input", "next_buffer"};
    return kNames[static_cast<std::size_t>(by)];
}

std::string text_of(const Blocker& blocker) {
    static constexpr const char* kTexts[] = {"message {} was in front in the source queue",
                                             "message {} was in front in the buffer",
                                             "message {} held the VC",
                                             "message {} got a VC first",
                                             "message {} crossed to the same output",
                                             "message {} crossed from the same input",
                                             "message {} filled the next buffer"};
    return fmt::format(fmt::runtime(kTexts[static_cast<std::size_t>(blocker.by)]), blocker.message);
}

Blockers::Blockers(const RecordedRun& run) : topology_(run.topology.get()) {
    for (const auto& [id, message] : run.messages) {
        const auto& report = reports_.try_emplace(id, message, run).first->second;
        add(id, report.way());
        add_grants(message);
    }
    for (Uses* const uses : {&buffers_, &channels_, &outputs_, &inputs_}) {
        for (auto& [port, list] : *uses) {
            std::sort(list.begin(), list.end(), [](const Use& a, const Use& b) {
                return std::pair(a.from, a.message) < std::pair(b.from, b.message);
            });
        }
    }
}

void Blockers::add(rtl::MessageId id, const MessageWay& way) {
    for (const RouterVisit& visit : way.visits) {
        Use buffer{visit.in, visit.branches.empty() ? rtl::kNever : visit.in, id, visit.input_vc};
        for (const Branch& branch : visit.branches) {
            const rtl::Cycle left = branch.tail_granted.value_or(rtl::kNever);
            buffer.to = std::max(buffer.to, left);
            if (branch.vc_granted) {
                channels_[{visit.router, branch.output_port}].push_back(
                    {*branch.vc_granted, left, id, branch.output_vc});
            }
        }
        buffers_[{visit.router, visit.input_port}].push_back(buffer);
    }
}

void Blockers::add_grants(const RecordedMessage& message) {
    for (const rtl::Event& event : message.events) {
        if (event.kind == rtl::EventKind::switch_granted) {
            const Use use{event.cycle, event.cycle, message.message.id, event.output_vc};
            outputs_[{event.router, event.output_port}].push_back(use);
            inputs_[{event.router, event.port}].push_back(use);
        }
    }
}

std::optional<Blockers::Use> Blockers::last(const Uses& uses, Port at, const Wait& wait, int vc) {
    const auto list = uses.find(at);
    if (list == uses.end()) {
        return std::nullopt;
    }
    auto use = std::partition_point(list->second.begin(), list->second.end(),
                                    [&](const Use& each) { return each.from < wait.to; });
    while (use != list->second.begin()) {
        --use;
        if (use->message != wait.message && (vc < 0 || use->vc == vc)) {
            return *use;
        }
    }
    return std::nullopt;
}

Blockers::Crossings Blockers::crossings(const Uses& grants, Port at, const Wait& wait) {
    Crossings found;
    const auto list = grants.find(at);
    if (list == grants.end()) {
        return found;
    }
    std::map<rtl::MessageId, int> cycles;
    for (auto use = std::partition_point(list->second.begin(), list->second.end(),
                                         [&](const Use& each) { return each.from < wait.from; });
         use != list->second.end() && use->from < wait.to; ++use) {
        if (use->message != wait.message) {
            ++found.cycles;
            if (++cycles[use->message] > cycles[found.most] || found.cycles == 1) {
                found.most = use->message;
            }
        }
    }
    return found;
}

/// Flits that are still in the buffer behind an output VC belong to the message that held it
/// before.
std::optional<Blocker> Blockers::of_next_buffer(const Wait& wait, Port output, int vc) const {
    if (output.second >= topology_->ports(output.first)) {
        return std::nullopt;  // the node takes everything
    }
    const topo::PortPeer next = topology_->peer(output.first, output.second);
    const auto before = last(buffers_, {next.node, next.port}, wait, vc);
    if (!before || before->to < wait.from) {
        return std::nullopt;
    }
    return Blocker{before->message, Blocker::By::next_buffer};
}

std::optional<Blocker> Blockers::of_vc(const Wait& wait, Port output, int vc) const {
    const auto holder = last(channels_, output, wait, vc);
    if (holder && holder->to >= wait.from) {
        return Blocker{holder->message, Blocker::By::vc};
    }
    const auto other = last(channels_, output, wait, -1);
    if (other && other->from >= wait.from) {
        return Blocker{other->message, Blocker::By::vc_turn};
    }
    return of_next_buffer(wait, output, vc);
}

/// Where others crossed in less than half of the cycles, a credit was missing.
std::optional<Blocker> Blockers::of_switch(const Wait& wait, Port input, Port output,
                                           int vc) const {
    const Crossings out = crossings(outputs_, output, wait);
    const Crossings in = crossings(inputs_, input, wait);
    const rtl::Cycle most = std::max(out.cycles, in.cycles);
    if (most * 2 < wait.to - wait.from) {
        if (const auto next = of_next_buffer(wait, output, vc)) {
            return next;
        }
    }
    if (most == 0) {
        return std::nullopt;
    }
    return out.cycles == most ? Blocker{out.most, Blocker::By::output}
                              : Blocker{in.most, Blocker::By::input};
}

std::optional<Blocker> Blockers::of(rtl::MessageId message, const MessageStep& step) const {
    if (step.visit < 0 || step.waited.value_or(0) == 0) {
        return std::nullopt;
    }
    const MessageWay& way = reports_.at(message).way();
    const RouterVisit& visit = way.visits[static_cast<std::size_t>(step.visit)];
    const Port input{visit.router, visit.input_port};
    const std::string_view name = step.step;
    if (name == "in" || name == "route") {
        const Wait wait{message, step.cycle - *step.waited, visit.in};
        const auto before = last(buffers_, input, wait, name == "in" ? -1 : visit.input_vc);
        if (!before || (name == "route" && before->to < wait.from)) {
            return std::nullopt;
        }
        return Blocker{before->message,
                       name == "in" ? Blocker::By::source_queue : Blocker::By::front};
    }
    const Branch& branch = visit.branches[static_cast<std::size_t>(step.exit)];
    const Port output{visit.router, branch.output_port};
    Wait wait{message, step.cycle - *step.waited, step.cycle};
    if (name == "vc") {
        return of_vc(wait, output, branch.output_vc);
    }
    if (name == "tail") {
        wait.from = branch.head_granted.value_or(wait.from) + 1;
    }
    return of_switch(wait, input, output, branch.output_vc);
}

}  // namespace flitscope::tb
