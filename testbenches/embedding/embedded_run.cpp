#include "testbenches/embedding/embedded_run.h"

#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"

namespace flitscope::tb {

namespace {

void forget_lines(ConfigNode& node) {
    node.line = 0;
    for (ConfigNode& key : node.keys) {
        forget_lines(key);
    }
    for (ConfigNode& item : node.items) {
        forget_lines(item);
    }
}

}  // namespace

ExperimentConfig embedded_config(const ConfigSource& source) {
    if (!source.text) {
        return read_config(source.name, source.sets);
    }
    if (!source.made) {
        return parse_config(source.name, *source.text, source.sets);
    }
    ConfigNode tree = parse_yaml(source.name, *source.text);
    forget_lines(tree);
    forget_replace(tree);
    for (const std::string& each : source.sets) {
        apply_override(tree, each);
    }
    return config_of(std::move(tree));
}

EmbeddedRun run_embedded(const ExperimentConfig& config, const std::string& name,
                         const std::string& folder, const InterruptQuestion& interrupted) {
    check_runnable(config, name, {});
    refuse_deadlock(config);
    const std::unique_ptr<KernelLease> kernel = lease_kernel(config);
    const KernelLease::Turn turn(kernel.get());
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
