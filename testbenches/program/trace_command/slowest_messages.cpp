#include "testbenches/program/trace_command/slowest_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/run/network_factory.h"

namespace flitscope::tb {

const std::vector<std::string> kMessageTypes = {
    "unicast", kSectionOfKind[index_of(OperationKind::broadcast)],
    kSectionOfKind[index_of(OperationKind::multicast)],
    kSectionOfKind[index_of(OperationKind::collective)]};

const std::string& type_of(const std::optional<OperationPart>& part) {
    return kMessageTypes[part ? index_of(part->kind) + 1 : 0];
}

namespace {

/// A delivered message, as the first run sees it.
struct Delivered {
    rtl::MessageId id = 0;
    rtl::Cycle generated = 0, injected = 0, delivered = 0;

    /// The slowest is the first.
    bool operator<(const Delivered& other) const {
        return std::tuple(generated - delivered, id) <
               std::tuple(other.generated - other.delivered, other.id);
    }
};

/// Keeps the slowest messages of a run.
class Ranking {
public:
    Ranking(std::size_t count, MessageChoice choice) : count_(count), choice_(std::move(choice)) {}

    void listen(SimulationHooks& hooks) {
        hooks.part_of_operation = [this](const rtl::Message& message, const OperationPart& part) {
            parts_.emplace(message.id, part);
        };
        hooks.delivered = [this](const rtl::Delivery& delivery) {
            if (delivery.last) {
                take(delivery);
            }
        };
    }
    /// The number of messages of the choice, and the slowest of them.
    FirstRunAnswer<std::uint64_t, Delivered> answer() const {
        return {chosen_, {slowest_.begin(), slowest_.end()}};
    }

private:
    void take(const rtl::Delivery& delivery) {
        const rtl::Message& message = delivery.message;
        const auto part = parts_.extract(message.id);
        const std::string& type =
            type_of(part.empty() ? std::nullopt : std::optional(part.mapped()));
        if ((choice_.type && *choice_.type != type) ||
            (choice_.message_class && *choice_.message_class != message.message_class)) {
            return;
        }
        ++chosen_;
        slowest_.insert({message.id, message.generated, delivery.injected, delivery.delivered});
        if (slowest_.size() > count_) {
            slowest_.erase(std::prev(slowest_.end()));
        }
    }

    std::size_t count_;
    MessageChoice choice_;
    std::unordered_map<rtl::MessageId, OperationPart> parts_;  ///< of messages under way
    std::uint64_t chosen_ = 0;
    std::set<Delivered> slowest_;
};

std::string rank(const ExperimentConfig& config, Ranking& ranking) {
    const BuiltNetwork built = make_network(config);
    SimulationHooks hooks;
    ranking.listen(hooks);
    simulate(config, *built.network, hooks);
    return ranking.answer().bytes();
}

/// The longest wait of the message. Waits between its flits count at the last router only.
const MessageStep* longest_wait(const MessageReport& report) {
    const MessageStep* longest = nullptr;
    const int last = static_cast<int>(report.way().visits.size()) - 1;
    for (const MessageStep& step : report.steps()) {
        const bool counts =
            step.visit >= 0 && (step.step != std::string_view("tail") || step.visit == last);
        if (counts && step.waited.value_or(0) > 0 &&
            !report.way().visits[static_cast<std::size_t>(step.visit)].taken_out &&
            (longest == nullptr || *step.waited > *longest->waited)) {
            longest = &step;
        }
    }
    return longest;
}

}  // namespace

SlowestMessages::SlowestMessages(const ExperimentConfig& config, std::size_t count,
                                 const MessageChoice& choice, const std::string& folder) {
    Ranking ranking(count, choice);
    const auto found = FirstRunAnswer<std::uint64_t, Delivered>::from(
        first_run(folder, [&] { return rank(config, ranking); }));
    delivered_ = found.head;
    if (found.list.empty()) {
        return;
    }
    RecordingChoice under_way;
    under_way.windows.clear();
    for (const Delivered& each : found.list) {
        slowest_.push_back(each.id);
        under_way.windows.push_back({each.injected - 1, each.delivered + 1});
    }
    run_ = record_run(config, std::move(under_way));
    blockers_ = std::make_unique<Blockers>(run_);
}

/// Where the message waited, in words.
std::string SlowestMessages::wait_of(rtl::MessageId message, const MessageStep& step) const {
    const std::string_view name = step.step;
    const MessageReport& report = blockers_->reports().at(message);
    const RouterVisit& visit = report.way().visits[static_cast<std::size_t>(step.visit)];
    std::string text =
        name == "in"      ? fmt::format("in the source queue of node {}",
                                        run_.messages.at(message).message.source)
        : name == "route" ? fmt::format("router {}, in VC {} of input_{}", step.router,
                                        visit.input_vc, visit.input_port)
        : name == "vc"    ? fmt::format("router {}, for a VC of {}", step.router, step.port)
        : name == "switch"
            ? fmt::format("router {}, for the switch to {}", step.router, step.port)
            : fmt::format("router {}, between its flits to {}", step.router, step.port);
    if (const auto blocker = blockers_->of(message, step)) {
        text += ": " + text_of(*blocker);
    }
    return text;
}

std::string SlowestMessages::line_of(const RecordedMessage& recorded) const {
    const rtl::Message& message = recorded.message;
    const MessageReport& report = blockers_->reports().at(message.id);
    const MessageStep* const longest = longest_wait(report);
    return fmt::format("{:>9} {:<10} {:>6} {:>6} {:>6} {:>8} {:>8}  {}\n", message.id,
                       type_of(recorded.part), message.source, message.destination, message.length,
                       *recorded.delivered - message.generated,
                       *recorded.delivered - (report.way().start().in + 1),
                       longest == nullptr ? "-"
                                          : fmt::format("{:>6}  {}", *longest->waited,
                                                        wait_of(message.id, *longest)));
}

std::string SlowestMessages::summary() const {
    if (slowest_.empty()) {
        return "no such message was delivered\n";
    }
    std::string text =
        fmt::format("the {} slowest of {} delivered messages\n", slowest_.size(), delivered_);
    text +=
        fmt::format("{:>9} {:<10} {:>6} {:>6} {:>6} {:>8} {:>8}  {:>6}  {}\n", "message", "type",
                    "source", "dest", "flits", "latency", "network", "waited", "longest at");
    for (const rtl::MessageId id : slowest_) {
        text += line_of(run_.messages.at(id));
    }
    return text;
}

nlohmann::ordered_json SlowestMessages::json_of(const RecordedMessage& recorded) const {
    const rtl::MessageId id = recorded.message.id;
    const MessageReport& report = blockers_->reports().at(id);
    nlohmann::ordered_json json = report.to_json();
    json["type"] = type_of(recorded.part);
    for (std::size_t i = 0; i < report.steps().size(); ++i) {
        if (const auto blocker = blockers_->of(id, report.steps()[i])) {
            json["steps"][i]["blocked_by"] = {{"message", blocker->message},
                                              {"by", name_of(blocker->by)}};
        }
    }
    return json;
}

nlohmann::ordered_json SlowestMessages::to_json() const {
    nlohmann::ordered_json json = {{"delivered", delivered_},
                                   {"slowest", nlohmann::ordered_json::array()}};
    for (const rtl::MessageId id : slowest_) {
        json["slowest"].push_back(json_of(run_.messages.at(id)));
    }
    return json;
}

}  // namespace flitscope::tb
