#include "rtl_models/cosim/verilog_router_waves.h"

namespace flitscope::cosim {

rtl::VcStage VerilogRouterWaves::stage(int port, int vc) const {
    return value(Checkpoint::vc_stage_active, port, vc) != 0   ? rtl::VcStage::active
           : value(Checkpoint::vc_stage_routed, port, vc) != 0 ? rtl::VcStage::routed
                                                               : rtl::VcStage::idle;
}

rtl::HeaderPins VerilogRouterWaves::head_pins(int port, int vc) const {
    return value(Checkpoint::head_valid, port, vc) != 0 ? rtl_.front_header(port, vc)
                                                        : rtl::HeaderPins();
}
waves::HeadAction VerilogRouterWaves::action_of_head(int port, int vc) const {
    const auto bit = [&](Checkpoint which) { return value(which, port, vc) != 0; };
    return !bit(Checkpoint::header_action_valid)
               ? waves::HeadAction::none
               : waves::head_action(
                     bit(Checkpoint::header_action_forward), bit(Checkpoint::header_action_receive),
                     bit(Checkpoint::header_action_drop), bit(Checkpoint::header_action_error));
}

int VerilogRouterWaves::grant(int output) const {
    const rtl::PortLayout& ports = router().ports();
    for (int p = 0; p < ports.inputs(); ++p) {
        for (int v = 0; v < router().input_vcs(p); ++v) {
            const bool forwards = value(Checkpoint::switch_grant, p, v) != 0 &&
                                  value(Checkpoint::active_port, p, v) == output;
            const bool absorbs =
                value(Checkpoint::absorb_grant, p, v) != 0 && ports.ejection_output(p) == output;
            if (forwards || absorbs) {
                return p + 1;
            }
        }
    }
    return 0;
}

}  // namespace flitscope::cosim
