#include <fmt/format.h>

#include "testbenches/drive/run/result.h"

namespace flitscope::tb {

namespace {

std::string value(const std::optional<double>& number, const char* format) {
    return number ? fmt::format(fmt::runtime(format), *number) : "-";
}

std::string latency_line(const char* name, const LatencySummary& latency) {
    if (latency.count == 0) {
        return fmt::format("  {:<16}-\n", name);
    }
    const std::string interval = latency.ci ? fmt::format("+- {:.2f}", *latency.ci) : "";
    return fmt::format(
        "  {:<16}{:>9.2f} {:<10}  min {}  p50 {}  p95 {}  p99 {}  max {}{}\n", name, *latency.mean,
        interval, *latency.min, *latency.p50, *latency.p95, *latency.p99, *latency.max,
        latency.ci_reason == nullptr ? "" : fmt::format("  (no interval: {})", latency.ci_reason));
}

const char* outcome(const Result& result) {
    if (result.deadlock) {
        return "deadlock";
    }
    if (result.protocol_errors && result.protocol_errors->count > 0) {
        return "protocol error";
    }
    if (!result.complete) {
        return "interrupted";
    }
    if (result.state == RunState::saturated || result.state == RunState::undecided) {
        return name_of(result.state);
    }
    return result.cut_off ? "ended by max_cycles" : "complete";
}

}  // namespace

std::string Result::summary() const {
    std::string text =
        fmt::format("{} level, {} after {} cycles ({} warm-up, {} measured)\n", level,
                    outcome(*this), simulated_cycles, warmup_cycles, measured_cycles);
    text += fmt::format("  {:<16}{} generated, {} delivered, {} measured, {} lost\n", "messages",
                        generated, delivered, (*this)[LatencyKind::unicast].count, lost);
    if (retransmitted > 0) {
        text += fmt::format("  {:<16}{} messages taken out and sent again, {} flits\n", "deadlocks",
                            retransmitted, flits_purged);
    }
    if (faults) {
        text += fmt::format("  {:<16}{} failures, {} messages lost without a way, {} flits\n",
                            "faults", faults->failures, faults->unreachable, flits_purged);
    }
    text += fmt::format("  {:<16}{} offered, {} accepted (flits/node/cycle)\n", "throughput",
                        value(offered, "{:.4f}"), value(accepted, "{:.4f}"));
    if (bypass && flit_hops > 0) {
        text += fmt::format(
            "  {:<16}{:.1f} % of the flits at a router\n", "bypass",
            100. * static_cast<double>(flits_bypassed) / static_cast<double>(flit_hops));
    }
    for (const auto& [name, kind] : {std::pair{"broadcast", OperationKind::broadcast},
                                     std::pair{"multicast", OperationKind::multicast},
                                     std::pair{"collective", OperationKind::collective}}) {
        if ((*this)[kind].latency.count > 0) {
            text += latency_line(name, (*this)[kind].latency);
        }
    }
    if ((*this)[OperationKind::collective].latency.count > 0) {
        text += fmt::format("  {:<16}{:>9}\n", "  at least",
                            value((*this)[OperationKind::collective].lower_bound, "{:.2f}"));
    }
    text += latency_line("latency", (*this)[LatencyKind::unicast]);
    text += latency_line("  network", (*this)[LatencyKind::network]);
    text += latency_line("  source queue", (*this)[LatencyKind::source_queue]);
    text += fmt::format("  {:<16}{}\n", "hops", value(mean_hops, "{:.3f}"));
    text += fmt::format("  {:<16}{:.2f} s, {:.0f} MB\n", "wall time", performance.simulation_s,
                        performance.peak_rss_mb);
    text += fmt::format("  {:<16}{:.2f} s, {:.3g} cycles/s, {:.3g} flit-hops/s\n", "CPU time",
                        performance.cpu_s, performance.cycles_per_s, performance.flit_hops_per_s);
    return text;
}

}  // namespace flitscope::tb
