#pragma once

#include <sstream>
#include <string>

#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// Two flits that should be the same, `relation` between them (", must be "), and of the same flit
/// with other bytes which of them differs.
inline std::string flit_difference(const Flit& found, const char* relation, const Flit& wanted) {
    std::ostringstream text;
    text << found << relation << wanted;
    if (found.valid() && found.message == wanted.message && found.index == wanted.index &&
        found.data != wanted.data) {
        text << ": " << data_difference(found.data, wanted.data);
    }
    return text.str();
}

}  // namespace flitscope::rtl
