#include "testbenches/program/timeline_command/timeline.h"

#include <iostream>

#include "common/atomic_file.h"
#include "rtl_models/router/contract/violation.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"
#include "testbenches/program/timeline_command/logged_run.h"

namespace flitscope::tb {

namespace {

/// Shown where --to says nothing: some megabytes.
constexpr rtl::Cycle kUsualCycles = 1000;
constexpr rtl::Cycle kLastCycle = INT64_MAX / 4;

class TimelineCommand : public Command {
public:
    TimelineCommand()
        : Command("timeline", "A run as a timeline for ui.perfetto.dev or chrome://tracing",
                  "Prints the Trace Event Format (JSON); one microsecond is one cycle. Messages "
                  "that are under\nway between --from and --to are shown as far as --to, and the "
                  "run ends there. CONFIG may also be the log of `run "
                  "--events`.") {}

    void declare(CLI::App& app) override {
        app.get_option("--out")
            ->description("file for the timeline, instead of standard output")
            ->type_name("FILE");
        app.add_option("--from", from_, "first cycle; default: 0")
            ->transform(whole_number(0, kLastCycle))
            ->type_name("CYCLE");
        app.add_option("--to", to_, "cycle before which it ends; default: 1000 after --from")
            ->transform(whole_number(1, kLastCycle))
            ->type_name("CYCLE");
        app.add_option("--load-window", options_.load_window,
                       "cycles for a value of a link's load; default: 100")
            ->transform(whole_number(1, kLastCycle))
            ->type_name("CYCLES");
    }

    int run(const CommonOptions& common) override {
        options_.window = {from_, to_.value_or(from_ + kUsualCycles)};
        if (options_.window.to <= from_) {
            throw UsageError("--to " + std::to_string(options_.window.to) +
                             ": must be greater than --from " + std::to_string(from_));
        }
        if (is_event_log(common.config)) {
            return show_log(common);
        }
        const ExperimentConfig config = read_config(common.config, common.sets);
        refuse_queued_outputs(config, "`timeline` shows messages in VCs");
        if (config.router.bypass && config.router.stages().traversal > 0) {
            throw option_error(config,
                               {"bypass",
                                "`timeline` would draw flits that bypass the traversal register "
                                "a cycle late; `run --events` logs them in their cycle"},
                               "router");
        }
        print_warnings(config.warnings, common);
        check_runnable(config, common.config, common.sets);
        refuse_deadlock(config);
        check_output(common, &config);
        try {
            return show(config, common);
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, ".");
        }
    }

private:
    /// --out is a file here.
    static void check_output(const CommonOptions& common, const ExperimentConfig* config) {
        CommonOptions without_folder = common;
        without_folder.out.clear();
        Outputs outputs(without_folder);
        if (config != nullptr) {
            outputs.reads_files_of(*config);
        }
        if (!common.out.empty()) {
            outputs.writes("--out", common.out);
        }
    }

    /// Tells where it ends, if that was the command's choice.
    void write(const RecordedRun& run, const CommonOptions& common) const {
        const std::string json = timeline_of(run, options_).to_json();
        if (common.out.empty()) {
            std::cout << json;
        } else {
            write_report(common.out, json);
        }
        if (!to_ && run.end == options_.window.to) {
            print_warnings({"the timeline ends at cycle " + std::to_string(run.end) +
                            ", not the run; --to CYCLE shows more"},
                           common);
        }
    }

    int show_log(const CommonOptions& common) const {
        if (!common.sets.empty()) {
            throw UsageError("--set: " + common.config + " is an event log, not a configuration");
        }
        check_output(common, nullptr);
        write(read_logged_run(common.config, options_.window), common);
        return exit_code(ExitCode::done);
    }

    int show(const ExperimentConfig& config, const CommonOptions& common) const {
        PointOutcome outcome;
        const RecordedRun run = record_run(config, {{options_.window}, {}}, &outcome.result);
        write(run, common);
        if (outcome.result.deadlock) {
            outcome.deadlock = deadlock_text(*outcome.result.deadlock, *run.topology);
        }
        if (const auto failure = failure_of(outcome, config)) {
            std::cerr << "flitscope: " << failure->message << "\n";
            return failure->code;
        }
        return exit_code(ExitCode::done);
    }

    rtl::Cycle from_ = 0;
    std::optional<rtl::Cycle> to_;
    TimelineOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_timeline_command() { return std::make_unique<TimelineCommand>(); }

}  // namespace flitscope::tb
