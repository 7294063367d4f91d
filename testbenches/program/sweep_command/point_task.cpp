#include "testbenches/program/sweep_command/point_task.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/local_executor.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/campaign/sweep_points.h"
#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/program/cost_command/network_cost.h"
#include "testbenches/program/model_command/model_command.h"
#include "testbenches/program/model_command/model_comparison.h"
#include "testbenches/program/point_run/point_run.h"

namespace flitscope::tb {

namespace {

/// The result of a point whose model is evaluated.
nlohmann::ordered_json evaluated(const ExperimentConfig& config) {
    nlohmann::ordered_json model = model_point(config);
    const RunState state = model["status"] == "ok" ? RunState::stable : RunState::saturated;
    return {{"flitscope", this_program().version},
            {"config", resolve(config)},
            {"state", name_of(state)},
            {"model", std::move(model)}};
}

/// The result of a point that is simulated.
nlohmann::ordered_json simulated(const ExperimentConfig& config, const SweepFile& what) {
    std::optional<NetworkCost> cost;
    if (!what.liberty.empty()) {
        const InterruptSignal none{0};  // a signal ends this process at once
        cost = network_cost(config, RouterSynthesis(read_cell_library(what.liberty), none),
                            PricedRouters::largest, static_cast<rtl::Cycle>(what.gate_cycles));
    }
    const Result result = tb::run_point(config);
    nlohmann::ordered_json json = result.to_json();
    if (!resolved_model(config).is_null()) {
        if (const auto model = model_for(config, ComparableResults::of(result))) {
            model->add_to(json);
        }
    }
    if (cost) {
        cost->add_to(json, result.activity);
    }
    return json;
}

/// One attempt: the text of the result. Throws std::runtime_error.
std::string attempt(const SweepPoint& point, const SweepFile& what, const std::string& sweep,
                    const CapturedOutput& output) {
    ForkedRun run([&](const ForkedRun::Write& write) {
        ::dup2(output.file(), STDOUT_FILENO);
        ::dup2(output.file(), STDERR_FILENO);
        write(stored_text(
            point, sweep,
            what.run == SweepRun::model ? evaluated(point.config) : simulated(point.config, what)));
    });
    return run.answer();
}

TaskOutcome run_point(const ResultsDirectory& results, const SweepFile& what,
                      const SweepPoint& point) {
    const PointLock lock(results, point.hash);
    if (PointReader(results).undamaged_point(point.hash)) {
        return TaskOutcome::done;
    }
    std::string log = "point " + point.values.dump() + "\n";
    for (int i = 1; i <= kAttempts; ++i) {
        const CapturedOutput output;
        try {
            write_file(results.point_file(point.hash),
                       attempt(point, what, results.sweep_hash(), output), Links::replace);
            ::unlink(results.failed_file(point.hash).c_str());
            return TaskOutcome::done;
        } catch (const OutputError&) {
            throw;
        } catch (const std::runtime_error& error) {
            log += attempt_title(i) + error.what() + "\n" + output.end();
        }
    }
    write_file(results.failed_file(point.hash), log, Links::replace);
    std::cerr << "flitscope: " << log << std::flush;
    return TaskOutcome::failed;
}

/// This process ends with the local sweep that started it, however that one ends.
void end_with_sweep() {
    const char* const sweep = std::getenv(kSweepProcess);
    if (sweep == nullptr) {
        return;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (std::to_string(::getppid()) != sweep) {  // it ended before that
        ::raise(SIGTERM);
    }
}

}  // namespace

TaskOutcome run_task(const ResultsDirectory& results, std::int64_t number) {
    end_with_sweep();
    results.require();
    results.require_this_program();
    results.enter_working_folder();
    const SweepPoints points(results.sweep());
    if (number < 0 || number >= points.count()) {
        throw ConfigError({{results.path(), 0},
                           "has no point " + std::to_string(number),
                           "0.." + std::to_string(points.count() - 1)});
    }
    if (!points.is_search(number)) {
        return run_point(results, points.sweep(), points.at(number));
    }
    for (SearchState state = search_state(stored_loads(results), points, number); state.next;
         go_on(state, stored_loads(results), points, number)) {
        if (run_point(results, points.sweep(), *state.next) == TaskOutcome::failed) {
            return TaskOutcome::failed;
        }
    }
    return TaskOutcome::done;
}

}  // namespace flitscope::tb
