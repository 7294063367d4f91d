#include "rtl_models/signal/route_unit.h"

#include <sstream>

#include "rtl_models/router/route_choice.h"
#include "rtl_models/signal/vc_allocator.h"

namespace flitscope::rtl {

RouteUnit::RouteUnit(const sc_core::sc_module_name& name, const RouterContext& context,
                     const topo::RoutingFunction& routing, bool ties_random)
    : sc_module(name),
      AllocationUnit(*context.process),
      context_(context),
      routing_(routing),
      ties_random_(ties_random) {}

void RouteUnit::connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                        VcAllocator& vc_allocator) {
    inputs_ = std::move(inputs);
    outputs_ = std::move(outputs);
    vc_allocator_ = &vc_allocator;
}

void RouteUnit::at_turn() {
    for (const InputVcId& id : heads_) {
        InputVc& in = inputs_[static_cast<std::size_t>(id.port)]->vc(id.vc);
        const Flit& head = in.fifo.front();
        if (head.destination == context_.router) {
            in.output = static_cast<std::int16_t>(context_.ports.ejection_output(id.port));
            in.wanted = ejection_vcs(context_.parameters, head.message_class);
        } else {
            topo::RouteQuery query;
            query.here = context_.router;
            query.input_port = id.port < context_.ports.network ? id.port : -1;
            query.source = head.source;
            query.destination = head.destination;
            query.hop = head.hop;
            query.salt = head.salt;
            const bool queued_by_port =
                context_.parameters.injection_ports == kAll && query.input_port < 0;
            const auto wanted_at = [&](const topo::RouteCandidate& candidate) {
                return network_vcs(context_.parameters, routing_.vc_classes(), candidate.vc_class,
                                   head.message_class);
            };
            const topo::RouteCandidate taken =
                choose_route(routing_, routing_.selection(), query,
                             queued_by_port ? id.port - context_.ports.network : -1, ties_random_,
                             candidates_, [&](const topo::RouteCandidate& candidate) {
                                 return outputs_[static_cast<std::size_t>(candidate.port)]->load(
                                     wanted_at(candidate));
                             });
            if (taken.port < 0 || taken.port >= context_.ports.network ||
                outputs_[static_cast<std::size_t>(taken.port)] == nullptr) {
                std::ostringstream what;
                what << name() << ": routing asks for output " << taken.port
                     << ", which is not connected: " << head;
                SC_REPORT_ERROR("/flitscope/signal/route", what.str().c_str());
            }
            in.output = static_cast<std::int16_t>(taken.port);
            in.wanted = wanted_at(taken);
        }
        in.stage = VcStage::routed;
        if (context_.observer != nullptr) {
            context_.observer->routed(context_.cycle(), context_.router, id.port, head, in.output,
                                      in.wanted);
        }
        vc_allocator_->head_routed(id.port, id.vc);
    }
    heads_.clear();
}

}  // namespace flitscope::rtl
