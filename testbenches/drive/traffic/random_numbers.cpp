#include "testbenches/drive/traffic/random_numbers.h"

namespace flitscope::tb {

std::uint64_t probability_threshold(double fraction) {
    if (!(fraction > 0)) {
        return 0;
    }
    return fraction >= 1 ? UINT64_MAX : static_cast<std::uint64_t>(fraction * 0x1p64);
}

}  // namespace flitscope::tb
