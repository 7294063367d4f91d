#include "rtl_models/router/reduction.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::rtl {

std::uint64_t combined(Reduction operation, std::uint64_t a, std::uint64_t b) {
    switch (operation) {
        case Reduction::sum:
            return a + b;
        case Reduction::min:
            return std::min(a, b);
        case Reduction::max:
            return std::max(a, b);
        case Reduction::bit_and:
            return a & b;
        case Reduction::bit_or:
            return a | b;
        case Reduction::bit_xor:
            return a ^ b;
    }
    throw std::logic_error("combined: no such operation");
}

}  // namespace flitscope::rtl
