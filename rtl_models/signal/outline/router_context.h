#pragma once

#include <functional>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/outline/message_book.h"

namespace flitscope::rtl {

/// What a router is part of, and who watches it.
struct RouterContext {
    topo::NodeId router = 0;
    RouterParameters parameters;
    PortLayout ports;
    MessageBook* book = nullptr;          ///< nullptr: nobody keeps the edges of messages
    NetworkObserver* observer = nullptr;  ///< nullptr: nobody watches
    /// Of a multicast there are so many more of this tail (MessageBook::copied); empty: nobody
    /// keeps count but `book`.
    std::function<void(const Flit& tail, int more)> copied;
};

}  // namespace flitscope::rtl
