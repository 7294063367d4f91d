#include "rtl_models/signal/route_unit.h"

#include <sstream>

#include "rtl_models/router/choice.h"
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
            const topo::RouteCandidate taken =
                queued_by_port ? candidate_of_queue(query, id.port - context_.ports.network)
                               : choose(query, head.message_class);
            if (taken.port < 0 || taken.port >= context_.ports.network ||
                outputs_[static_cast<std::size_t>(taken.port)] == nullptr) {
                std::ostringstream what;
                what << name() << ": routing asks for output " << taken.port
                     << ", which is not connected: " << head;
                SC_REPORT_ERROR("/flitscope/signal/route", what.str().c_str());
            }
            in.output = static_cast<std::int16_t>(taken.port);
            in.wanted = network_vcs(context_.parameters, routing_.vc_classes(), taken.vc_class,
                                    head.message_class);
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

topo::RouteCandidate RouteUnit::candidate_of_queue(const topo::RouteQuery& query, int queue) {
    candidates_.clear();
    routing_.candidates(query, candidates_);
    for (const topo::RouteCandidate& candidate : candidates_) {
        if (candidate.port == queue) {
            return candidate;
        }
    }
    return {-1, 0};
}

topo::RouteCandidate RouteUnit::choose(const topo::RouteQuery& query, int message_class) {
    if (routing_.selection() == topo::RouteSelection::only) {
        return routing_.only_candidate(query);
    }
    candidates_.clear();
    routing_.candidates(query, candidates_);
    const auto hop = static_cast<std::uint32_t>(query.hop);
    if (routing_.selection() == topo::RouteSelection::shortest_queue) {
        loads_.clear();
        int least = INT32_MAX;
        for (const topo::RouteCandidate& candidate : candidates_) {
            const VcRange range = network_vcs(context_.parameters, routing_.vc_classes(),
                                              candidate.vc_class, message_class);
            loads_.push_back(outputs_[static_cast<std::size_t>(candidate.port)]->load(range));
            least = std::min(least, loads_.back());
        }
        std::size_t kept = 0;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (loads_[i] == least) {
                candidates_[kept++] = candidates_[i];
            }
        }
        candidates_.resize(kept);
        if (!ties_random_) {
            return candidates_.front();
        }
        return candidates_[static_cast<std::size_t>(
            rtl::choose(static_cast<int>(kept), query.salt, hop, ChoicePurpose::tie))];
    }
    return candidates_[static_cast<std::size_t>(
        rtl::choose(static_cast<int>(candidates_.size()), query.salt, hop, ChoicePurpose::route))];
}

}  // namespace flitscope::rtl
