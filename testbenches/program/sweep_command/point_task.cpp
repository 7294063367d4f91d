#include "testbenches/program/sweep_command/point_task.h"

#include <sys/mman.h>
#include <unistd.h>

#include <iostream>

#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/campaign/sweep_points.h"
#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/model_command/model_comparison.h"
#include "testbenches/program/point_run/point_run.h"
#include "waves/atomic_file.h"

namespace flitscope::tb {

namespace {

constexpr int kAttempts = 2;
constexpr std::size_t kLongestLog = std::size_t{1} << 20U;

Result simulate_point(const ExperimentConfig& config) {
    refuse_deadlock(config);
    Recordings none(config, "", {}, "", "");
    return run_point(config, none).result;
}

/// What a child prints, in memory: it takes no room on a disk that may be full.
class CapturedOutput {
public:
    CapturedOutput() : file_(::memfd_create("output", MFD_CLOEXEC)) {}
    ~CapturedOutput() { ::close(file_); }
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    /// In the child: all that it prints from now on.
    void capture() const {
        ::dup2(file_, STDOUT_FILENO);
        ::dup2(file_, STDERR_FILENO);
    }
    /// The end of it, where it is long.
    std::string text() const {
        const off_t size = ::lseek(file_, 0, SEEK_END);
        std::string bytes(std::min(kLongestLog, static_cast<std::size_t>(std::max<off_t>(size, 0))),
                          '\0');
        const ssize_t count =
            ::pread(file_, bytes.data(), bytes.size(), size - static_cast<off_t>(bytes.size()));
        bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        return bytes;
    }

private:
    int file_;
};

/// One attempt: the text of the result. Throws std::runtime_error.
std::string attempt(const SweepPoint& point, const std::string& sweep,
                    const CapturedOutput& output) {
    ForkedRun run([&](const ForkedRun::Write& write) {
        output.capture();
        const Result result = simulate_point(point.config);
        nlohmann::ordered_json json = result.to_json();
        if (!point.config.model.is_null()) {
            if (const auto model = model_for(point.config, SimulatedLatencies::of(result))) {
                json["model"] = model->to_json();
            }
        }
        write(stored_text(point, sweep, std::move(json)));
    });
    return run.answer();
}

TaskOutcome run_point(const ResultsDirectory& results, const SweepPoint& point) {
    const PointLock lock(results, point.hash);
    if (results.undamaged_point(point.hash)) {
        return TaskOutcome::done;
    }
    std::string log = "point " + point.values.dump() + "\n";
    for (int i = 1; i <= kAttempts; ++i) {
        const CapturedOutput output;
        try {
            waves::write_file(results.point_file(point.hash),
                              attempt(point, results.sweep_hash(), output));
            ::unlink(results.failed_file(point.hash).c_str());
            return TaskOutcome::done;
        } catch (const waves::OutputError&) {
            throw;
        } catch (const std::runtime_error& error) {
            log += "attempt " + std::to_string(i) + ": " + error.what() + "\n" + output.text();
        }
    }
    waves::write_file(results.failed_file(point.hash), log);
    std::cerr << "flitscope: " << log << std::flush;
    return TaskOutcome::failed;
}

}  // namespace

TaskOutcome run_task(const ResultsDirectory& results, std::int64_t number) {
    results.require();
    if (!(results.program() == this_program())) {
        results.require_same("");
    }
    results.enter_working_folder();
    const SweepPoints points(results.sweep());
    if (number < 0 || number >= points.count()) {
        throw ConfigError({{results.path(), 0},
                           "has no point " + std::to_string(number),
                           "0.." + std::to_string(points.count() - 1)});
    }
    if (!points.is_search(number)) {
        return run_point(results, points.at(number));
    }
    while (const auto next = search_state(results, points, number).next) {
        if (run_point(results, points.at(number, next)) == TaskOutcome::failed) {
            return TaskOutcome::failed;
        }
    }
    return TaskOutcome::done;
}

}  // namespace flitscope::tb
