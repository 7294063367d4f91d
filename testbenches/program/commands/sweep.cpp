#include <iostream>
#include <optional>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/local_executor.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/job_sweep.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/commands/progress_display.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/sweep_command/point_task.h"
#include "testbenches/program/sweep_command/results_table.h"
#include "testbenches/program/sweep_command/sqlite_file.h"
#include "testbenches/program/sweep_command/sweep_outcome.h"
#include "testbenches/program/sweep_command/sweep_plan.h"

namespace flitscope::tb {

namespace {

/// Exports of the table, and what is between their columns.
constexpr std::pair<const char*, char> kTables[] = {{".csv", ','}, {".tsv", '\t'}};
constexpr std::size_t kDatabaseHeader = 100;  // bytes, SQLite's

class SweepCommand : public Command {
public:
    SweepCommand()
        : Command(
              "sweep",
              "Runs the points of SWEEP.yaml in parallel; run again, it adds the missing ones",
              "sweep SWEEP.yaml --out DIR  runs all points without a result in DIR\n"
              "sweep status DIR            counts the points done, failed, missing and running\n"
              "sweep collect DIR           writes DIR/results.sqlite, .csv and .tsv\n"
              "sweep cancel DIR            cancels the jobs of --executor, waiting or running\n"
              "sweep point DIR N           runs point N if it is missing: a line of DIR/tasks.txt\n"
              "Exit code 0 when all points are done or submitted, 1 when some failed.\n"
              "docs/campaigns.md, docs/cluster.md") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("SWEEP", first_,
                       "YAML file of the sweep, or status, collect, cancel or point")
            ->required()
            ->type_name("");
        app.add_option("DIR", folder_, "folder of results, for status, collect, cancel and point")
            ->type_name("");
        app.add_option("N", number_, "number of a point, from 0")
            ->check([](const std::string& text) {
                const bool whole = text.size() < 19 &&
                                   text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0) ==
                                       std::string::npos;
                return whole ? "" : shortened(text) + " is not the number of a point: 0, 1, ...";
            })
            ->type_name("");
        app.add_option("--jobs", jobs_,
                       "points at a time; default: one per core, or fewer if memory is short")
            ->transform(whole_number(1, kMostJobs))
            ->type_name("N");
        app.add_flag("--force", force_,
                     "collect also overwrites tables that this command did not write");
        app.add_flag("--dry-run", dry_run_, "checks every point and runs none");
        jobs_of_executor_.declare(app);
    }

    int run(const CommonOptions& common) override {
        if (first_ == "status" || first_ == "collect" || first_ == "cancel" || first_ == "point") {
            return act(common);
        }
        if (!folder_.empty()) {
            throw UsageError(
                "sweep " + first_ + " " + folder_ +
                ": give one file, or status, collect, cancel or point before a folder");
        }
        refuse_force();
        if (common.out.empty() && !dry_run_) {
            throw UsageError("sweep needs --out DIR, the folder for its results");
        }
        return sweep(common);
    }

private:
    void refuse_force() const {
        if (force_ && first_ != "collect") {
            throw UsageError("--force is for sweep collect only; nothing else overwrites files");
        }
    }
    int act(const CommonOptions& common) const {
        if (folder_.empty()) {
            throw UsageError("sweep " + first_ + ": DIR is missing, the folder of the results");
        }
        if (!common.out.empty() || !common.sets.empty() || dry_run_ || jobs_ > 0 ||
            jobs_of_executor_.given()) {
            throw UsageError("sweep " + first_ +
                             " takes a DIR, and neither --out, --set, --dry-run, --jobs nor "
                             "the options of an executor");
        }
        refuse_force();
        if ((first_ == "point") != number_.has_value()) {
            throw UsageError(first_ == "point" ? "sweep point DIR N: N is missing"
                                               : "sweep " + first_ + " takes no N");
        }
        const ResultsDirectory results(folder_);
        results.require();
        if (first_ == "point") {
            return exit_code(run_task(results, *number_) == TaskOutcome::done
                                 ? ExitCode::done
                                 : ExitCode::internal_error);
        }
        const InterruptSignal none{0};  // a signal ends these at once
        if (first_ == "collect") {
            collect(results, common);
        } else if (first_ == "cancel") {
            cancel_jobs(results, none, common);
        } else {
            print_status(results.status(points_in_jobs(results, none, common.quiet)), common);
        }
        return exit_code(ExitCode::done);
    }

