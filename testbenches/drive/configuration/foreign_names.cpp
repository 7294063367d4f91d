#include "testbenches/drive/configuration/foreign_names.h"

#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

const std::vector<ForeignName>& foreign_names() {
    static const std::vector<ForeignName> names = {
        {"topology.kind", "cmesh", "concentrated_mesh", ""},
        {"topology.kind", "fly", "", "a butterfly"},
        {"topology.kind", "fattree", "fat_tree", ""},
        {"topology.kind", "flatfly", "flattened_butterfly", ""},
        {"topology.kind", "dragonflynew", "dragonfly", ""},
        {"topology.kind", "anynet", "custom", ""},
        {"topology.kind", "cube", "hypercube", ""},
        {"traffic.pattern", "bitcomp", "bit_complement", ""},
        {"traffic.pattern", "bitrev", "bit_reverse", ""},
        {"traffic.pattern", "bitreversal", "bit_reverse", ""},
        {"traffic.pattern", "random", "uniform", ""},
        {"traffic.pattern", "uniform_random", "uniform", ""},
        {"traffic.pattern", "randperm", "", "a random permutation"},
        {"traffic.pattern", "diagonal", "", "a share to the next node"},
        {"traffic.pattern", "asymmetric", "", "one half of the nodes alone"},
        {"traffic.pattern", "taper64", "", "destinations of a fixed table"},
        {"routing.algorithm", "xy", "dimension_order", ""},
        {"routing.algorithm", "dor", "dimension_order", ""},
        {"routing.algorithm", "dor_mesh", "dimension_order", ""},
        {"routing.algorithm", "dim_order", "dimension_order", ""},
        {"routing.algorithm", "dim_order_mesh", "dimension_order", ""},
        {"routing.algorithm", "xy_yx", "", "a choice between two orders of dimensions"},
        {"routing.algorithm", "romm", "", "a random node on a shortest way (valiant: any node)"},
        {"routing.algorithm", "min_adapt", "duato", ""},
        {"routing.algorithm", "chaos", "", "deflection"},
        {"router.allocators.vc", "separable_input_first", "separable_input", ""},
        {"router.allocators.vc", "separable_output_first", "separable_output", ""},
        {"router.allocators.vc", "islip", "", "several rounds of requests and grants"},
        {"router.allocators.vc", "pim", "", "random grants"},
        {"router.allocators.vc", "max_size", "", "a matching of maximal size"},
        {"router.allocators.switch", "separable_input_first", "separable_input", ""},
        {"router.allocators.switch", "separable_output_first", "separable_output", ""},
        {"router.allocators.switch", "pim", "", "random grants"},
        {"router.allocators.switch", "max_size", "", "a matching of maximal size"},
        {"", "num_vcs", "router.virtual_channels", ""},
        {"", "vcs", "router.virtual_channels", ""},
        {"", "vc_buf_size", "router.buffer_flits", ""},
        {"", "buffer_depth", "router.buffer_flits", ""},
        {"", "vc_allocator", "router.allocators.vc", ""},
        {"", "sw_allocator", "router.allocators.switch", ""},
        {"", "alloc_iters", "router.allocators.iterations", ""},
        {"", "arb_type", "router.arbiter", ""},
        {"", "vc_alloc_arb_type", "router.arbiter", ""},
        {"", "sw_alloc_arb_type", "router.arbiter", ""},
        {"", "wait_for_tail_credit", "router.vc_reuse", ""},
        {"", "routing_delay", "router.pipeline", ""},
        {"", "vc_alloc_delay", "router.pipeline", ""},
        {"", "sw_alloc_delay", "router.pipeline", ""},
        {"", "routing_function", "routing.algorithm", ""},
        {"", "k", "topology.size", ""},
        {"", "n", "topology.size", ""},
        {"", "injection_rate", "traffic.load", ""},
        {"", "injection_process", "traffic.arrivals", ""},
        {"", "packet_size", "traffic.length", ""},
        {"", "const_flits_per_packet", "traffic.length", ""},
        {"", "warmup_periods", "measure.warmup_messages", ""},
        {"", "sample_period", "measure.max_cycles", ""},
        {"", "max_samples", "measure.max_cycles", ""},
    };
    return names;
}

const ForeignName* find_foreign_name(const std::string& place, const std::string& name) {
    for (const ForeignName& each : foreign_names()) {
        if (place == each.place && lower_case(name) == each.name) {
            return &each;
        }
    }
    return nullptr;
}

}  // namespace flitscope::tb
