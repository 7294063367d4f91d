#include "testbenches/program/reproduce_command/sweep_rows.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/content_hash.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/program/sweep_command/sweep_plan.h"

namespace flitscope::tb {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string last_line(std::string text) {
    text.erase(text.find_last_not_of('\n') + 1);
    return text.substr(text.rfind('\n') + 1);  // npos + 1: 0
}

/// The point and the last line of what it printed, for each point that failed.
std::vector<std::string> failures_in(const std::string& folder) {
    std::vector<std::string> failures;
    for (const auto& each : fs::directory_iterator(folder + "/failed")) {
        const std::string text = read_config_text(each.path().string());
        failures.push_back(text.substr(0, text.find('\n')) + ": " + last_line(text) + " (" +
                           each.path().string() + ")");
    }
    std::sort(failures.begin(), failures.end());
    return failures;
}

/// `saturation` of a row: the middle of the interval and half its width.
Json saturation_json(const Saturation& found) {
    if (!found.high) {
        return {{"load", Json()}};
    }
    return {{"load", (found.low + *found.high) / 2}, {"ci", found.width() / 2}};
}

void add_searches(const ResultsDirectory& results, const SweepPoints& points, SweepRows& rows) {
    for (const auto& [number, state] : finished_searches(stored_loads(results), points)) {
        SweepPoint first = points.at(number, state.measured.begin()->first);
        first.values.erase(kLoadKey);
        rows.rows.push_back(
            {{"point", first.values},
             {"config", resolve(first.config)},
             {"saturation", saturation_json(saturation_of(state.search, state.measured))}});
    }
}

}  // namespace

std::string SweepRunner::folder_of(const CurveSource& curve) const {
    std::string content = curve.sweep->text() + this_program().text();
    for (const std::string& each : curve.command) {
        content += "\n" + each;
    }
    return out_ + "/sweeps/" + content_hash(content);
}

std::string SweepRunner::start(const CurveSource& curve) {
    const std::string folder = folder_of(curve);
    if (!curve.command.empty() || !started_.insert(folder).second) {
        return folder;
    }
    const ResultsDirectory results(folder);
    const bool continued = results.exists();
    if (continued) {
        results.enter_working_folder();
    }
    const SweepPoints points(*curve.sweep);
    // Curves share settings that have no effect in some of them: no warnings.
    const SweepPlan plan(points, continued ? &results : nullptr, true, interrupt_);
    results.make(points.sweep().text(), tasks_text(results.path(), plan.all()));
    run_points_(results, plan);
    return folder;
}

SweepRows SweepRunner::run(const CurveSource& curve) {
    if (!curve.command.empty()) {
        return run_commands(curve);
    }
    const ResultsDirectory results(start(curve));
    SweepRows rows;
    for (StoredPoint& each : results.points()) {
        rows.rows.push_back(std::move(each.json));
    }
    const SweepPoints points(*curve.sweep);
    if (points.searches() > 0) {
        add_searches(results, points, rows);
    }
    rows.failures = failures_in(results.path());
    return rows;
}

SweepRows SweepRunner::run_command(std::vector<std::string> words, const std::string& config,
                                   const std::string& name) {
    const std::string file = out_ + "/" + name;
    fs::create_directories(fs::path(file).parent_path());
    write_file(file, config);
    words.insert(words.begin(), this_program_path());
    words.insert(words.begin() + 2, file);
    WorkerPool pool(1, interrupt_);
    pool.start(0, words);
    std::optional<WorkerEnd> end;
    while (!end) {
        end = pool.wait_one();
    }
    const std::string output = end->output->text();
    SweepRows rows;
    if (end->code != 0) {
        rows.failures.push_back(last_line(output));
        return rows;
    }
    rows.rows.push_back(Json::parse(output, nullptr, false));
    return rows;
}

/// A command takes little time, and is run one point after the other.
SweepRows SweepRunner::run_commands(const CurveSource& curve) {
    const SweepPoints points(*curve.sweep);
    const std::string folder = folder_of(curve);
    SweepRows rows;
    for (std::int64_t number = 0; number < points.count(); ++number) {
        const SweepPoint point = points.at(number);
        const Json config = resolve(point.config);
        const std::string stored = folder + "/" + point.hash + ".json";
        Json row = fs::exists(stored) ? Json::parse(std::ifstream(stored), nullptr, false) : Json();
        if (!row.is_object()) {
            std::vector<std::string> words = curve.command;
            words.insert(words.end(), {"--json", "--quiet"});
            const SweepRows one =
                run_command(words, config.dump(2),
                            fs::relative(folder, out_).string() + "/" + point.hash + ".yaml");
            if (one.rows.empty() || !one.rows.front().is_object()) {
                rows.failures.push_back(
                    "point " + point.values.dump() + ": " +
                    (one.rows.empty() ? one.failures.front() : "the command printed no JSON"));
                continue;
            }
            row = one.rows.front();
            write_file(stored, row.dump(2));
        }
        row["point"] = point.values;
        row["config"] = config;
        rows.rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace flitscope::tb
