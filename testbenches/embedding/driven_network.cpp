#include "testbenches/embedding/driven_network.h"

#include <algorithm>

#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"

namespace flitscope::tb {

namespace {

constexpr rtl::Cycle kLookEvery = 256;  ///< cycles; own choice: 1 ms on large networks
// SystemC's time holds 18 times as many cycles.
static_assert(FLITSCOPE_LAST_EDGE == kMaxCycles, "as far as a run goes");
constexpr std::int64_t kLongestMessage = 0x7FFFFFFF;  ///< flits (rtl::Message)

/// Refuses sections for which a driven network has no use.
void refuse_sections(const ExperimentConfig& config) {
    const auto refuse = [&](const char* key) {
        throw option_error(config, {key, "not for a network that is driven from outside"});
    };
    if (!config.faults.empty()) {
        refuse("faults");
    }
    if (config.deadlock == DeadlockAction::recover_regressive) {
        refuse("deadlock");
    }
    if (config.waves) {
        refuse("waves");
    }
}

/// Whether a message waits until a buffer has room for all of it.
bool moves_whole(const rtl::RouterParameters& router) {
    return router.switching != rtl::Switching::wormhole && !router.queued_outputs() &&
           router.buffer_flits != rtl::kUnbounded;
}

BuiltNetwork build(const ExperimentConfig& config, const std::string& name,
                   std::unique_ptr<KernelLease>& kernel) {
    refuse_sections(config);
    check_runnable(config, name, {});
    refuse_deadlock(config);
    kernel = lease_kernel(config);
    const KernelLease::Turn turn(kernel.get());
    return make_network(config);
}

[[noreturn]] void refuse(const std::string& what, std::int64_t value, const std::string& problem,
                         const std::string& accepted) {
    throw UsageError(what + " = " + std::to_string(value) + ": " + problem +
                     "; accepted: " + accepted);
}

void check_range(const char* what, std::int64_t value, std::int64_t first, std::int64_t last,
                 const char* problem) {
    if (value < first || value > last) {
        refuse(what, value, problem, std::to_string(first) + ".." + std::to_string(last));
    }
}

void check_edge(const char* what, rtl::Cycle edge, rtl::Cycle now) {
    if (edge < now) {
        refuse(what, edge, "in the past", std::to_string(now) + " (now) or later");
    }
    if (edge > FLITSCOPE_LAST_EDGE) {
        refuse(what, edge, "no such edge", "edges up to " + std::to_string(FLITSCOPE_LAST_EDGE));
    }
}

}  // namespace

DrivenNetwork::DrivenNetwork(const ExperimentConfig& config, const std::string& name)
    : built_(build(config, name, kernel_)),
      nodes_(built_.topology->nodes()),
      longest_(kLongestMessage),
      longest_why_("no such length"),
      classes_(config.router.message_classes),
      watchdog_(built_.network->description()),
      ledger_(*built_.topology),
      sequence_(static_cast<std::size_t>(nodes_)) {
    if (moves_whole(config.router)) {
        longest_ = config.router.buffer_flits;
        longest_why_ = "a message must fit into a buffer (router.switching)";
    }
    if (config.level.uses_plugins()) {
        const auto length = find_length(config.traffic.length.name);
        longest_ =
            std::min<std::int64_t>(longest_, length.make(config.traffic.length.options)->longest());
        longest_why_ = "devices were checked for traffic.length";
    }
}

DrivenNetwork::~DrivenNetwork() {
    const KernelLease::Turn turn(kernel_.get());
    built_.network.reset();
}

void DrivenNetwork::check_alive() const {
    if (!dead_.empty()) {
        throw UsageError("the network cannot go on, it ended with: " + dead_);
    }
}

void DrivenNetwork::check(const flitscope_message& message) const {
    check_alive();
    check_range("node", message.node, 0, nodes_ - 1, "no such node");
    check_range("destination", message.destination, 0, nodes_ - 1, "no such node");
    check_range("length", message.length, 1, longest_,
                message.length < 1 ? "no such length" : longest_why_.c_str());
    check_range("message_class", message.message_class, 0, classes_ - 1,
                "no such class (router.message_classes)");
    if (message.at != FLITSCOPE_NOW) {
        check_edge("at", message.at, now_);
    }
}

void DrivenNetwork::offer(const flitscope_message& message) {
    const rtl::Cycle at = message.at == FLITSCOPE_NOW ? now_ : message.at;
    joining_.emplace(std::pair(at, message.node), message);
}

/// Whether the step is over at the present edge.
bool DrivenNetwork::done() const {
    return now_ >= until_ || signal_ != 0 || deadlock_.has_value() ||
           (end_ == StepEnd::at_delivery && any_delivered_) ||
           (until_ == rtl::kNever && under_way() == 0);
}

void DrivenNetwork::step(rtl::Cycle until, StepEnd end, const InterruptQuestion& interrupted) {
    check_alive();
    if (until != FLITSCOPE_UNTIL_DELIVERED) {
        check_edge("until", until, now_);
    }
    until_ = until;
    end_ = end;
    interrupted_ = &interrupted;
    next_look_ = now_;
    signal_ = 0;
    any_delivered_ = false;
    if (done()) {
        return;
    }
    if (kernel_) {
        KernelLease::check_idle();
    }
    try {
        const KernelLease::Turn turn(kernel_.get());
        built_.network->run(*this);
        if (deadlock_) {
            throw DeadlockFound(deadlock_text(*deadlock_, *built_.topology));
        }
    } catch (const rtl::Violation& violation) {
        dead_ = violation.whole_report();
        throw RunFault(RunFault::Kind::violation, dead_);
    } catch (const std::exception& error) {
        dead_ = error.what();
        throw;
    }
    if (signal_ != 0) {
        throw Interrupted(signal_);
    }
}

rtl::Cycle DrivenNetwork::next_edge() const {
    rtl::Cycle next = std::min(until_, delivered_at_);
    if (!joining_.empty()) {
        next = std::min(next, joining_.begin()->first.first);
    }
    if (ledger_.under_way() > 0) {
        next = std::min({next, watchdog_.next_edge(), next_look_});
    }
    return next;
}

bool DrivenNetwork::at_edge(rtl::Cycle edge, rtl::Network& network) {
    now_ = edge;
    delivered_at_ = rtl::kNever;
    if (edge >= next_look_) {
        next_look_ = edge + kLookEvery;
        signal_ = *interrupted_ ? (*interrupted_)() : 0;
    }
    if (edge >= watchdog_.next_edge()) {
        deadlock_ = watchdog_.at_edge(edge, network, ledger_.oldest(), ledger_.next_id());
    }
    if (done()) {
        return false;
    }
    join(network);
    return true;
}

void DrivenNetwork::join(rtl::Network& network) {
    while (!joining_.empty() && joining_.begin()->first.first <= now_) {
        const flitscope_message& offered = joining_.begin()->second;
        rtl::Message message;
        message.id = ledger_.next_id();
        message.source = static_cast<topo::NodeId>(offered.node);
        message.destination = static_cast<topo::NodeId>(offered.destination);
        message.length = static_cast<std::uint32_t>(offered.length);
        message.sequence = sequence_[static_cast<std::size_t>(offered.node)]++;
        message.message_class = static_cast<int>(offered.message_class);
        message.generated = now_;
        ledger_.generated(message);
        tags_.push_back(offered.tag);
        network.offer(message);
        joining_.erase(joining_.begin());
    }
}

void DrivenNetwork::delivered(const rtl::Delivery& delivery) {
    const rtl::Message& message = delivery.message;
    deliveries_.push_back({message.source, message.destination, message.length,
                           message.message_class, message.generated, delivery.injected,
                           delivery.delivered, delivery.hops,
                           tags_[static_cast<std::size_t>(message.id - first_tag_)]});
    ledger_.delivered(delivery);
    while (first_tag_ < ledger_.oldest()) {
        tags_.pop_front();
        ++first_tag_;
    }
    any_delivered_ = true;
    delivered_at_ =
        end_ == StepEnd::at_delivery || under_way() == 0 ? delivery.delivered : delivered_at_;
}

std::size_t DrivenNetwork::take(flitscope_delivery* out, std::size_t capacity) {
    const std::size_t count = std::min(capacity, deliveries_.size());
    const auto end = deliveries_.begin() + static_cast<std::ptrdiff_t>(count);
    std::copy(deliveries_.begin(), end, out);
    deliveries_.erase(deliveries_.begin(), end);
    return count;
}

}  // namespace flitscope::tb
