#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "common/atomic_file.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/job_sweep.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/commands/progress_display.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/console/whole_number.h"
#include "testbenches/program/reproduce_command/verdict_page.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

class ReproduceCommand : public Command {
public:
    ReproduceCommand()
        : Command("reproduce",
                  "Makes the figures of published papers and tests what the papers say about them",
                  "reproduce               all figures of all papers\n"
                  "reproduce PAPER         all figures of one paper\n"
                  "reproduce PAPER FIGURE  one figure\n"
                  "reproduce FILE.yaml     a figure of your own\n"
                  "Run again, it adds the points that are missing in --out (default: reproduce).\n"
                  "Exit code 0 when every statement holds or its file says why not.\n"
                  "docs/reproduce.md") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("PAPER", paper_, "a paper as --list names it, or the file of a figure")
            ->type_name("");
        app.add_option("FIGURE", figure_, "a figure of the paper")->type_name("");
        app.add_flag("--list", list_, "lists papers and figures, and runs nothing");
        app.add_flag("--quick", quick_, "fewer and shorter runs: the section quick of each file");
        app.add_option("--jobs", jobs_, "points at a time; default: as of sweep")
            ->transform(whole_number(1, kMostJobs))
            ->type_name("N");
        app.add_option("--page", page_, "also writes a page in Markdown, and images/ beside it")
            ->type_name("FILE");
        jobs_of_executor_.declare(app);
    }

    int run(const CommonOptions& common) override {
        if (!common.sets.empty()) {
            throw UsageError("reproduce takes no --set: change a copy of the figure's file");
        }
        std::vector<MadePaper> papers = chosen_papers();
        if (list_) {
            print_list(papers, common);
            return exit_code(ExitCode::done);
        }
        if (!page_.empty()) {
            Outputs(common).writes("--page", page_);
            page_ = fs::absolute(page_).string();
        }
        const std::string out = fs::absolute(common.out.empty() ? "reproduce" : common.out);
        jobs_of_executor_.check();
        const InterruptFlag interrupt;
        SweepRunner runner(out, interrupt.signal(),
                           [&](const ResultsDirectory& results, const SweepPlan& plan) {
                               run_missing(results, plan, interrupt.signal(), common);
                           });
        if (jobs_of_executor_.chosen() && !jobs_of_executor_.waits()) {
            hand_over(papers, runner);
            return exit_code(ExitCode::done);
        }
        bool expected = true;
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        for (MadePaper& paper : papers) {
            for (MadeFigure& figure : paper.figures) {
                if (figure.file.not_reproducible.empty()) {
                    make(figure, out, runner);
                    expected = report(figure, common) && expected;
                    json.push_back(figure_json(figure));
                }
            }
        }
        if (!page_.empty()) {
            write_page(papers, out);
        }
        print_report(common, json_text(json), "");
        return exit_code(expected ? ExitCode::done : ExitCode::internal_error);
    }

