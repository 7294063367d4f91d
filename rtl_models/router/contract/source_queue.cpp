#include "rtl_models/router/contract/source_queue.h"

#include <stdexcept>
#include <string>

#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/route_choice.h"

namespace flitscope::rtl {

void check_message(const NetworkDescription& description, const Message& message) {
    const auto refuse = [&](const std::string& what) {
        throw std::invalid_argument("message " + std::to_string(message.id) + ": " + what);
    };
    const topo::NodeId nodes = description.topology->nodes();
    if (message.source < 0 || message.source >= nodes || message.destination < 0 ||
        message.destination >= nodes) {
        refuse("source and destination must be 0.." + std::to_string(nodes - 1));
    }
    if (message.length == 0 || message.length > 0x7FFFFFFFU) {
        refuse("length must be 1..2^31-1 flits");
    }
    if (message.message_class < 0 || message.message_class >= description.router.message_classes) {
        refuse("no such message class");
    }
    if (message.header != nullptr) {
        check_header(description, message);
    }
}

int source_queue(const NetworkDescription& description, const Message& message) {
    if (description.router.injection_ports != kAll) {
        return static_cast<int>(message.sequence %
                                static_cast<std::uint32_t>(description.router.injection_ports));
    }
    if (message.header != nullptr) {
        const Header& header = *message.header;
        return header_route(description, header.routing, header.first_port, message.source,
                            header.entries.front().address)
            .port;
    }
    const topo::RouterId here = description.topology->place(message.source).router;
    const topo::RouterId there = description.topology->place(message.destination).router;
    if (here == there) {
        for (topo::PortId port = 0; port < description.topology->ports(here); ++port) {
            if (description.topology->peer(here, port).connected()) {
                return port;
            }
        }
        throw std::invalid_argument("node " + std::to_string(message.source) +
                                    " has no connected port");
    }
    topo::RouteQuery query;
    query.here = here;
    query.source = here;
    query.destination = there;
    query.salt = message_salt(description.seed, message.id);
    std::vector<topo::RouteCandidate> candidates;
    return choose_by_salt(*description.routing, description.routing->selection(), query, candidates)
        .port;
}

}  // namespace flitscope::rtl
