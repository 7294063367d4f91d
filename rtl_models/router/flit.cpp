#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

std::ostream& operator<<(std::ostream& out, const Flit& flit) {
    if (!flit.valid()) {
        return out << "-";
    }
    const char* const kinds[] = {"none", "head", "body", "tail", "head_tail"};
    return out << kinds[static_cast<int>(flit.kind)] << " message " << flit.message << " flit "
               << flit.index << "/" << flit.length << " vc " << static_cast<int>(flit.vc) << " "
               << flit.source << ">" << flit.destination;
}

}  // namespace flitscope::rtl
