#pragma once

#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// The legal grants at the outputs of a verilated router in the running cycle, after the events so
/// far (docs/router.md, sections 5 and 6).
class OutputRules {
public:
    /// Both must outlive it.
    OutputRules(const rtl::RouterModule& router, const RouterShadow& shadow)
        : router_(router), shadow_(shadow) {}

    /// Whether a VC may be granted to a head whose message has so many flits.
    bool grantable(int port, int vc, std::uint32_t length) const {
        const RouterShadow::OutputVc& out = shadow_.output_vc(port, vc);
        return rtl::OutputVcRules(parameters())
            .grantable(out.held, out.outstanding,
                       endless(port) ? rtl::kUnbounded : parameters().buffer_flits, length);
    }
    /// Whether it is one of the VCs that the branch requests.
    bool has_grantable(const RouterShadow::Branch& branch, std::uint32_t length) const {
        bool found = false;
        for (int v = branch.wanted.first; v < branch.wanted.first + branch.wanted.count; ++v) {
            found = found || grantable(branch.output, v, length);
        }
        return found;
    }
    /// A flit has a credit.
    bool has_credit(int port, int vc) const {
        return shadow_.output_vc(port, vc).outstanding < parameters().buffer_flits;
    }
    /// ... and a link.
    bool sendable(int port, int vc) const {
        return shadow_.output(port).link_free <= router_.cycle() && has_credit(port, vc);
    }
    /// An output without credits.
    bool endless(int port) const { return port >= router_.ports().network; }

private:
    const rtl::RouterParameters& parameters() const { return router_.context().parameters; }

    const rtl::RouterModule& router_;
    const RouterShadow& shadow_;
};

}  // namespace flitscope::cosim
