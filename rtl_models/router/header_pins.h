#pragma once

#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/router/header.h"

namespace flitscope::rtl {

/// The pins of a flit that are there for multicasts (docs/multicast_units.md).
struct HeaderPins {
    bool header = false;  ///< a header flit; if not, all but `error` means nothing
    bool more = false;
    bool error = false;  ///< of ejection outputs
    int routing = 0;
    int first_port = -1;  ///< -1: none is named
    struct Entry {
        bool valid = false;
        topo::NodeId address = 0;
        int control = 0;  ///< two bits
    };
    std::vector<Entry> entries;  ///< [entry]; missing ones are not valid
};

/// What the pins show, which is not all that they are: of a flit without a header `error` alone.
bool same(const HeaderPins& a, const HeaderPins& b);

/// The pins of a flit, all entries that a header flit has in this network.
HeaderPins header_pins(const Flit& flit, const HeaderParameters& headers);

}  // namespace flitscope::rtl
