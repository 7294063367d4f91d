#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/cosim_router_module.h"
#include "rtl_models/foreign/device_router.h"

namespace flitscope::cosim {

/// A foreign router in a network of SystemC modules, or in a fast one.
///
/// Timing  One step at the rising edge of cycle t, as VerilogRouterModule: the wires of cycle t-1
///         go in, the clock rises, the wires of cycle t come out. Without an idle pin or
///         `quiet_after` it never sleeps.
/// Observers  flit_written, switch_granted (when the flit is on the output wire) and credit_sent;
///         decisions inside a device, `routed` and `vc_granted`, are not visible.
/// Counters  blocked heads are not known; a VC counts as busy from its head on the wire to its
/// tail. Errors  DeviceViolation, through Clock::fail.
class DeviceRouterModule : public CosimRouterModule {
public:
    DeviceRouterModule(const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
                       rtl::Clock& clock, std::shared_ptr<const DeviceSetup> setup,
                       DeviceRouter::Print print);

    /// Writes a dump of its inside; the model must be traced. Call it before the simulation;
    /// `trace` outlives the router.
    void trace_to(RtlTrace& trace) { device_.dump().start(trace, id()); }

    void append_waits(std::vector<rtl::VcWait>& waits) const override {
        device_.append_waits(waits);
    }
    rtl::Cycle suspense() const override { return device_.suspense(); }
    int occupancy(int input, int vc) const override { return device_.occupancy(input, vc); }
    int outstanding(int output, int vc) const override { return device_.outstanding(output, vc); }
    int in_traversal(int /*output*/, int /*vc*/) const override { return 0; }
    int flits_inside() const override { return device_.flits_inside(); }
    waves::RouterSources wave_sources() const override;

    void at_edge() override;

private:
    void end_of_elaboration() override;
    void count_sent(Output& out, const Departure& driven);

    int wave_occupancy(int index) const;
    int wave_credits(int index) const;

    rtl::Clock& clock_;
    DeviceRouter device_;
};

}  // namespace flitscope::cosim