    void collect(const ResultsDirectory& results, const CommonOptions& common) const {
        const std::string stem = results.path() + "/results";
        Outputs outputs(common);
        outputs.rewrites("the database", stem + ".sqlite", {kDatabaseMark, kDatabaseHeader},
                         force_);
        for (const auto& [ending, separator] : kTables) {
            outputs.rewrites("the table", stem + ending,
                             {ResultsTable::kTextMark, ResultsTable::kTextMark.size()}, force_);
        }
        std::vector<DamagedFile> damaged;
        std::map<std::string, ResultsTable> tables;
        const ResultsTable& table =
            tables.emplace("points", points_table(results, damaged)).first->second;
        if (results.sweep().search) {
            const auto& searches =
                tables.emplace("saturation", saturation_table(results)).first->second;
            warn_of_other_program(results, searches.rows());
        }
        for (const DamagedFile& each : damaged) {
            std::cerr << "flitscope: warning: " << each.text() << "; left out\n";
        }
        write_sqlite(stem + ".sqlite", tables);
        for (const auto& [ending, separator] : kTables) {
            write_file(stem + ending, table.text(separator));
        }
        const nlohmann::ordered_json json = {
            {"points", table.rows()},    {"columns", table.columns().size()},
            {"damaged", damaged.size()}, {"database", stem + ".sqlite"},
            {"csv", stem + ".csv"},      {"tsv", stem + ".tsv"}};
        print_report(common, json_text(json),
                     std::to_string(table.rows()) +
                         " points in results.sqlite, results.csv and results.tsv\n");
    }

    /// Another version may resolve configurations differently, and then no search is found again.
    static void warn_of_other_program(const ResultsDirectory& results, std::size_t found) {
        const SweepPoints points(results.sweep(), results.program());
        if (found < static_cast<std::size_t>(points.searches()) &&
            !(results.program() == this_program())) {
            std::cerr << "flitscope: warning: " << results.path() << ": made by Flitscope "
                      << results.program().text() << ", and this is " << this_program().text()
                      << ": searches that are finished may be missing in the table saturation\n";
        }
    }

    int sweep(const CommonOptions& common) {
        jobs_of_executor_.check();
        if (jobs_of_executor_.chosen() && jobs_ > 0) {
            throw UsageError(
                "--jobs is for --executor local; how much runs at a time on a cluster "
                "is its scheduler's");
        }
        const SweepPoints points(read_sweep(first_, common.sets));
        const std::string text = points.sweep().text();
        const ResultsDirectory results(common.out.empty() ? "." : common.out);
        const bool continued = !common.out.empty() && results.exists();
        if (continued) {
            results.require_same(text);
            results.enter_working_folder();
        }
        const InterruptFlag interrupt;
        SweepPlan plan(points, continued ? &results : nullptr, common.quiet, interrupt.signal());
        if (dry_run_) {
            nlohmann::ordered_json json = plan.status().to_json();
            json["skipped"] = plan.skipped().size();
            print_report(common, json_text(json), plan.status().summary() + plan.series_summary());
            return exit_code(ExitCode::done);
        }
        const int jobs = jobs_of_executor_.chosen() ? 1 : jobs_at_once(plan, jobs_);
        results.make(text, tasks_text(results.path(), plan.all()));
        if (jobs_of_executor_.chosen()) {
            return jobs_of_executor_.run(results, plan, interrupt.signal(), common);
        }
        const SweepStatus status =
            run_points(results, plan, jobs, interrupt.signal(), common.quiet);
        print_report(common, json_text(status.to_json()),
                     status.summary() + sweep_outcome(results));
        if (status.failed > 0) {
            std::cerr << "flitscope: " << status.failed << " points failed; why is in "
                      << results.path() << "/failed\n";
        }
        return exit_code(status.failed == 0 ? ExitCode::done : ExitCode::internal_error);
    }

    static void print_status(const SweepStatus& status, const CommonOptions& common) {
        print_report(common, json_text(status.to_json()), status.summary());
    }

    std::string first_;
    std::string folder_;
    std::optional<std::int64_t> number_;
    int jobs_ = 0;
    bool dry_run_ = false;
    bool force_ = false;  ///< of collect
    JobSweep jobs_of_executor_;
};

}  // namespace

std::unique_ptr<Command> make_sweep_command() { return std::make_unique<SweepCommand>(); }

}  // namespace flitscope::tb
