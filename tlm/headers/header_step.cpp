#include "tlm/headers/header_step.h"

namespace flitscope::tl {

std::string control_bits(HeaderControl control) {
    const auto bits = static_cast<unsigned>(control);
    return {static_cast<char>('0' + bits / 2), static_cast<char>('0' + bits % 2)};
}

HeaderStep header_step(HeaderKind kind, topo::NodeId here, const HeaderAddress* addresses,
                       std::size_t count) {
    if (count == 0) {
        return {HeaderControl::none, false, true};
    }
    if (addresses[0].node == here) {
        if (count == 1) {
            return {HeaderControl::receive_and_stop, true, false};
        }
        if (addresses[1].node == here) {
            return {HeaderControl::receive_and_stop, true, true};
        }
        return {HeaderControl::receive_and_pass, true, false};
    }
    if (kind == HeaderKind::list) {
        return {HeaderControl::pass, false, false};
    }
    const HeaderControl control = addresses[0].control;
    return {control, false, control == HeaderControl::none};
}

}  // namespace flitscope::tl
