#include "testbenches/drive/measurement/deadlock_recovery.h"

#include <algorithm>

#include "rtl_models/router/choice.h"

namespace flitscope::tb {

namespace {

/// Own choice: the window doubles with every attempt, so that of many messages that collide only a
/// few return at the same time.
constexpr int kFirstWindow = 64;
constexpr int kLargestWindow = 2048;

rtl::Cycle back_off(std::uint16_t salt, int attempt) {
    int window = kFirstWindow;
    for (int i = 1; i < attempt && window < kLargestWindow; ++i) {
        window *= 2;
    }
    return 1 + rtl::choose(window, salt, static_cast<std::uint32_t>(attempt),
                           rtl::ChoicePurpose::back_off);
}

bool by_message(const rtl::VcWait& a, const rtl::VcWait& b) { return a.message < b.message; }

}  // namespace

DeadlockRecovery::Look DeadlockRecovery::at_edge(rtl::Cycle edge,
                                                 const rtl::Network& network) const {
    Look look;
    if (edge % kPeriod != 0) {
        return look;
    }
    std::vector<rtl::VcWait> waits = network.waits();
    const auto drop = [&waits](const auto& live) {
        waits.erase(std::remove_if(waits.begin(), waits.end(), live), waits.end());
    };
    // find_deadlock takes VCs that it is not given for live, and is faster without them.
    drop([](const rtl::VcWait& wait) { return wait.movable || wait.output_port < 0; });
    while (true) {
        rtl::Deadlock deadlock = rtl::find_deadlock(waits, *topology_);
        if (!deadlock.found()) {
            return look;
        }
        const auto [oldest, youngest] =
            std::minmax_element(deadlock.cycle.begin(), deadlock.cycle.end(), by_message);
        if (oldest->message == youngest->message) {
            look.hopeless = DeadlockReport{edge, std::move(deadlock)};
            return look;
        }
        const rtl::MessageId victim = youngest->message;
        look.victims.push_back(victim);
        drop([victim](const rtl::VcWait& wait) { return wait.message == victim; });
    }
}

void DeadlockRecovery::purged(rtl::Cycle edge, const std::vector<rtl::MessageId>& victims) {
    for (const rtl::MessageId id : victims) {
        const int attempt = ++under_way_.at(id).failed;
        returning_.emplace(edge + back_off(rtl::message_salt(seed_, id), attempt), id);
        ++retransmitted_;
    }
}

std::vector<rtl::Message> DeadlockRecovery::returning_at(rtl::Cycle edge) {
    std::vector<rtl::Message> messages;
    while (next_return() <= edge) {
        messages.push_back(under_way_.at(returning_.begin()->second).message);
        returning_.erase(returning_.begin());
    }
    std::sort(messages.begin(), messages.end(),
              [](const rtl::Message& a, const rtl::Message& b) { return a.id < b.id; });
    return messages;
}

}  // namespace flitscope::tb
