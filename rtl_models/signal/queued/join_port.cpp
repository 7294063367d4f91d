#include "rtl_models/signal/queued/join_port.h"

#include "rtl_models/router/contract/message_flit.h"

namespace flitscope::rtl {

JoinPort::JoinPort(const sc_core::sc_module_name& name, int input)
    : sc_module(name), input_(input) {
    SC_METHOD(drive);
    dont_initialize();
    sensitive << gate_.event;
}

void JoinPort::offer(const Message& message, std::uint16_t salt) {
    joining_.messages.push_back({message_flit(message, salt), input_});
    gate_.wake();
}

void JoinPort::drive() {
    if (gate_.holding()) {
        // The run ends: nothing joins, and what joined at the last edge does not stay on the wire.
        messages_o.write(MessageBatch());
        gate_.wake();
        return;
    }
    messages_o.write(joining_);
    if (joining_.valid()) {
        joining_.messages.clear();
        gate_.wake();  // to take it back
    }
}

}  // namespace flitscope::rtl
