#include "testbenches/drive/run/simulation.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>

#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/drive/measurement/traffic_client.h"
#include "testbenches/drive/traffic/operation_needs.h"

namespace flitscope::tb {

namespace {

constexpr double kRounding = 1e-9;  ///< of a load and a capacity that are meant to be equal

double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double peak_rss_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;  // Linux counts KiB
}

Result::ProtocolErrors errors_of(const TrafficClient& client) {
    Result::ProtocolErrors errors{client.protocol_errors(), {}};
    if (errors.count > 0) {
        const rtl::Delivery& first = client.first_error();
        errors.first = "message " + std::to_string(first.message.id) + " ended at node " +
                       std::to_string(first.node) + ", edge " + std::to_string(first.delivered);
    }
    return errors;
}

void take_speed(Performance& performance, const Result& result) {
    if (performance.cpu_s > 0) {
        performance.cycles_per_s = static_cast<double>(result.simulated_cycles) / performance.cpu_s;
        performance.flit_hops_per_s = static_cast<double>(result.flit_hops) / performance.cpu_s;
    }
    performance.peak_rss_mb = peak_rss_mb();
}

/// Mean number per multicast.
double destinations_of_multicasts(const TrafficConfig& traffic) {
    if (!traffic.trace || !traffic.has(OperationKind::multicast)) {
        return traffic.multicast.destinations;
    }
    const Trace::Extent& rows = traffic.trace->of_kind(OperationKind::multicast);
    return static_cast<double>(rows.all_destinations) / static_cast<double>(rows.count);
}

/// The run differs from the recorded one if part of the trace was not sent.
std::string warning_of_lines(std::size_t left, const Result& result,
                             const ExperimentConfig& config) {
    const bool lost = result.simulated_cycles < config.measure.max_cycles;
    return std::to_string(left) + " of " + std::to_string(config.traffic.trace->rows.size()) +
           " lines of the trace were not sent: " +
           (lost ? "they wait for messages that were lost"
                 : "measure.max_cycles = " + std::to_string(config.measure.max_cycles) +
                       " ended the run");
}

RunState state_of(Result& result, const TrafficClient& client, const ExperimentConfig& config) {
    if (result.deadlock) {
        return RunState::deadlock;
    }
    if (client.measurement().saturated()) {
        return RunState::saturated;
    }
    if (!result.complete) {
        return RunState::undecided;  // interrupted
    }
    const bool cut_short =
        config.traffic.ends() && (client.lines_left() > 0 || result.undelivered() > 0);
    if (client.measurement().undecided() || cut_short) {
        return RunState::undecided;
    }
    const double load = configured_load(config.traffic);
    if (result.capacity && client.measurement().watches_queues() &&
        load > result.capacity->load * (1 + kRounding)) {
        result.warnings.push_back(fmt::format(
            "undecided: the load of {:.4g} is above the capacity of {:.4g}; the run was too short "
            "to show it",
            load, result.capacity->load));
        return RunState::undecided;
    }
    return RunState::stable;
}

void run_network(rtl::Network& network, TrafficClient& client) {
    try {
        network.run(client);
    } catch (const std::exception&) {
        if (!client.over() || client.in_suspense()) {
            throw;
        }
        return;  // in the closing cycle, which is no part of the run
    }
    network.check_invariants();
}

}  // namespace

Result simulate(const ExperimentConfig& config, rtl::Network& network,
                const SimulationHooks& hooks) {
    const rtl::NetworkDescription& description = network.description();
    TrafficClient client(config.traffic, config.measure, config.seed, description, hooks);
    if (config.deadlock == DeadlockAction::recover_regressive) {
        client.recover_deadlocks(description);
    }
    if (!config.faults.empty()) {
        client.inject_faults(config.faults, description);
    }
    const auto start = std::chrono::steady_clock::now();
    const double cpu_start = cpu_seconds();
    run_network(network, client);
    const double cpu_s = cpu_seconds() - cpu_start;
    const std::chrono::duration<double> simulation = std::chrono::steady_clock::now() - start;

    client.check_books();

    Result result;
    static_cast<Findings&>(result) = client.measurement().findings();
    static_cast<MessageCounts&>(result) = client.measurement().counts();
    static_cast<rtl::NetworkCounters&>(result) = client.counters();
    result.config = std::make_shared<const nlohmann::ordered_json>(resolve(config));
    result.level = network.level();
    result.complete = !client.stopped();
    result.deadlock = client.deadlock();
    result.retransmitted = client.retransmitted();
    result.speculates = description.router.speculates();
    if (description.headers.used()) {
        result.protocol_errors = errors_of(client);
    }
    if (description.unchecked) {
        result.unchecked = client.unchecked();
    }
    result.bypass = description.router.bypass;
    if (!config.faults.empty()) {
        result.faults = {client.failures(), client.unreachable()};
    }
    if (result.deadlock) {
        for (LatencySummary& each : result.latency) {
            each.ci = std::nullopt;
            each.ci_reason = each.count > 0 ? "deadlock" : nullptr;
        }
    }
    if (result.complete && client.lines_left() > 0) {
        result.warnings.push_back(warning_of_lines(client.lines_left(), result, config));
    }
    result.copies[index_of(OperationKind::broadcast)] = description.topology->nodes() - 1;
    result.copies[index_of(OperationKind::multicast)] = destinations_of_multicasts(config.traffic);
    result.cut_off = result.complete && !config.measure.to_the_end &&
                     result.simulated_cycles >= config.measure.max_cycles;
    result.series = client.measurement().series();
    result.activity = router_activity(network);
    result.capacity = capacity_of(config.traffic, description);
    result.state = state_of(result, client, config);
    result.performance.elaboration_s = hooks.elaboration_s;
    result.performance.simulation_s = simulation.count();
    result.performance.cpu_s = cpu_s;
    take_speed(result.performance, result);
    return result;
}

}  // namespace flitscope::tb
