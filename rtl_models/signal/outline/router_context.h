#pragma once

#include <functional>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/outline/message_book.h"

namespace flitscope::rtl {

/// What a router is part of, and who watches it.
struct RouterContext {
    topo::NodeId id = 0;
    RouterParameters parameters;
    MessageBook* book = nullptr;          ///< nullptr: nobody keeps the edges of messages
    NetworkObserver* observer = nullptr;  ///< nullptr: nobody watches
    /// Of a multicast there are so many more of this tail (MessageBook::copied); empty: nobody
    /// keeps count but `book`.
    std::function<void(const Flit& tail, int more)> copied;

    /// The flit is in a buffer of the input after `edge`: says so to those who watch.
    void tell_written(Cycle edge, int input, const Flit& flit) const {
        if (book != nullptr) {
            book->flit_written(edge, id, flit);
        }
        if (observer != nullptr) {
            observer->flit_written(edge, id, input, flit);
        }
    }
    void tell_copied(const Flit& tail, int more) const {
        if (book != nullptr) {
            book->copied(tail, more);
        }
        if (copied) {
            copied(tail, more);
        }
    }
};

}  // namespace flitscope::rtl
