#pragma once

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/message_book.h"
#include "rtl_models/signal/phase_sequencer.h"
#include "rtl_models/signal/router_process.h"

namespace flitscope::rtl {

/// What every module of a router is built with.
struct RouterContext {
    topo::NodeId router = 0;
    RouterParameters parameters;
    PortLayout ports;
    PhaseSequencer* sequencer = nullptr;
    RouterProcess* process = nullptr;
    MessageBook* book = nullptr;             ///< nullptr: nobody keeps the edges of messages
    NetworkObserver* observer = nullptr;     ///< nullptr: nobody watches
    const DecisionMakers* makers = nullptr;  ///< nullptr: what the parameters name

    Cycle cycle() const { return sequencer->cycle(); }
    bool whole_messages() const { return parameters.switching != Switching::wormhole; }
};

}  // namespace flitscope::rtl
