#pragma once

#include "rtl_models/router/pin_widths.h"

namespace flitscope::rtl {

/// "CLASS_WIDTH" and the like; "" for a single bit.
constexpr const char* parameter_of(PinWidth width) {
    constexpr const char* kNames[] = {"",
                                      "VCS",
                                      "ROWS",
                                      "KIND_WIDTH",
                                      "CLASS_WIDTH",
                                      "PORT_WIDTH",
                                      "VC_WIDTH",
                                      "COUNT_WIDTH",
                                      "NODE_WIDTH",
                                      "LENGTH_WIDTH",
                                      "SALT_WIDTH",
                                      "HOP_WIDTH",
                                      "INDEX_WIDTH",
                                      "MESSAGE_WIDTH",
                                      "ROUTING_WIDTH",
                                      "",
                                      "PORT_WIDTH",
                                      "",
                                      "",
                                      "PRIORITY_BITS",
                                      "DATA_WIDTH"};
    return kNames[static_cast<int>(width)];
}
/// "VCS", "OUTPUTS", or "" for one.
constexpr const char* parameter_of(PinElements elements) {
    return elements == PinElements::vcs ? "VCS" : elements == PinElements::outputs ? "OUTPUTS" : "";
}

}  // namespace flitscope::rtl
