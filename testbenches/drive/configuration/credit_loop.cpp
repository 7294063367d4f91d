#include "testbenches/drive/configuration/credit_loop.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/router/vc_credits.h"

namespace flitscope::tb {

namespace {

/// One VC is too shallow, and some message has to wait because of that.
bool throttles(const ExperimentConfig& config, const rtl::LinkParameters& link,
               std::int64_t longest) {
    const int depth = full_rate_depth(config.router, link);
    const int most = rtl::VcCredits(config.router).most();
    const std::int64_t all =
        std::int64_t{config.router.buffer_flits} * rtl::vcs_of_link(config.router, link);
    return most < depth && (longest > most || all < depth);
}

/// The least `buffer_flits` with which a VC may have so many flits.
int buffer_flits_for(int depth, const rtl::RouterParameters& router) {
    const int vcs = router.virtual_channels;
    return router.shares_buffers() ? router.reserved + (depth - router.reserved + vcs - 1) / vcs
                                   : depth;
}

}  // namespace

int credit_loop_cycles(const rtl::RouterParameters& router, const rtl::LinkParameters& link) {
    return 2 + router.stages().to_wire() + 2 * link.latency;
}

int full_rate_depth(const rtl::RouterParameters& router, const rtl::LinkParameters& link) {
    return (credit_loop_cycles(router, link) + link.cycles_per_flit - 1) / link.cycles_per_flit;
}

std::string shallow_buffer_warning(const topo::Topology& topology, const ExperimentConfig& config,
                                   std::int64_t longest) {
    const rtl::RouterParameters& router = config.router;
    if (router.queued_outputs() || router.buffer_flits == rtl::kUnbounded) {
        return "";
    }
    const std::vector<std::string> names = topology.link_classes();
    const std::string* worst = nullptr;
    int depth = 0;
    for (const std::string& name : names) {
        const rtl::LinkParameters& link = config.link_of(name);
        if (throttles(config, link, longest) && full_rate_depth(router, link) > depth) {
            depth = full_rate_depth(router, link);
            worst = &name;
        }
    }
    if (worst == nullptr) {
        return "";
    }
    const rtl::LinkParameters& link = config.link_of(*worst);
    const auto more = std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return &name != worst && throttles(config, config.link_of(name), longest);
    });
    return fmt::format(
        "router.buffer_flits = {}: a VC waits for credits on links of class {}{} (latency {}): {} "
        "flits in {} cycles; {} or more keep the full rate",
        router.buffer_flits, *worst, more == 0 ? "" : fmt::format(" and {} more", more),
        link.latency, rtl::VcCredits(router).most(), credit_loop_cycles(router, link),
        buffer_flits_for(depth, router));
}

}  // namespace flitscope::tb
