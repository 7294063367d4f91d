#pragma once

#include <functional>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/outline/message_book.h"

namespace flitscope::rtl {

/// The surroundings of a router, and its observers.
struct RouterContext {
    topo::NodeId id = 0;
    RouterParameters parameters;
    MessageBook* book = nullptr;          ///< nullptr: edges of messages are not recorded
    NetworkObserver* observer = nullptr;  ///< nullptr: nobody watches
    /// A multicast has so many more copies of this tail (MessageBook::copied); empty: only `book`
    /// counts them.
    std::function<void(const Flit& tail, int more)> copied;

    /// Tells the observers that the flit is in a buffer of the input after `edge`.
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
