#include "rtl_models/router/contract/source_queue.h"

#include <stdexcept>
#include <string>

#include "rtl_models/router/choice.h"

namespace flitscope::rtl {

int source_queue(const NetworkDescription& description, const Message& message) {
    if (description.router.injection_ports != kAll) {
        return static_cast<int>(message.sequence %
                                static_cast<std::uint32_t>(description.router.injection_ports));
    }
    if (message.source == message.destination) {
        for (topo::PortId port = 0; port < description.topology->ports(message.source); ++port) {
            if (description.topology->peer(message.source, port).connected()) {
                return port;
            }
        }
        throw std::invalid_argument("node " + std::to_string(message.source) +
                                    " has no connected port");
    }
    topo::RouteQuery query;
    query.here = message.source;
    query.source = message.source;
    query.destination = message.destination;
    query.salt = message_salt(description.seed, message.id);
    const topo::RoutingFunction& routing = *description.routing;
    if (routing.selection() == topo::RouteSelection::only) {
        return routing.only_candidate(query).port;
    }
    std::vector<topo::RouteCandidate> candidates;
    routing.candidates(query, candidates);
    return candidates[static_cast<std::size_t>(choose(static_cast<int>(candidates.size()),
                                                      query.salt, 0, ChoicePurpose::route))]
        .port;
}

}  // namespace flitscope::rtl
