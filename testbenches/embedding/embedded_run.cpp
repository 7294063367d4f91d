#include "testbenches/embedding/embedded_run.h"

#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/embedding/embedded_config.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"

namespace flitscope::tb {

EmbeddedRun run_embedded(const ExperimentConfig& config, const std::string& name,
                         const std::string& folder, const InterruptQuestion& interrupted) {
    check_runnable(config, name, {});
    refuse_deadlock(config);
    std::optional<KernelLease> kernel;
    if (uses_systemc(config)) {
        KernelLease::check_idle();
        kernel.emplace();
    }
    const KernelLease::Turn turn(kernel ? &*kernel : nullptr);
    InterruptSignal signal{0};
    SimulationHooks hooks;
    hooks.interrupt = &signal;
    hooks.progress_every = 256;
    hooks.progress = [&](const Progress&) {
        if (const int number = interrupted ? interrupted() : 0; number != 0) {
            signal = number;
        }
    };
    Recordings recordings(config, "", {}, folder, "");
    try {
        const PointOutcome outcome = run_point(config, recordings, hooks);
        if (!outcome.result.complete && signal != 0) {
            throw Interrupted(signal);
        }
        EmbeddedRun run{outcome.result.to_json(), failure_of(outcome, config), config.warnings};
        run.warnings.insert(run.warnings.end(), outcome.result.warnings.begin(),
                            outcome.result.warnings.end());
        return run;
    } catch (const rtl::Violation& violation) {
        throw run_fault(violation, folder);
    }
}

}  // namespace flitscope::tb
