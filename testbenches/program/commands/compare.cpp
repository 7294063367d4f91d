#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/traffic/repeated_key.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/compare_command/comparison.h"
#include "testbenches/program/console/interrupt.h"
#include "testbenches/program/point_run/point_run.h"
#include "testbenches/program/rtl_command/runnable.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Throws UsageError where something is missing that a comparison asks for.
void require_result(const std::string& path, const Json& result) {
    if (result.is_discarded()) {
        throw UsageError(shortened(path) +
                         ": not a whole result.json: it breaks off, or is no JSON");
    }
    try {
        figures_of(result);
        if (result.contains("model") && !result.contains("latency")) {  // a point of run: model
            result.at("config").at("measure").at("confidence").get<double>();
            return;
        }
        result.at("saturated").get<bool>();
        for (const char* const section : {"throughput", "hops", "channels"}) {
            result.at(section);
        }
        result.at("config").at("measure").at("confidence").get<double>();
        if (const Json& mean = result.at("latency").at("unicast").at("mean"); !mean.is_null()) {
            mean.get<double>();
        }
    } catch (const Json::exception& error) {
        throw UsageError(shortened(path) +
                         ": not a whole result.json: " + on_one_line(error.what()));
    }
}

/// All of a file, which is read once: it may be a pipe. Throws UsageError.
std::string text_of(const std::string& path) {
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        throw UsageError(on_one_line(path) +
                         (errno == 0 ? std::string(": is empty")
                                     : std::string(": cannot be read: ") + std::strerror(errno)));
    }
    return text.str();
}

/// The result in the text of a file, a result.json or a point of a sweep, as the only point of a
/// side; nothing where it is a configuration. Throws UsageError where something is missing that a
/// result has.
std::optional<ComparedPoints> result_in(const std::string& path, const std::string& text) {
    if (!config_in_result(text)) {
        return std::nullopt;
    }
    if (const auto repeated = repeated_key(text)) {
        throw UsageError(shortened(path) + ":" + std::to_string(repeated->line) + ": " +
                         shortened(repeated->path) + ": given twice");
    }
    const Json result = Json::parse(text, nullptr, false);
    require_result(path, result);
    return ComparedPoints{{Json::object(), {result}}};
}

/// The finished points of a sweep in axis order, those that differ in their seed only as replicas
/// of one. Throws ConfigError for a folder without a sweep.
ComparedPoints points_in(const std::string& folder, const CommonOptions& common) {
    const ResultsDirectory results(folder);
    results.require();
    std::vector<DamagedFile> damaged;
    ComparedPoints points;
    std::map<std::string, std::size_t> known;
    for (StoredPoint& stored : results.points(&damaged)) {
        require_result(results.point_file(stored.hash), stored.json);
        Json point = stored.json["point"];
        point.erase("seed");
        const auto at = known.emplace(point.dump(), points.size());
        if (at.second) {
            points.push_back({std::move(point), {}});
        }
        points[at.first->second].results.push_back(std::move(stored.json));
    }
    print_warnings(texts_of(damaged), common);
    return points;
}

/// What A or B is: results that are there, or a configuration that is simulated.
class Side {
public:
    /// Reads and checks. Throws UsageError, ConfigError.
    Side(const std::string& path, const CommonOptions& common) {
        if (std::filesystem::is_directory(path)) {
            points_ = points_in(path, common);
            return;
        }
        const std::string text = text_of(path);
        if (const auto results = result_in(path, text)) {
            points_ = *results;
            return;
        }
        config_ = parse_config(path, text, with_no_waves(common.sets));
        print_warnings(config_->warnings, common);
        if (config_->deadlock == DeadlockAction::refuse) {
            throw UsageError(shortened(path) +
                             ": deadlock: refuse is for flitscope run; compare "
                             "takes its result.json");
        }
        check_runnable(*config_, path, common.sets);
    }

    bool is_configuration() const { return config_.has_value(); }
    /// Bytes of memory; 0: nothing is simulated.
    double needs() const { return config_ ? needed_memory(*config_, config_->level) : 0; }

    /// Begins to simulate, where that is needed and has not begun.
    void start(const InterruptFlag& interrupt) {
        if (config_ && !run_) {
            run_ = std::make_unique<ForkedRun>(
                [this](const ForkedRun::Write& write) {
                    write(run_point(*config_).to_json().dump());
                },
                &interrupt.signal());
        }
    }

    /// Waits for the simulation. Throws what it threw.
    ComparedPoints points(const InterruptFlag& interrupt) {
        start(interrupt);
        if (run_) {
            points_ = {{Json::object(), {Json::parse(run_->answer())}}};
        }
        return points_;
    }

private:
    static std::vector<std::string> with_no_waves(std::vector<std::string> sets) {
        sets.emplace_back("waves=");
        return sets;
    }

    std::optional<ExperimentConfig> config_;
    ComparedPoints points_;
    std::unique_ptr<ForkedRun> run_;
};

class CompareCommand : public Command {
public:
    CompareCommand()
        : Command("compare",
                  "Compares two results, folders of results or configurations, and tests whether "
                  "differences are significant",
                  "A and B are each a result.json, the folder of a sweep, or a configuration. "
                  "Configurations are\nsimulated, and --set applies to both. A difference is "
                  "significant if it exceeds the confidence\nintervals of both, or by Welch's "
                  "test where a point has several seeds (docs/campaigns.md).") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("A", a_, "result.json, folder of a sweep, or YAML file")
            ->required()
            ->type_name("");
        app.add_option("B", b_, "the same")->required()->type_name("");
    }

    int run(const CommonOptions& common) override {
        Outputs outputs(common);
        outputs.reads("A", a_);
        outputs.reads("B", b_);
        const std::string file = outputs.in_folder("compare.json");
        if (!common.out.empty()) {
            outputs.writes("--out", file);
        }
        const InterruptFlag interrupt;
        Side a(a_, common), b(b_, common);
        if (!common.sets.empty() && !a.is_configuration() && !b.is_configuration()) {
            throw UsageError("--set: needs a configuration, and both A and B are results");
        }
        a.start(interrupt);
        if (a.needs() + b.needs() <= available_memory()) {  // else after A
            b.start(interrupt);
        }
        const ComparedPoints of_a = a.points(interrupt);
        const Comparison comparison = compare_points(of_a, b.points(interrupt));
        const std::string json = json_text(comparison.to_json());
        if (!common.out.empty()) {
            outputs.make_folder();
            write_report(file, json);
        }
        print_report(common, json, comparison.to_text());
        return exit_code(ExitCode::done);
    }

private:
    std::string a_, b_;
};

}  // namespace

std::unique_ptr<Command> make_compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace flitscope::tb
