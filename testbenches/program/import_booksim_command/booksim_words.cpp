#include "testbenches/program/import_booksim_command/booksim_words.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace flitscope::tb {

namespace {

/// Keys that are translated, and keys that must have their default.
const std::vector<BooksimKey> kTranslated = {{"topology", "torus"},
                                             {"k", "8"},
                                             {"n", "2"},
                                             {"c", "1"},
                                             {"x", "8"},
                                             {"y", "8"},
                                             {"xr", "1"},
                                             {"yr", "1"},
                                             {"network_file", ""},
                                             {"routing_function", "none"},
                                             {"use_noc_latency", "1"},
                                             {"router", "iq"},
                                             {"num_vcs", "16"},
                                             {"vc_buf_size", "8"},
                                             {"buf_size", "-1"},
                                             {"buffer_policy", "private"},
                                             {"private_buf_size", "1"},
                                             {"wait_for_tail_credit", "0"},
                                             {"vc_allocator", "islip"},
                                             {"sw_allocator", "islip"},
                                             {"vc_alloc_arb_type", "round_robin"},
                                             {"sw_alloc_arb_type", "round_robin"},
                                             {"arb_type", "round_robin"},
                                             {"alloc_iters", "1"},
                                             {"vc_alloc_iters", "0"},
                                             {"sw_alloc_iters", "0"},
                                             {"routing_delay", "1"},
                                             {"vc_alloc_delay", "1"},
                                             {"sw_alloc_delay", "1"},
                                             {"st_prepare_delay", "0"},
                                             {"st_final_delay", "1"},
                                             {"output_delay", "0"},
                                             {"speculative", "0"},
                                             {"priority", "none"},
                                             {"spec_mask_by_reqs", "0"},
                                             {"spec_sw_allocator", "prio"},
                                             {"input_speedup", "1"},
                                             {"classes", "1"},
                                             {"traffic", "uniform"},
                                             {"injection_rate", "0.1"},
                                             {"injection_rate_uses_flits", "0"},
                                             {"packet_size", "1"},
                                             {"packet_size_rate", "1"},
                                             {"const_flits_per_packet", "1"},
                                             {"injection_process", "bernoulli"},
                                             {"burst_alpha", "0.5"},
                                             {"burst_beta", "0.5"},
                                             {"hotspot_nodes", ""},
                                             {"hotspot_rates", ""},
                                             {"use_read_write", "0"},
                                             {"seed", "0"},
                                             {"subnets", "1"},
                                             {"link_failures", "0"}};

const std::vector<BooksimKey> kWithoutEqual = {
    {"credit_delay", "0", "a credit takes as long as a flit on the same link"},
    {"internal_speedup", "1.0", "the crossbar is as fast as the links"},
    {"output_speedup", "1", "the crossbar passes one flit per output and cycle"},
    {"noq", "0", "a head asks for its VC in this router, not one router ahead"},
    {"spec_use_prio", "1", "speculative requests have an allocator of their own"},
    {"spec_check_cred", "1", "a credit is asked for when a speculative grant is used"},
    {"output_buffer_size", "-1", "flits go from the crossbar to the link"},
    {"max_held_slots", "-1", "every VC has its own buffer"},
    {"feedback_aging_scale", "1", "every VC has its own buffer"},
    {"feedback_offset", "0", "every VC has its own buffer"},
    {"spec_check_elig", "1", "heads speculate only if a VC is free"},
    {"shared_buf_size", "0", "every VC has its own buffer"},
    {"private_bufs", "-1", "every VC has slots of its own"},
    {"private_buf_start_vc", "-1", "every VC has its own buffer"},
    {"private_buf_end_vc", "-1", "every VC has its own buffer"},
    {"vc_busy_when_full", "0", "a VC can be granted while it has no credit"},
    {"vc_priority_donation", "0", "messages have no priorities"},
    {"vc_prioritize_empty", "0", "router.vc_choice says which free VC is asked for"},
    {"vc_shuffle_requests", "0", "router.vc_choice says which free VC is asked for"},
    {"replies_inherit_priority", "0", "messages have no priorities"},
    {"hold_switch_for_packet", "0", "the switch is allocated flit by flit"},
    {"class_priority", "0", "messages have no priorities"},
    {"express_channels", "0",
     "the routing function of a concentrated mesh says whether it has them"},
    {"channel_file", "", "lengths of links: link.<class>.latency"},
    {"fail_seed", "0", "faults: list the links"},
    {"limit", "0", "all nodes have traffic"},
    {"background_excludes", "", "the background of a hotspot is uniform over all nodes"},
    {"combined_patterns", "", "one pattern at a time"},
    {"combined_rates", "", "one pattern at a time"},
    {"burst_r1", "-1.0", "on_off sends at a rate that gives the mean asked for"},
    {"sim_type", "latency", "every run reports latency and accepted load"},
    {"warmup_periods", "0", "measure.warmup_messages"},
    {"sample_period", "1000",
     "measured until the interval asked for is reached: measure.relative_error"},
    {"max_samples", "10", "measure.max_cycles"},
    {"latency_thres", "500.0", "saturation is recognised from the backlog"},
    {"warmup_thres", "0.05", "measure.warmup_messages"},
    {"acc_warmup_thres", "0.05", "measure.warmup_messages"},
    {"stopping_thres", "0.05", "measure.relative_error"},
    {"acc_stopping_thres", "0.05", "measure.relative_error"},
    {"sim_count", "1", "several seeds: replicas of flitscope sweep"},
    {"include_queuing", "1", "the source queue is a figure of its own: latency.source_queue"},
    {"batch_size", "1000", "no batch mode"},
    {"batch_count", "1", "no batch mode"},
    {"max_outstanding_requests", "4", "no batch mode"},
};

/// Keys that change nothing that we simulate.
constexpr const char* kWithoutEffect =
    "in_ports out_ports vct perm_seed read_request_begin_vc read_request_end_vc "
    "write_request_begin_vc write_request_end_vc read_reply_begin_vc read_reply_end_vc "
    "write_reply_begin_vc write_reply_end_vc read_request_subnet read_reply_subnet "
    "write_request_subnet write_reply_subnet read_request_size write_request_size "
    "read_reply_size write_reply_size write_fraction measure_stats pair_stats print_activity "
    "print_csv_results print_vc_stats deadlock_warn_timeout drain_measured_only viewer_trace "
    "watch_file watch_flits watch_packets watch_transactions watch_out stats_out flow_out "
    "sent_packets_out active_packets_out injected_flits_out ejected_flits_out "
    "received_flits_out sent_flits_out stored_flits_out outstanding_credits_out "
    "used_credits_out free_credits_out max_credits_out sim_power power_output_file tech_file "
    "channel_width channel_sweep";

}  // namespace

