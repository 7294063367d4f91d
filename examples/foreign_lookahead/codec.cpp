#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/foreign/head_codec.h"

namespace {

using flitscope::cosim::DecodedHead;
using flitscope::cosim::HeadCodec;
using flitscope::cosim::HeadContext;
using flitscope::cosim::HeadFields;
using flitscope::topo::NodeId;
using flitscope::topo::PortPeer;

/// Lookahead: a head carries the port by which it leaves the router it comes to.
class LookaheadCodec final : public HeadCodec {
public:
    void encode_head(const HeadContext& context, const flitscope::rtl::Flit& head,
                     HeadFields& fields) const override {
        fields.set("route", port_at(context, context.here, context.port, head));
    }

    /// Looks over the router's shoulder: its route for the next router must be ours.
    void decode_head(const HeadContext& context, const HeadFields& fields,
                     DecodedHead& decoded) const override {
        if (context.port < 0 || !decoded.destination) {
            return;
        }
        const PortPeer next = context.routes.topology().peer(context.here, context.port);
        if (!next.connected()) {
            return;
        }
        flitscope::rtl::Flit head;
        head.destination = *decoded.destination;
        const std::uint64_t expected = port_at(context, next.node, next.port, head);
        if (fields.get("route") != expected) {
            throw std::runtime_error("the route for router " + std::to_string(next.node) +
                                     " is port " + std::to_string(fields.get("route")) +
                                     ", must be " + std::to_string(expected));
        }
    }

private:
    /// Dimension order looks at nothing in the head but the destination.
    static std::uint64_t port_at(const HeadContext& context, NodeId node, int input_port,
                                 const flitscope::rtl::Flit& head) {
        const std::vector<int> outputs = context.routes.outputs(node, input_port, head.hop, head);
        return static_cast<std::uint64_t>(outputs.empty()
                                              ? context.routes.local_port()
                                              : context.routes.device_port(outputs.front()));
    }
};

}  // namespace

FLITSCOPE_HEAD_CODEC(LookaheadCodec)
