#pragma once

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// The lines of the list of length distributions, one per file of this folder.
LengthEntry fixed_length_entry();        ///< every message `mean` flits
LengthEntry exponential_length_entry();  ///< exponential, rounded up, mean `mean` after rounding
LengthEntry geometric_length_entry();    ///< geometric on 1, 2, ..., mean `mean`
LengthEntry bimodal_length_entry();      ///< `long` flits with probability `long_fraction`

/// Geometric on 1, 2, ... with mean `mean` flits. Throws topo::OptionError ("mean") when messages
/// of more than 2^31-1 flits could come. An exponential with parameter theta, rounded up, is this
/// very distribution with mean 1 / (1 - exp(-1/theta)); with theta chosen for the mean both kinds
/// are one.
std::unique_ptr<LengthDistribution> make_geometric_length(double mean);

}  // namespace flitscope::tb
