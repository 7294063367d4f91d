#include <filesystem>
#include <iostream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/report_command/report_data.h"
#include "testbenches/program/report_command/report_page.h"

namespace flitscope::tb {

namespace {

constexpr std::size_t kPageBegin = 1024;  // bytes, in which the mark is

class ReportCommand : public Command {
public:
    ReportCommand()
        : Command("report", "Draws the results of a sweep into one HTML page, DIR/report.html",
                  "The page needs no other file and no network connection. It shows curves, "
                  "saturation, "
                  "each\nnetwork coloured by load, why a point is slow, and how to run it again. "
                  "docs/report_page.md") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("DIR", folder_, "folder of a sweep's results")->required()->type_name("");
        app.add_flag("--force", force_,
                     "also overwrites a DIR/report.html that this command did not write");
    }

    int run(const CommonOptions& common) override {
        if (!common.out.empty() || !common.sets.empty() || common.json) {
            throw UsageError(std::string(!common.out.empty()    ? "--out"
                                         : !common.sets.empty() ? "--set"
                                                                : "--json") +
                             ": report draws what is in DIR into DIR/report.html");
        }
        const ResultsDirectory results(folder_);
        results.require();
        const std::string file = (std::filesystem::path(folder_) / "report.html").string();
        Outputs outputs(common);
        outputs.rewrites("the page", file, {kPageMark, kPageBegin}, force_);
        std::vector<DamagedFile> damaged;
        const std::vector<StoredPoint> points = results.points(&damaged);
        print_warnings(texts_of(damaged), common);
        if (points.empty()) {
            throw UsageError(shortened(folder_) + ": no point is finished yet");
        }
        const std::string name = std::filesystem::path(results.path()).filename().string();
        write_file(file, report_page(report_data(name, points, results.sweep().x)));
        print_report(common, "", file + ": " + std::to_string(points.size()) + " points\n");
        return exit_code(ExitCode::done);
    }

private:
    std::string folder_;
    bool force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace flitscope::tb