private:
    /// Throws UsageError for a paper or figure that is not there.
    std::vector<MadePaper> chosen_papers() const {
        if (fs::path(paper_).extension() == ".yaml") {
            if (!figure_.empty()) {
                throw UsageError("reproduce " + paper_ + " " + figure_ + ": a file is one figure");
            }
            const FigureFile file = read_figure(paper_, quick_);
            return {{read_paper(fs::path(file.path).parent_path()), {{file, {}}}}};
        }
        std::vector<MadePaper> papers;
        std::vector<std::string> known;
        for (const PaperFile& each : read_papers(papers_folder())) {
            known.push_back(each.name);
            if (paper_.empty() || paper_ == each.name) {
                papers.push_back({each, chosen_figures(each)});
            }
        }
        if (papers.empty()) {
            throw UsageError(refusal("there is no paper ", paper_, known) + ", or a file .yaml");
        }
        return papers;
    }

    std::vector<MadeFigure> chosen_figures(const PaperFile& paper) const {
        std::vector<MadeFigure> figures;
        std::vector<std::string> known;
        for (const std::string& path : paper.figures) {
            known.push_back(fs::path(path).stem());
            if (figure_.empty() || figure_ == known.back()) {
                figures.push_back({read_figure(path, quick_), {}});
            }
        }
        if (figures.empty()) {
            throw UsageError(refusal(paper.name + " has no figure ", figure_, known));
        }
        return figures;
    }

    static std::string refusal(const std::string& problem, const std::string& name,
                               const std::vector<std::string>& known) {
        const std::string nearest = nearest_name(name, known);
        return "reproduce: " + problem + shortened(name) +
               (nearest.empty() ? "" : "; did you mean " + nearest + "?") +
               "; accepted: " + join_names(known);
    }

    void run_missing(const ResultsDirectory& results, const SweepPlan& plan,
                     const InterruptSignal& interrupt, CommonOptions common) const {
        if (jobs_of_executor_.chosen()) {
            common.quiet = true;
            common.json = false;
            jobs_of_executor_.run(results, plan, interrupt, common);
        } else {
            run_points(results, plan, jobs_at_once(plan, jobs_), interrupt, common.quiet);
        }
    }

    static void hand_over(const std::vector<MadePaper>& papers, SweepRunner& runner) {
        for (const MadePaper& paper : papers) {
            for (const MadeFigure& figure : paper.figures) {
                for (const CurveSource& each : figure.file.curves) {
                    if (each.sweep) {
                        enter_folder_of(figure.file);
                        runner.start(each);
                    }
                }
            }
        }
        std::cerr << "flitscope: all points are in jobs or finished; the same command without "
                     "--executor makes the figures when the jobs are over\n";
    }

    static void print_list(const std::vector<MadePaper>& papers, const CommonOptions& common) {
        nlohmann::ordered_json json = nlohmann::ordered_json::array();
        std::string text;
        for (const MadePaper& paper : papers) {
            text +=
                fmt::format("{}: {} ({})\n", paper.file.name, paper.file.title, paper.file.authors);
            for (const MadeFigure& each : paper.figures) {
                const FigureFile& file = each.file;
                const std::string what =
                    !file.not_reproducible.empty() ? "not reproducible: " + file.not_reproducible
                    : file.drawing                 ? "drawing"
                                   : fmt::format("statements: {}", file.statements.size());
                text += fmt::format("  {:<12} {}: {} ({})\n", file.figure, file.source, file.title,
                                    what);
                json.push_back({{"paper", file.paper},
                                {"figure", file.figure},
                                {"title", file.title},
                                {"source", file.source},
                                {"not_reproducible", file.not_reproducible},
                                {"statements", file.statements.size()}});
            }
        }
        print_report(common, json_text(json), text);
    }

    static std::string stem_of(const FigureFile& figure, const std::string& out) {
        return out + "/" + figure.id();
    }

    static void make(MadeFigure& figure, const std::string& out, SweepRunner& runner) {
        std::error_code failure;
        const std::string folder = out + "/" + figure.file.paper;
        fs::create_directories(folder, failure);
        if (failure) {
            throw OutputError(folder + ": " + failure.message());
        }
        figure.result = run_figure(figure.file, stem_of(figure.file, out), runner);
    }

    /// Prints the verdicts. Returns whether all is as the file expects.
    static bool report(const MadeFigure& figure, const CommonOptions& common) {
        const FigureFile& file = figure.file;
        for (const std::string& each : figure.result.failures) {
            std::cerr << "flitscope: " << file.id() << ": " << each << "\n";
        }
        bool expected = figure.result.failures.empty();
        std::string text = file.paper + " " + file.figure + ": " + file.title + "\n";
        for (std::size_t i = 0; i < figure.result.verdicts.size(); ++i) {
            const Statement& statement = file.statements[i];
            const Verdict& verdict = figure.result.verdicts[i];
            const bool explained = is_explained(statement, verdict);
            expected = expected && (explained || verdict.kind == VerdictKind::holds ||
                                    verdict.kind == VerdictKind::with_correction);
            text += fmt::format(
                "  {}{}: {}{}\n    {}{}\n", name_of(verdict.kind),
                verdict.kind == VerdictKind::with_correction ? " (" + statement.correction + ")"
                                                             : "",
                statement.text, statement.page.empty() ? "" : " (" + statement.page + ")",
                summary(verdict), explained ? "\n    because: " + statement.because : "");
        }
        if (!common.json && !common.quiet) {
            std::cout << text << std::flush;
        }
        return expected;
    }

    void write_page(const std::vector<MadePaper>& papers, const std::string& out) const {
        const std::string images = (fs::path(page_).parent_path() / "images").string() + "/";
        fs::create_directories(images + "reproduce");
        for (const MadePaper& paper : papers) {
            for (const MadeFigure& each : paper.figures) {
                for (const char* const ending : {".svg", ".csv"}) {
                    const std::string made = stem_of(each.file, out) + ending;
                    if (fs::exists(made)) {
                        fs::copy_file(made, images + picture_name(each.file) + ending,
                                      fs::copy_options::overwrite_existing);
                    }
                }
            }
        }
        write_file(page_, verdict_page(papers));
    }

    std::string paper_;
    std::string figure_;
    std::string page_;
    int jobs_ = 0;
    bool list_ = false;
    bool quick_ = false;
    JobSweep jobs_of_executor_;
};

}  // namespace

std::unique_ptr<Command> make_reproduce_command() { return std::make_unique<ReproduceCommand>(); }

}  // namespace flitscope::tb
