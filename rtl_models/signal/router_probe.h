#pragma once

#include "waves/router_view.h"

namespace flitscope::rtl {

class Router;

/// Where the modules of a router keep what a waveform shows of it. After elaboration: wires are
/// bound then. The router outlives the result.
waves::RouterSources router_sources(const Router& router);

}  // namespace flitscope::rtl
