#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

enum class VerilogRouting { ecube, dimension_order };

/// What distinguishes one verilated parameter set from another: the parameters of
/// rtl_models/verilog/router.v, resolved (no `all`). One set serves every router of a network that
/// has these; the node id is a pin.
struct VerilogParameters {
    int network_ports = 6;    ///< unconnected ones counted
    int injection_ports = 1;  ///< I
    int ejection_ports = 1;   ///< E
    int virtual_channels = 4;
    int injection_vcs = 4;  ///< 1..virtual_channels
    rtl::EjectionVcs ejection_vcs = rtl::EjectionVcs::per_vc;
    int message_classes = 1;
    int buffer_flits = 8;  ///< bounded
    int pipeline = 3;
    rtl::Switching switching = rtl::Switching::wormhole;
    rtl::AllocatorKind switch_allocator = rtl::AllocatorKind::separable_input;
    rtl::ArbiterKind arbiter = rtl::ArbiterKind::round_robin;
    rtl::VcReuse vc_reuse = rtl::VcReuse::tail_sent;
    VerilogRouting routing = VerilogRouting::ecube;
    bool ecube_low_first = false;
    std::vector<int> mesh_size;        ///< dimension order: nodes per dimension
    std::vector<int> mesh_order;       ///< dimension order: first travelled first
    std::vector<int> cycles_per_flit;  ///< [network port], each 1..255

    int inputs() const { return network_ports + injection_ports; }
    int outputs() const { return network_ports + ejection_ports; }
};

bool operator==(const VerilogParameters& a, const VerilogParameters& b);
inline bool operator!=(const VerilogParameters& a, const VerilogParameters& b) { return !(a == b); }

/// A name that differs from set to set: readable sizes, and a hash of all parameters. A C
/// identifier and a file name.
std::string set_name(const VerilogParameters& parameters, bool traced = false);

/// The arguments of the CMake function flitscope_verilate_router that builds this set, one line.
std::string cmake_arguments(const VerilogParameters& parameters);

}  // namespace flitscope::cosim
