#include "rtl_models/foreign/flow_control/flow_control.h"

#include "rtl_models/foreign/flow_control/credit.h"
#include "rtl_models/foreign/flow_control/on_off.h"
#include "rtl_models/foreign/flow_control/ready_valid.h"

namespace flitscope::cosim {

std::unique_ptr<InputFlowControl> make_input_flow_control(const FlowControlParameters& parameters,
                                                          const FlowControlPort& port) {
    if (parameters.kind == FlowControlKind::credit) {
        return std::make_unique<CreditInput>(parameters, port);
    }
    return std::make_unique<ReadyInput>(parameters, port);
}

std::unique_ptr<OutputFlowControl> make_output_flow_control(const FlowControlParameters& parameters,
                                                            const FlowControlPort& port) {
    switch (parameters.kind) {
        case FlowControlKind::ready_valid:
            return std::make_unique<ReadyValidOutput>(parameters, port);
        case FlowControlKind::on_off:
            return std::make_unique<OnOffOutput>(parameters, port);
        default:
            return std::make_unique<CreditOutput>(parameters, port);
    }
}

}  // namespace flitscope::cosim
