#include "rtl_models/cosim/verilog_parameters.h"

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <tuple>

namespace flitscope::cosim {

namespace {

auto fields(const VerilogParameters& p) {
    return std::tie(p.network_ports, p.injection_ports, p.ejection_ports, p.virtual_channels,
                    p.injection_vcs, p.ejection_vcs, p.message_classes, p.buffer_flits, p.pipeline,
                    p.switching, p.switch_allocator, p.arbiter, p.vc_reuse, p.routing,
                    p.ecube_low_first, p.mesh_size, p.mesh_order, p.cycles_per_flit);
}

void print_list(std::ostream& out, const char* keyword, const std::vector<int>& values) {
    out << ' ' << keyword;
    for (const int value : values) {
        out << ' ' << value;
    }
}

}  // namespace

bool operator==(const VerilogParameters& a, const VerilogParameters& b) {
    return fields(a) == fields(b);
}

std::string set_name(const VerilogParameters& p, bool traced) {
    // FNV-1a
    std::uint32_t hash = 2166136261U;
    for (const char character : cmake_arguments(p)) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 16777619U;
    }
    std::ostringstream name;
    if (p.routing == VerilogRouting::ecube) {
        name << "cube_" << p.network_ports;
    } else {
        name << "mesh";
        const char* separator = "_";
        for (const int nodes : p.mesh_size) {
            name << separator << nodes;
            separator = "x";
        }
    }
    name << "_v" << p.virtual_channels << "_b" << p.buffer_flits << "_p" << p.pipeline << '_'
         << std::hex << std::setw(8) << std::setfill('0') << hash << (traced ? "_traced" : "");
    return name.str();
}

std::string cmake_arguments(const VerilogParameters& p) {
    static const char* const kEjectionVcs[] = {"per_vc", "one", "classes"};
    static const char* const kSwitching[] = {"wormhole", "virtual_cut_through",
                                             "store_and_forward"};
    static const char* const kAllocator[] = {"separable_input", "separable_output", "wavefront"};
    static const char* const kArbiter[] = {"round_robin", "matrix"};
    static const char* const kVcReuse[] = {"tail_sent", "buffer_empty"};
    std::ostringstream out;
    out << "NETWORK_PORTS " << p.network_ports << " INJECTION_PORTS " << p.injection_ports
        << " EJECTION_PORTS " << p.ejection_ports << " VIRTUAL_CHANNELS " << p.virtual_channels
        << " INJECTION_VCS " << p.injection_vcs << " EJECTION_VCS "
        << kEjectionVcs[static_cast<int>(p.ejection_vcs)] << " MESSAGE_CLASSES "
        << p.message_classes << " BUFFER_FLITS " << p.buffer_flits << " PIPELINE " << p.pipeline
        << " SWITCHING " << kSwitching[static_cast<int>(p.switching)] << " SWITCH_ALLOCATOR "
        << kAllocator[static_cast<int>(p.switch_allocator)] << " ARBITER "
        << kArbiter[static_cast<int>(p.arbiter)] << " VC_REUSE "
        << kVcReuse[static_cast<int>(p.vc_reuse)];
    if (p.routing == VerilogRouting::ecube) {
        out << " ROUTING ecube ECUBE_ORDER " << (p.ecube_low_first ? "low_first" : "high_first");
    } else {
        out << " ROUTING dimension_order";
        print_list(out, "MESH_SIZE", p.mesh_size);
        print_list(out, "MESH_ORDER", p.mesh_order);
    }
    print_list(out, "CYCLES_PER_FLIT", p.cycles_per_flit);
    return out.str();
}

}  // namespace flitscope::cosim
