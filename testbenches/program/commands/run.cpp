#include <chrono>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/router/contract/wait_graph.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/run/unit_plugins.h"
#include "testbenches/drive/traffic/operation_source.h"
#include "testbenches/drive/traffic/trace_file.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/event_options.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/graph_commands/graph_commands.h"
#include "testbenches/program/interrupt.h"
#include "testbenches/program/model_command/model_comparison.h"
#include "testbenches/program/point_run/recordings.h"
#include "testbenches/program/progress_display.h"
#include "testbenches/program/rtl_command/rtl_sets.h"
#include "waves/atomic_file.h"
#include "waves/buffered_file.h"
#include "waves/event_log.h"
#include "waves/wave_dump.h"

namespace flitscope::tb {

namespace {

constexpr const char* kResultFile = "result.json";

class RunCommand : public Command {
public:
    RunCommand()
        : Command(
              "run", "Simulates one operating point and writes OUT/result.json",
              "Without --out the files go to the current folder. Interrupted, it writes what was "
              "measured\nso far, marked \"complete\": false. A saturated point is a result: exit "
              "code 0.") {}

    void declare(CLI::App& app) override {
        event_options_.declare(app);
        app.add_option(
               "--write-trace", trace_,
               "also every message to this file (.csv), which traffic.arrivals: trace reads")
            ->type_name("FILE");
        app.add_flag("--with-model", with_model_,
                     "also the analytical model that fits, with its deviation");
    }

    int run(const CommonOptions& common) override {
        const ExperimentConfig config = read_config(common.config, common.sets);
        print_warnings(config.warnings, common);
        check_units_used(config);
        check_memory(config, {config.level});
        if (config.level.uses("verilog")) {
            require_sets(config, common.config, common.sets);
        }
        if (config.deadlock == DeadlockAction::refuse && refused(config)) {
            return exit_code(ExitCode::not_deadlock_free);
        }
        const char* const headers = section_with_headers(config.traffic);
        if (!trace_.empty() && headers != nullptr) {
            throw option_error(config,
                               {"fraction", "traces have messages to one node: no --write-trace"},
                               headers);
        }
        const waves::EventFilter filter = event_options_.filter(config);
        const std::string folder = checked_outputs(config, common);
        const InterruptFlag interrupt;
        Recordings recordings(config, event_options_.file(), filter, folder, trace_);
        try {
            return simulate_point(config, common, folder, interrupt, recordings);
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, folder);
        }
    }

private:
    /// Makes the folder for what the run will write, once everything can be written.
    std::string checked_outputs(const ExperimentConfig& config, const CommonOptions& common) const {
        Outputs outputs(common);
        outputs.writes("the result", outputs.in_folder(kResultFile));
        if (!event_options_.file().empty()) {
            outputs.writes("--events", event_options_.file());
        }
        if (!trace_.empty()) {
            require_trace_name("--write-trace", trace_);
            outputs.writes("--write-trace", trace_);
        }
        if (config.waves) {
            const std::string dump = outputs.in_folder(config.waves->file);
            outputs.writes_waves("waves.file", dump);
            if (config.waves->rtl) {
                outputs.writes("waves.rtl", cosim::RtlTrace::rtl_file(dump));
                outputs.writes_waves("waves.rtl", cosim::RtlTrace::both_file(dump));
            }
        }
        if (config.level.uses_plugins() || config.units.watched()) {
            outputs.writes_waves("the waves of a violation", outputs.in_folder(kViolationFile));
        }
        return outputs.make_folder();
    }

    int simulate_point(const ExperimentConfig& config, const CommonOptions& common,
                       const std::string& folder, const InterruptFlag& interrupt,
                       Recordings& recordings) const {
        const auto start = std::chrono::steady_clock::now();
        BuiltNetwork built;
        const auto recorded = [&](const auto& step) {
            try {
                return step();
            } catch (const rtl::Violation& violation) {
                try {
                    recordings.finish(violation.cycle() + 1);  // while it is there
                } catch (const waves::OutputError& error) {
                    std::cerr << "flitscope: " << error.what() << "\n";
                }
                throw;
            }
        };
        recorded([&] { built = make_network(config, recordings.taps()); });
        const double elaboration_s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

        const Result result = recorded([&] {
            return simulate_network(config, built, common, interrupt, elaboration_s, recordings);
        });
        std::optional<waves::OutputError> unwritten;
        try {
            recordings.finish(built.network->now());
        } catch (const waves::OutputError& error) {
            unwritten = error;  // the result is worth more than a dump
        }
        print_warnings(result.warnings, common);
        report(result, common, folder, with_model_ ? model_beside(config, result) : std::nullopt);
        if (unwritten) {
            throw *unwritten;
        }
        if (result.deadlock) {
            std::cerr << "flitscope: deadlock found at edge " << result.deadlock->edge << "\n";
            rtl::print_deadlock(std::cerr, result.deadlock->found, *built.topology);
            return exit_code(ExitCode::deadlock);
        }
        const int signal = interrupt.signal().load();
        return !result.complete && signal != 0 ? exit_code_of_signal(signal)
                                               : exit_code(ExitCode::done);
    }

    /// `deadlock: refuse`: prints why not.
    static bool refused(const ExperimentConfig& config) {
        std::ostringstream report;
        try {
            if (verify_command(config, false, report) == exit_code(ExitCode::done)) {
                return false;
            }
        } catch (const topo::OptionError& error) {
            throw option_error(
                config, topo::OptionError("", std::string("deadlock: refuse: ") + error.what()),
                "deadlock");
        }
        std::cerr << "flitscope: deadlock: refuse: not simulated\n" << report.str();
        return true;
    }

    static Result simulate_network(const ExperimentConfig& config, const BuiltNetwork& built,
                                   const CommonOptions& common, const InterruptFlag& interrupt,
                                   double elaboration_s, Recordings& recordings) {
        ProgressDisplay display(!common.quiet);
        SimulationHooks hooks;
        hooks.elaboration_s = elaboration_s;
        hooks.interrupt = &interrupt.signal();
        hooks.progress = [&display](const Progress& progress) { display.show(progress); };
        if (recordings.any()) {
            hooks.closing = [&recordings](rtl::Cycle end) { recordings.end_at(end); };
        }
        if (waves::BufferedFile* const trace = recordings.trace()) {
            hooks.generated = [trace](const rtl::Message& message) {
                trace->put(trace_line(message));
            };
        }
        return simulate(config, *built.topology, *built.network, hooks);
    }

    static std::optional<ModelComparison> model_beside(const ExperimentConfig& config,
                                                       const Result& result) {
        auto model = model_for(config, SimulatedLatencies::of(result));
        if (!model) {
            std::cerr << "flitscope: warning: --with-model: no model fits this configuration\n";
        }
        return model;
    }

    static void report(const Result& result, const CommonOptions& common, const std::string& folder,
                       const std::optional<ModelComparison>& model) {
        nlohmann::ordered_json object = result.to_json();
        if (model) {
            object["model"] = model->to_json();
        }
        const std::string json = object.dump(2) + "\n";
        try {
            waves::write_file((std::filesystem::path(folder) / kResultFile).string(), json);
        } catch (const waves::OutputError&) {
            std::cout << json << std::flush;  // a result is never lost
            throw;
        }
        print_report(common, json, result.summary() + (model ? model->to_text() + "\n" : ""));
    }

    EventOptions event_options_;
    std::string trace_;
    bool with_model_ = false;
};

}  // namespace

std::unique_ptr<Command> make_run_command() { return std::make_unique<RunCommand>(); }

}  // namespace flitscope::tb
