#pragma once

#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// all_to_all in N - 1 steps, each operand in a message of its own: in step s node i exchanges with
/// i xor s where N is a power of two, otherwise it sends to i + s and receives from i - s modulo N
/// (Thakur, Rabenseifner and Gropp, 2005, section 4.4). A node begins a step when it has received
/// the message of the step before.
ExchangeEntry pairwise_entry();

}  // namespace flitscope::tl
