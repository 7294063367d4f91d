#include "testbenches/drive/traffic/lengths/lengths.h"

namespace flitscope::tb {

LengthEntry exponential_length_entry() {
    return {
        "exponential",
        {topo::real_number("mean", 1, 5e7, "mean length in flits, rounding included").required()},
        [](const topo::Options& options) { return make_geometric_length(options.real("mean")); }};
}

}  // namespace flitscope::tb
