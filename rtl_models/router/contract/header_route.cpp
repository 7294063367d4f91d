#include "rtl_models/router/contract/header_route.h"

#include <stdexcept>
#include <string>

namespace flitscope::rtl {

void check_header(const NetworkDescription& network, const Message& message) {
    const Header& header = *message.header;
    const auto require = [&](bool ok, const std::string& what) {
        if (!ok) {
            throw std::invalid_argument("message " + std::to_string(message.id) + ": " + what);
        }
    };
    require(header.routing >= 0 &&
                static_cast<std::size_t>(header.routing) < network.headers.routings.size(),
            "no such header routing");
    require(!header.entries.empty(), "a header without addresses");
    const int longest = network.headers.longest;
    require(longest == 0 || header.entries.size() <= static_cast<std::size_t>(longest),
            std::to_string(header.entries.size()) + " addresses, the longest header has " +
                std::to_string(longest));
    for (const HeaderEntry& entry : header.entries) {
        require(entry.address >= 0 && entry.address < network.topology->nodes(),
                "address " + std::to_string(entry.address) + " is no node");
    }
    require(header.entries.front().address != message.source, "its source is its first address");
    require(header.entries.back().address == message.destination,
            "its destination is not its last address");
    const std::uint32_t flits = network.headers.flits_of(header.entries.size());
    require(message.length >= flits, "length " + std::to_string(message.length) + " is less than " +
                                         std::to_string(flits) + " header flits");
    require(header.first_port < network.topology->ports(message.source) &&
                (header.first_port < 0 ||
                 network.topology->peer(message.source, header.first_port).connected()),
            "no such first port");
}

}  // namespace flitscope::rtl
