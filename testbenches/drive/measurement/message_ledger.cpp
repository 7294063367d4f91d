#include "testbenches/drive/measurement/message_ledger.h"

#include <stdexcept>
#include <string>

namespace flitscope::tb {

namespace {

/// Never 0.
std::uint32_t fingerprint(const rtl::Message& message) {
    const auto source = static_cast<std::uint64_t>(message.source);
    const auto destination = static_cast<std::uint64_t>(message.destination);
    std::uint64_t x = (source << 32U | destination) * 0x9E3779B97F4A7C15U;
    x ^= (static_cast<std::uint64_t>(message.length) << 32U) +
         static_cast<std::uint64_t>(message.generated);
    x *= 0xBF58476D1CE4E5B9U;
    return static_cast<std::uint32_t>(x >> 32U) | 1U;
}

[[noreturn]] void fail(const rtl::Message& message, const std::string& what) {
    throw std::logic_error("message " + std::to_string(message.id) + " from node " +
                           std::to_string(message.source) + " to node " +
                           std::to_string(message.destination) + " " + what);
}

}  // namespace

void MessageLedger::generated(const rtl::Message& message) {
    if (message.id != next_id()) {
        fail(message, "generated out of order");
    }
    slots_.push_back(fingerprint(message));
    ++under_way_;
}

void MessageLedger::settle(const rtl::Message& message, const char* what) {
    const rtl::MessageId at = message.id - oldest_;
    if (message.id < oldest_ || at >= slots_.size() || slots_[at] == 0) {
        fail(message, std::string(what) + ", but it is not under way");
    }
    if (slots_[at] != fingerprint(message)) {
        fail(message, std::string(what) + ", but not as it was generated");
    }
    slots_[at] = 0;
    --under_way_;
    while (!slots_.empty() && slots_.front() == 0) {
        slots_.pop_front();
        ++oldest_;
    }
}

void MessageLedger::lost(const rtl::Message& message) { settle(message, "lost"); }

void MessageLedger::delivered(const rtl::Delivery& delivery) {
    const rtl::Message& message = delivery.message;
    settle(message, "delivered");
    const bool same_router =
        message.destination < topology_->nodes() &&
        topology_->place(message.source).router == topology_->place(message.destination).router;
    if (message.generated > delivery.injected || delivery.injected >= delivery.departed ||
        delivery.departed > delivery.delivered || delivery.arrived > delivery.delivered ||
        delivery.hops < (same_router ? 0 : 1) || message.destination >= topology_->nodes()) {
        fail(message, "delivered at edge " + std::to_string(delivery.delivered) +
                          " with impossible times: joined " + std::to_string(message.generated) +
                          ", injected " + std::to_string(delivery.injected) + ", departed " +
                          std::to_string(delivery.departed) + ", arrived " +
                          std::to_string(delivery.arrived) + ", hops " +
                          std::to_string(delivery.hops));
    }
}

}  // namespace flitscope::tb
