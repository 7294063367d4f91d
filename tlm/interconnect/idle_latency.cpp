#include "tlm/interconnect/idle_latency.h"

#include "common/mix64.h"
#include "rtl_models/fast/fast_network.h"

namespace flitscope::tl {

namespace {

rtl::NetworkDescription unwatched(rtl::NetworkDescription description) {
    description.observer = nullptr;
    description.waves = nullptr;
    return description;
}

}  // namespace

/// Sends one message at a time.
class IdleLatency::Probe final : public rtl::NetworkClient {
public:
    explicit Probe(const rtl::NetworkDescription& description)
        : network_(make_fast_network(unwatched(description))) {}

    rtl::Cycle send(const Way& way) {
        message_.source = way.source;
        message_.destination = way.destination;
        message_.length = way.length;
        message_.message_class = way.message_class;
        message_.generated = network_->now() + kRest;
        stage_ = Stage::planned;
        network_->run(*this);
        ++message_.id;
        return latency_;
    }

    rtl::Cycle next_edge() const override {
        switch (stage_) {
            case Stage::planned:
                return message_.generated;
            case Stage::under_way:
                return rtl::kNever;
            case Stage::delivered:
                break;
        }
        return network_->now();
    }
    bool at_edge(rtl::Cycle /*edge*/, rtl::Network& network) override {
        if (stage_ == Stage::delivered) {
            return false;
        }
        network.offer(message_);
        stage_ = Stage::under_way;
        return true;
    }
    void delivered(const rtl::Delivery& delivery) override {
        latency_ = delivery.delivered - delivery.message.generated;
        stage_ = Stage::delivered;
    }

private:
    enum class Stage { planned, under_way, delivered };
    /// Between two messages, for the credits of the first to come back from however far.
    static constexpr rtl::Cycle kRest = 1000000;

    std::unique_ptr<rtl::Network> network_;
    rtl::Message message_;
    Stage stage_ = Stage::delivered;
    rtl::Cycle latency_ = 0;
};

IdleLatency::IdleLatency(const rtl::NetworkDescription& description)
    : probe_(std::make_unique<Probe>(description)) {}

IdleLatency::~IdleLatency() = default;

std::size_t IdleLatency::Hash::operator()(const Way& way) const {
    const std::uint64_t nodes = (static_cast<std::uint64_t>(way.source) << 32) ^
                                static_cast<std::uint64_t>(way.destination);
    return mix64(mix64(nodes) + 2 * std::uint64_t{way.length} +
                 static_cast<std::uint64_t>(way.message_class));
}

rtl::Cycle IdleLatency::of(topo::NodeId source, topo::NodeId destination, std::uint32_t length,
                           int message_class) {
    const Way way{source, destination, length, message_class};
    const auto found = known_.find(way);
    if (found != known_.end()) {
        return found->second;
    }
    const rtl::Cycle latency = probe_->send(way);
    known_.emplace(way, latency);
    return latency;
}

}  // namespace flitscope::tl
