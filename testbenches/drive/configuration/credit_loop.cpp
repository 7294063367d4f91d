#include "testbenches/drive/configuration/credit_loop.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitscope::tb {

namespace {

/// One VC is too shallow, and some message has to wait because of that.
bool throttles(const ExperimentConfig& config, const rtl::LinkParameters& link,
               std::int64_t longest) {
    const int depth = full_rate_depth(config.router, link);
    const std::int64_t all =
        std::int64_t{config.router.buffer_flits} * rtl::vcs_of_link(config.router, link);
    return config.router.buffer_flits < depth &&
           (longest > config.router.buffer_flits || all < depth);
}

}  // namespace

int credit_loop_cycles(const rtl::RouterParameters& router, const rtl::LinkParameters& link) {
    return 2 + router.stages().traversal + 2 * link.latency;
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
        link.latency, router.buffer_flits, credit_loop_cycles(router, link), depth);
}

}  // namespace flitscope::tb
