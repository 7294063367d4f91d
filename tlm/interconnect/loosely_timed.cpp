#include "tlm/interconnect/loosely_timed.h"

#include <boost/functional/hash.hpp>
#include <tuple>
#include <unordered_map>

#include "rtl_models/fast/fast_network.h"

namespace flitscope::tl {

namespace {

rtl::NetworkDescription unwatched(rtl::NetworkDescription description) {
    description.observer = nullptr;
    description.waves = nullptr;
    return description;
}

}  // namespace

/// Latency of messages that are alone in a network, offer to delivery: measured once per source,
/// destination, length and class, by sending the message through an idle copy of the network (level
/// fast), one at a time. Topology and routing of the description outlive it.
class LooselyTimed::IdleLatency final : private rtl::NetworkClient {
public:
    explicit IdleLatency(const rtl::NetworkDescription& description)
        : network_(make_fast_network(unwatched(description))) {}

    /// Source, destination, length in flits (1..2^31-1), message class.
    using Way = std::tuple<topo::NodeId, topo::NodeId, std::uint32_t, int>;

    /// In cycles. Throws what Network::offer throws.
    rtl::Cycle of(const Way& way) {
        const auto known = known_.find(way);
        return known != known_.end() ? known->second
                                     : known_.emplace(way, measured(way)).first->second;
    }

private:
    enum class Stage { planned, under_way, delivered };
    /// Between two messages, for the credits of the first to come back from however far.
    static constexpr rtl::Cycle kRest = 1000000;

    rtl::Cycle measured(const Way& way) {
        std::tie(message_.source, message_.destination, message_.length, message_.message_class) =
            way;
        message_.generated = network_->now() + kRest;
        stage_ = Stage::planned;
        network_->run(*this);
        ++message_.id;
        return latency_;
    }

    rtl::Cycle next_edge() const override {
        return stage_ == Stage::planned     ? message_.generated
               : stage_ == Stage::under_way ? rtl::kNever
                                            : network_->now();
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

    std::unique_ptr<rtl::Network> network_;
    std::unordered_map<Way, rtl::Cycle, boost::hash<Way>> known_;
    rtl::Message message_;
    Stage stage_ = Stage::delivered;
    rtl::Cycle latency_ = 0;  ///< of the last message
};

LooselyTimed::LooselyTimed(InterconnectParts& parts, std::string name,
                           const rtl::NetworkDescription& description,
                           std::function<ForwardInterface&(topo::NodeId)> forward)
    : parts_(parts),
      name_(std::move(name)),
      forward_(std::move(forward)),
      latency_(std::make_unique<IdleLatency>(description)) {}

LooselyTimed::~LooselyTimed() = default;

rtl::Cycle LooselyTimed::travel(LegTimes& leg, const sc_core::sc_time& offered, topo::NodeId source,
                                topo::NodeId destination, std::uint32_t flits, int message_class) {
    const rtl::Cycle latency = latency_->of({source, destination, flits, message_class});
    leg.offered = parts_.clock.edge_after(offered);
    leg.accepted = leg.offered;
    leg.injected = leg.offered;
    leg.delivered = leg.offered + latency;
    // One more for the registered socket, as in a message that really travels.
    return latency + 1;
}

void LooselyTimed::transport(topo::NodeId node, Payload& payload, sc_core::sc_time& delay) {
    parts_.flights.require_not_in_flight(payload, name_ + ".target_socket_" + std::to_string(node));
    const AddressRange* range = nullptr;
    const Status status = parts_.rules.check(payload, parts_.map, range);
    payload.set_dmi_allowed(false);
    if (status != ::tlm::TLM_OK_RESPONSE) {
        payload.set_response_status(status);
        return;
    }
    const std::uint32_t number = parts_.flights.open_unreferenced(payload, node, *range);
    Flight& flight = parts_.flights[number];
    LegTimes& request = flight.extension->request;
    delay +=
        parts_.clock.time_of(travel(request, sc_core::sc_time_stamp() + delay, node, range->node,
                                    parts_.rules.request_flits(payload), parts_.classes.request));
    flight.stage = FlightStage::at_target;
    payload.set_address(flight.address - range->base + range->local_base);
    forward_(range->node).b_transport(payload, delay);
    parts_.flights.checked(number);
    payload.set_address(flight.address);
    payload.set_dmi_allowed(false);
    LegTimes& response = flight.extension->response;
    delay +=
        parts_.clock.time_of(travel(response, sc_core::sc_time_stamp() + delay, range->node, node,
                                    parts_.rules.response_flits(payload), parts_.classes.response));
    flight.extension->traffic_class = parts_.classes.response;
    flight.extension->approximate = true;
    parts_.flights.close(number);
}

}  // namespace flitscope::tl
