#include "rtl_models/router/arbiters/arbiter_bank.h"

#include <stdexcept>

namespace flitscope::rtl {

#define FLITSCOPE_LISTED(name, file, levels) std::unique_ptr<ArbiterBank> make_##file(int, int);
#include "rtl_models/router/arbiters/arbiters.def"
#undef FLITSCOPE_LISTED

MakeArbiters arbiter_maker(ArbiterKind kind) {
    switch (kind) {
#define FLITSCOPE_LISTED(name, file, levels) \
    case ArbiterKind::name:                  \
        return make_##file;
#include "rtl_models/router/arbiters/arbiters.def"
#undef FLITSCOPE_LISTED
    }
    throw std::invalid_argument("arbiter_maker: unknown kind of arbiter");
}

}  // namespace flitscope::rtl
