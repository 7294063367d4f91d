#pragma once

#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// In step i every node sends to the one 2^i further on, modulo N: ceil(log2 N) steps on any
/// network (Hensgen, Finkel and Manber, 1988; with operands Bruck et al., 1997). barrier and
/// all_reduce combine, where some operands get in twice unless N is a power of two, so that
/// all_reduce needs an operation that this does no harm. all_gather sends what the receiver lacks,
/// all_to_all what has a distance with bit i.
ExchangeEntry dissemination_entry();

}  // namespace flitscope::tl
