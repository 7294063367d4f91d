#include "rtl_models/signal/units/header_unit.h"

namespace flitscope::rtl {

HeaderUnit::HeaderUnit(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), HeaderUnitPorts(parameters), parameters_(parameters) {
    actions_.of = PerVc<HeaderWay>(parameters.vcs);
    served_.of = PerVc<std::uint32_t>(parameters.vcs);
    SC_METHOD(decode);
    sensitive << node_i << head_i << front_i;
}

void HeaderUnit::decode() {
    const PerVc<Flit>& fronts = front_i.read();
    heads_ = head_i.read();
    actions_.valid = actions_.forward = actions_.receive = actions_.drop = actions_.error = 0;
    for (int v = 0; v < fronts.size(); ++v) {
        served_.of[v] = fronts[v].served;
    }
    for_each_bit(heads_.valid, [&](int v) {
        if (fronts[v].header) {
            decode(v, fronts[v]);
        }
    });
    head_o.write(heads_);
    action_o.write(actions_);
    served_o.write(served_);
}

void HeaderUnit::decode(int v, const Flit& front) {
    const bool injected = parameters_.input >= parameters_.ports.network;
    const topo::NodeId node = node_i.read();
    const HeaderAction action = header_action(*front.header, front.served, node,
                                              parameters_.network->topology->routers(), injected);
    const auto set = [v](VcMask& mask, bool on) { mask |= on ? vc_bit(v) : 0; };
    set(actions_.valid, true);
    set(actions_.forward, action.forward);
    set(actions_.receive, action.receive);
    set(actions_.drop, action.drop);
    set(actions_.error, action.error);
    actions_.of[v] = {front.header->routing, injected ? front.header->first_port : -1};
    served_.of[v] = action.served;
    heads_.of[v].destination = action.forward ? action.towards : node;
    heads_.of[v].length = front.length - front.index;
}

}  // namespace flitscope::rtl
