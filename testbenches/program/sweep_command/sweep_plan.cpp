#include "testbenches/program/sweep_command/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <thread>

#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/model_command/model_command.h"
#include "testbenches/program/rtl_command/runnable.h"

namespace flitscope::tb {

namespace {

/// Refuses what `run`, or `model`, would refuse. The message may advise `rtl add` with a
/// configuration, which a point is not: it names the base, and the values of the point as --set.
void check_point(SweepRun run, const SweepPoint& point) {
    if (run == SweepRun::model) {
        return with_places(point.config, [&] { check_model_point(point.config); });
    }
    std::vector<std::string> sets;
    for (const auto& [key, value] : point.values.items()) {
        sets.push_back(key + "=" + value.dump());
    }
    check_runnable(point.config, "BASE.yaml", sets);
}

/// The warnings of the configurations of points: each once, and one line for all settings that have
/// no effect somewhere.
class Notes {
public:
    void add(const ExperimentConfig& config) {
        const std::string own = unused_warning(config.without_effect);
        for (const std::string& each : config.warnings) {
            if (each != own) {
                warnings_.insert(each);
            }
        }
        for (const UnusedSetting& each : config.without_effect) {
            if (std::find(unused_.begin(), unused_.end(), each) == unused_.end()) {
                unused_.push_back(each);
            }
        }
    }

    void print() const {
        if (!unused_.empty()) {
            std::cerr << "flitscope: warning: at some points " << unused_warning(unused_) << "\n";
        }
        for (const std::string& each : warnings_) {
            std::cerr << "flitscope: warning: " << each << "\n";
        }
    }

private:
    std::set<std::string> warnings_;
    std::vector<UnusedSetting> unused_;
};

/// `planned`: hashes of points and of the first ones of searches; others may be of searches, too.
void warn_of_damage(const std::vector<DamagedFile>& damaged, const SweepPoints& points,
                    const std::map<std::string, std::int64_t>& planned) {
    for (const DamagedFile& each : damaged) {
        std::cerr << "flitscope: warning: " << each.text() << "; "
                  << (planned.count(each.hash) != 0 ? "it will run again"
                      : points.searches() > 0       ? "it will run again if a search needs it"
                                              : "it is not a point of this sweep and is left alone")
                  << "\n";
    }
}

}  // namespace

SweepPlan::SweepPlan(const SweepPoints& points, const ResultsDirectory* results, bool quiet,
                     const InterruptSignal& interrupt) {
    std::map<std::string, std::int64_t> number_of;
    Notes notes;
    for (std::int64_t number = 0; number < points.count(); ++number) {
        throw_if_interrupted(&interrupt);
        const std::optional<SweepPoint> point = possible_point(points, number, number_of);
        if (!point) {
            continue;
        }
        check_point(points.sweep().run, *point);
        add_to_series(points, *point);
        notes.add(point->config);
        all_.push_back({number, point->hash});
    }
    if (all_.empty()) {
        throw ConfigError({points.sweep().written.position(),
                           "no point of the sweep is possible; the first: " + skipped_.front()});
    }
    if (!quiet) {
        notes.print();
        print_skipped();
    }
    FinishedPoints finished(points);
    std::vector<DamagedFile> damaged;
    if (results != nullptr) {
        finished.add_all(*results, &damaged);
    }
    if (!quiet) {
        warn_of_damage(damaged, points, number_of);
    }
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(missing_),
                 [&](const PlannedPoint& each) { return !finished.has(each); });
}

/// The point of this number; none: it is left out.
std::optional<SweepPoint> SweepPlan::possible_point(
    const SweepPoints& points, std::int64_t number,
    std::map<std::string, std::int64_t>& number_of) {
    if (const auto why = points.impossible(number)) {
        skipped_.push_back(*why);
        return std::nullopt;
    }
    const bool search = points.is_search(number);
    SweepPoint point =
        search ? points.at(number, next_load(points.search(number), {})) : points.at(number);
    if (points.sweep().strict) {
        refuse_unused(point.config.without_effect);
    }
    const auto [other, is_new] = number_of.emplace(point.hash, number);
    if (is_new || search) {
        return point;
    }
    const std::string same = "points " + std::to_string(other->second) + " and " +
                             std::to_string(number) + " are the same configuration, " +
                             shortened(point.values.dump());
    if (!points.sweep().skip_impossible) {
        throw ConfigError({points.sweep().written.position(), same,
                           "axes whose values all make a difference, or skip: impossible"});
    }
    skipped_.push_back(same);
    return std::nullopt;
}

void SweepPlan::print_skipped() const {
    if (!skipped_.empty()) {
        std::cerr << "flitscope: warning: skip: impossible leaves out " << skipped_.size()
                  << " points:\n";
    }
    for (const std::string& each : skipped_) {
        std::cerr << "  " << each << "\n";
    }
}

void SweepPlan::add_to_series(const SweepPoints& points, const SweepPoint& point) {
    const SweepFile& sweep = points.sweep();
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (const auto& [key, value] : point.values.items()) {
        if (!sweep.x_is_figure && !sweep.changes_along_curves(key)) {
            values[key] = value;
        }
    }
    const auto [index, is_new] = series_index_.emplace(point.series, series_.size());
    if (is_new) {
        series_.push_back({point.series, values});
        if (points.sweep().run == SweepRun::simulation) {
            largest_ = std::max(largest_, needed_memory(point.config, point.config.level));
        }
    }
    Series& series = series_[index->second];
    ++series.points;
    for (const auto& [key, value] : values.items()) {
        if (series.common[key] != value) {
            const ConfigNode* const name = sweep.written.find("name");
            throw ConfigError(
                {(name == nullptr ? sweep.written : *name).position(),
                 "points of " + shortened(key) + " " + shortened(series.common[key].dump()) +
                     " and " + shortened(value.dump()) + " would form one series",
                 "a text with {" + key + "} in it, or x: " + key, "name", shortened(sweep.name)});
        }
    }
}

SweepStatus SweepPlan::status() const {
    SweepStatus status;
    status.points = static_cast<std::int64_t>(all_.size());
    status.missing = static_cast<std::int64_t>(missing_.size());
    status.done = status.points - status.missing;
    return status;
}

std::string SweepPlan::series_summary() const {
    std::string text;
    for (const Series& each : series_) {
        text += "  " + each.name + ": " + std::to_string(each.points) + "\n";
    }
    return text;
}

int jobs_at_once(const SweepPlan& plan, int asked) {
    const double available = available_memory();
    const int room = static_cast<int>(
        std::clamp(available / std::max(1.0, plan.largest()), 1.0, double{kMostJobs}));
    if (asked > room) {
        throw UsageError(fmt::format(
            "--jobs {}: points need up to {} of memory each, and {} are available; accepted: "
            "1..{}",
            asked, memory_text(plan.largest()), memory_text(available), room));
    }
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return asked > 0 ? asked : std::min(cores, room);
}

}  // namespace flitscope::tb
