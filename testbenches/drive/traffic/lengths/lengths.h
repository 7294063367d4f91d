#pragma once

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// The lines of the list of length distributions; the second and the third are one (geometric.cpp).
LengthEntry fixed_length_entry();        ///< every message `mean` flits
LengthEntry exponential_length_entry();  ///< exponential, rounded up, mean `mean` after rounding
LengthEntry geometric_length_entry();    ///< geometric on 1, 2, ..., mean `mean`
LengthEntry bimodal_length_entry();      ///< `long` flits with probability `long_fraction`

}  // namespace flitscope::tb
