#pragma once

#include <systemc>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// Where the messages of a node join a router with queued outputs.
///
/// Timing   The falling edge of cycle t drives `messages_o` with what joins at edge t+1, after the
///          client has run.
class JoinPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(JoinPort);

    sc_core::sc_in<bool> drive_i{"drive_i"};  ///< rises once the client has had its turn
    sc_core::sc_in<bool> hold_i{"hold_i"};    ///< the run ends: nothing joins
    sc_core::sc_out<MessageBatch> messages_o{"messages_o"};

    /// `input`: the input port of the router.
    JoinPort(const sc_core::sc_module_name& name, int input);

    /// The message joins at the edge of the running client call.
    void offer(const Message& message, std::uint16_t salt);

private:
    void drive();

    int input_;
    MessageBatch joining_;
};

}  // namespace flitscope::rtl
