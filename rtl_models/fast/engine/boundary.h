#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/fast/engine/external_routers.h"
#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/lookahead.h"

namespace flitscope::tl {

struct EngineState;

/// The boundary between the engine and the external routers of its network.
///
/// The engine owns the channels. Flits that arrive at an external router are taken off the engine's
/// wires at the edge of arrival; flits that it drives are put onto them in the same cycle. In
/// between the engine stores only the message's slot, by router and message id. For an external
/// router's input VC the engine uses InputVc::remaining: flits of the front message that are still
/// to arrive.
class Boundary final : public ExternalWires {
public:
    /// The state outlives the boundary. Throws std::invalid_argument for a router that does not
    /// exist.
    Boundary(EngineState& state, ExternalRouters& routers, const std::vector<topo::NodeId>& ids);

    ExternalRouters& routers() const { return routers_; }
    bool is_external(std::uint32_t router) const { return external_[router] != 0; }
    bool reads_externally(std::uint32_t input_vc) const { return (ends_[input_vc] & kReader) != 0; }
    bool writes_externally(std::uint32_t input_vc) const {
        return (ends_[input_vc] & kWriter) != 0;
    }

    /// Takes the arrivals of external routers at the current edge off the wires.
    void hand_over();
    /// Announces the flits that are about to arrive there, before the injection for the edge;
    /// hand_over announces them again.
    void announce();
    /// Throws std::logic_error for a flit that belongs to no message, and for one that does not
    /// carry its source's data, which the engine does not store.
    void drive_flit(topo::NodeId router, int output_port, const rtl::Flit& flit) override;
    void drive_credits(topo::NodeId router, int input_port, std::uint64_t vcs) override;
    void copied(const rtl::Flit& tail, int more) override;
    /// Nothing of the message is left in the network.
    void forget(const rtl::Message& message) {
        payload_.close(message.id);
        if (message.header != nullptr) {
            multicasts_.erase(static_cast<std::uint32_t>(message.id));
        }
    }

private:
    static constexpr std::uint8_t kReader = 1;  ///< the router of the input VC is external
    static constexpr std::uint8_t kWriter = 2;  ///< the router upstream of it is external

    /// A multicast that is or was in an external router.
    struct Multicast {
        std::uint32_t slot = 0;  ///< in EngineState::messages
        /// Tails that arrived at external routers: number of hops, and edge.
        std::vector<std::pair<std::uint32_t, rtl::Cycle>> arrived;
    };

    template <typename Give>
    void extract(IdList& due, std::uint8_t end, Give give);
    rtl::Flit arriving_flit(std::uint32_t input_vc);
    void tell_of_flit(std::uint32_t input_vc, const rtl::Flit& flit);
    void give_flit(std::uint32_t input_vc);
    void give_credit(std::uint32_t output_vc);
    void check_data(topo::NodeId router, int output_port, const rtl::Flit& flit) const;
    std::uint32_t slot_of(std::uint32_t router, const rtl::Flit& head);
    rtl::Cycle arrival_of(std::uint32_t slot, const rtl::Flit& tail) const;
    void begin_message(std::uint32_t router, std::uint32_t output_vc, const rtl::Flit& head);

    EngineState& state_;
    ExternalRouters& routers_;
    rtl::FlitPayload payload_;            ///< of what comes to external routers
    rtl::Lookahead lookahead_;            ///< ... and the routes of its heads
    std::vector<std::uint8_t> external_;  ///< [router]
    std::vector<std::uint8_t> ends_;      ///< [input VC]
    std::vector<std::uint32_t> sending_;  ///< [output VC] slot of the message on the wire
    std::unordered_map<std::uint64_t, std::uint32_t> inside_;  ///< slots by router and message
    std::unordered_map<std::uint32_t, Multicast> multicasts_;  ///< by message
};

}  // namespace flitscope::tl
