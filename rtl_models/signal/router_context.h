#pragma once

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/message_book.h"

namespace flitscope::rtl {

/// What a router is part of, and who watches it.
struct RouterContext {
    topo::NodeId router = 0;
    RouterParameters parameters;
    PortLayout ports;
    MessageBook* book = nullptr;          ///< nullptr: nobody keeps the edges of messages
    NetworkObserver* observer = nullptr;  ///< nullptr: nobody watches
};

}  // namespace flitscope::rtl
