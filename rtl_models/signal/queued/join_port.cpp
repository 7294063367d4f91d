#include "rtl_models/signal/queued/join_port.h"

#include "rtl_models/router/contract/message_flit.h"

namespace flitscope::rtl {

JoinPort::JoinPort(const sc_core::sc_module_name& name, int input)
    : sc_module(name), input_(input) {
    SC_METHOD(drive);
    dont_initialize();
    sensitive << drive_i.pos();
}

void JoinPort::offer(const Message& message, std::uint16_t salt) {
    joining_.messages.push_back({message_flit(message, salt), input_});
}

void JoinPort::drive() {
    if (hold_i.read()) {
        messages_o.write(MessageBatch());
        return;
    }
    messages_o.write(joining_);
    joining_.messages.clear();
}

}  // namespace flitscope::rtl