const std::vector<BooksimKey>& booksim_keys() {
    static const std::vector<BooksimKey> all = [] {
        std::vector<BooksimKey> keys = kTranslated;
        keys.insert(keys.end(), kWithoutEqual.begin(), kWithoutEqual.end());
        std::istringstream names(kWithoutEffect);
        for (std::string name; names >> name;) {
            keys.push_back({name});
        }
        return keys;
    }();
    return all;
}

std::vector<std::string> keys_named_in(const std::string& comment) {
    std::vector<std::string> keys;
    std::istringstream words(comment);
    for (std::string each; words >> each;) {
        each.erase(each.find_last_not_of(',') + 1);
        const auto& all = booksim_keys();
        if (std::any_of(all.begin(), all.end(),
                        [&](const BooksimKey& key) { return key.name == each; })) {
            keys.push_back(each);
        }
    }
    return keys;
}

const BooksimWords& networks_without_equal() {
    static const BooksimWords networks = {
        {"fly", "a butterfly, whose switches have no nodes but at its two ends"},
        {"qtree", "a tree of degree 4; ours is topology.kind: tree"},
        {"tree4", "a tree of degree 4 with several roots; ours is topology.kind: fat_tree"}};
    return networks;
}

const BooksimWords& booksim_allocators() {
    static const BooksimWords allocators = {{"separable_input_first", "separable_input"},
                                            {"separable_output_first", "separable_output"},
                                            {"wavefront", "wavefront"},
                                            {"islip", "islip"}};
    return allocators;
}

const BooksimWords& booksim_patterns() {
    static const BooksimWords patterns = {
        {"uniform", "uniform"},     {"bitcomp", "bit_complement"}, {"bitrev", "bit_reverse"},
        {"transpose", "transpose"}, {"shuffle", "shuffle"},        {"tornado", "tornado"},
        {"neighbor", "neighbor"},   {"hotspot", "hotspot"},        {"bad_dragon", "next_group"}};
    return patterns;
}

std::vector<std::string> differences_of_min_adapt(const std::string& allocator) {
    std::vector<std::string> lines = {
        "min_adapt: of the free outputs the one with the fewest flits in its VCs is taken; "
        "BookSim2's is its VC allocator's choice",
        "min_adapt: a message leaves the escape VC at the next router; BookSim2's stays in it to "
        "the end of its way, so that it is the busiest VC",
        "min_adapt: vc_reuse is buffer_empty, which the escape needs, whatever "
        "wait_for_tail_credit says; under light load that is a little faster than tail_sent"};
    static const std::set<std::string> kWithoutPriorities = {"islip", "pim", "loa", "max_size"};
    if (kWithoutPriorities.count(allocator) != 0) {
        lines.push_back(
            "min_adapt: vc_allocator = " + allocator +
            " of BookSim2 is blind to priorities and gives the escape VC as readily as others, "
            "also in an empty network. With wait_for_tail_credit = 1 each message in it waits "
            "until the one before has left the next buffer: latencies here are far below "
            "(docs/coming_from_booksim.md)");
    }
    return lines;
}

}  // namespace flitscope::tb
