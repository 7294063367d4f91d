#pragma once

#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// In step i, nodes whose numbers differ only in bit i exchange their data: log2 N steps, on
/// networks of N = 2^k nodes. all_reduce and barrier combine, all_gather doubles what a node has,
/// all_to_all sends the half that belongs to the other side (Thakur, Rabenseifner and Gropp, 2005,
/// sections 4.1 and 4.4; Johnsson and Ho, 1989).
ExchangeEntry recursive_doubling_entry();

}  // namespace flitscope::tl
