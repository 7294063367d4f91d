#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/router/contract/fault_port.h"

namespace flitscope::tl {

/// The network's side of faults.
class Faults final : public rtl::FaultPort {
public:
    /// `state` outlives it.
    explicit Faults(EngineState& state) : state_(state) {}

    void route_again() override;
    std::vector<rtl::Message> on_channel(topo::NodeId router, topo::PortId port) const override;
    std::vector<rtl::Message> in_router(topo::NodeId router) const override;
    std::vector<rtl::Message> stranded() const override;

private:
    const rtl::Message& message(std::uint32_t slot) const { return state_.messages[slot].message; }
    std::uint64_t flits_after_edge(std::uint32_t id) const;

    EngineState& state_;
};

}  // namespace flitscope::tl
