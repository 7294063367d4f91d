#pragma once

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// A flit of the message: what follows from the message alone; hop 0, VC 0.
inline Flit message_flit(const Message& message, std::uint16_t salt, std::uint32_t index = 0) {
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
    flit.header = message.header;
    return flit;
}

}  // namespace flitscope::rtl
