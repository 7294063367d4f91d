#pragma once

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/node_address.h"

namespace flitscope::rtl {

/// The message with the addresses of its source and destination in place of their ids.
inline Message addressed(Message message, const NodeAddresses& addresses) {
    message.source = addresses.of(message.source);
    message.destination = addresses.of(message.destination);
    return message;
}

/// A flit of the message, which must be addressed, with the fields that follow from the message
/// alone; hop 0, VC 0. `headers`: of a network with multicasts.
inline Flit message_flit(const Message& message, std::uint16_t salt, std::uint32_t index = 0,
                         const HeaderParameters& headers = {}) {
    Flit flit;
    flit.message = static_cast<std::uint32_t>(message.id);
    flit.index = index;
    flit.length = message.length;
    flit.source = message.source;
    flit.destination = message.destination;
    flit.salt = salt;
    flit.message_class = static_cast<std::uint8_t>(message.message_class);
    flit.kind = flit_kind(index, message.length);
    flit.joined = message.generated;
    if (message.header != nullptr) {
        flit.header = flit_header(*message.header, headers, index);
    }
    return flit;
}

}  // namespace flitscope::rtl
