#include "rtl_models/signal/network/router_waves.h"

namespace flitscope::rtl {

HeaderPins RouterWaves::head_pins(int port, int vc) const {
    const InputNets& nets = nets_.input(port);
    const bool head = (nets.head.read().valid >> vc & 1) != 0;
    return head ? header_pins(nets.front.read()[vc], network()->headers) : HeaderPins();
}
waves::HeadAction RouterWaves::action_of_head(int port, int vc) const {
    const HeaderActions& actions = nets_.input(port).absorb->action.read();
    const auto bit = [vc](VcMask mask) { return (mask >> vc & 1) != 0; };
    return !bit(actions.valid) ? waves::HeadAction::none
                               : waves::head_action(bit(actions.forward), bit(actions.receive),
                                                    bit(actions.drop), bit(actions.error));
}

}  // namespace flitscope::rtl
