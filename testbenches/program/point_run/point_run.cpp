#include "testbenches/program/point_run/point_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>

#include "rtl_models/router/contract/violation.h"
#include "rtl_models/router/contract/wait_graph.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/program/graph_commands/graph_commands.h"

namespace flitscope::tb {

std::string deadlock_text(const DeadlockReport& deadlock, const topo::Topology& topology) {
    std::ostringstream text;
    text << "deadlock found at edge " << deadlock.edge << "\n";
    rtl::print_deadlock(text, deadlock.found, topology);
    std::string lines = text.str();
    lines.erase(lines.find_last_not_of('\n') + 1);
    return lines;
}

void refuse_deadlock(const ExperimentConfig& config) {
    if (config.deadlock != DeadlockAction::refuse) {
        return;
    }
    std::ostringstream report;
    try {
        if (verify_command(config, false, report) == exit_code(ExitCode::done)) {
            return;
        }
    } catch (const OptionError& error) {
        throw option_error(
            config, OptionError("", std::string("deadlock: refuse: ") + error.what()), "deadlock");
    }
    throw DeadlockRefused("deadlock: refuse: not simulated\n" + report.str());
}

namespace {

/// The configuration warns of too few VCs, which is the reason.
bool warns_of_deadlock(const ExperimentConfig& config) {
    return std::any_of(config.warnings.begin(), config.warnings.end(), [](const auto& each) {
        return each.find("freedom from deadlock") != std::string::npos;
    });
}

void warn_of_empty_dump(const ExperimentConfig& config, Result& result) {
    if (config.waves && result.simulated_cycles <= config.waves->from) {
        result.warnings.push_back(fmt::format(
            "waves.from = {}: the run ended before, after {} cycles: nothing was dumped",
            config.waves->from, result.simulated_cycles));
    }
}

}  // namespace

PointOutcome run_point(const ExperimentConfig& config, Recordings& recordings,
                       SimulationHooks hooks) {
    BuiltNetwork built;
    try {
        const auto start = std::chrono::steady_clock::now();
        built = make_network(config, recordings.taps());
        hooks.elaboration_s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (recordings.any()) {
            hooks.closing = [&recordings](rtl::Cycle end) { recordings.end_at(end); };
        }
        if (waves::BufferedFile* const trace = recordings.trace()) {
            hooks.traced = [trace](const TraceRow& row) { trace->put(trace_line(row)); };
        }
        PointOutcome outcome{simulate(config, *built.network, hooks), {}, {}};
        outcome.result.deadlock_free = deadlock_free(config);
        if (outcome.result.deadlock_free == false && !warns_of_deadlock(config)) {
            outcome.result.warnings.emplace_back(
                "not free of deadlock: messages may wait for each other in a circle, which "
                "`flitscope verify` shows");
        }
        warn_of_empty_dump(config, outcome.result);
        if (outcome.result.deadlock) {
            outcome.deadlock = deadlock_text(*outcome.result.deadlock, *built.topology);
        }
        try {
            recordings.finish(built.network->now());
        } catch (const OutputError& error) {
            outcome.unwritten = error;  // the result is worth more than a dump
        }
        return outcome;
    } catch (const rtl::Violation& violation) {
        try {
            recordings.finish(violation.cycle() + 1);  // while the network is there
        } catch (const OutputError& error) {
            std::cerr << "flitscope: " << error.what() << "\n";
        }
        throw;
    }
}

std::optional<Failure> failure_of(const PointOutcome& outcome, const ExperimentConfig& config) {
    if (outcome.unwritten) {
        return Failure{exit_code(ExitCode::unwritten_output), outcome.unwritten->what()};
    }
    if (outcome.result.deadlock) {
        return Failure{exit_code(ExitCode::deadlock), outcome.deadlock};
    }
    const auto& errors = outcome.result.protocol_errors;
    if (errors && errors->count > 0) {
        const bool of_outsiders = config.level.uses_plugins() || config.units.any();
        return Failure{
            exit_code(of_outsiders ? ExitCode::protocol_violation : ExitCode::internal_error),
            "protocol error: " + errors->first + " (" + std::to_string(errors->count) + " in all)"};
    }
    return std::nullopt;
}

Result run_point(const ExperimentConfig& config) {
    refuse_deadlock(config);
    Recordings none(config, "", {}, "", "");
    PointOutcome outcome = run_point(config, none);
    const auto failure = failure_of(outcome, config);
    if (failure && failure->code != exit_code(ExitCode::deadlock)) {
        throw std::runtime_error(failure->message);
    }
    return std::move(outcome.result);
}

}  // namespace flitscope::tb
