#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/named_files.h"
#include "testbenches/drive/campaign/point_tasks.h"
#include "testbenches/drive/campaign/stored_point.h"
#include "testbenches/drive/campaign/sweep_file.h"

namespace flitscope::tb {

/// How far a sweep is, in points, a search counting as one: `points` = done + failed + missing +
/// running. Those that are left out do not count.
struct SweepStatus {
    std::int64_t points = 0;
    std::int64_t done = 0;
    std::int64_t failed = 0;   ///< twice, and nobody tries again now
    std::int64_t missing = 0;  ///< nobody has begun them
    std::int64_t running = 0;  ///< a living process has them, here or, where locks reach, elsewhere
    std::int64_t submitted = 0;  ///< of those missing: jobs of an executor have them

    nlohmann::ordered_json to_json() const;
    std::string summary() const;  ///< one line, ending in a newline
};

/// The folder of a sweep's results, all that its processes share (docs/campaigns.md):
///
///     sweep.yaml          the sweep, its base inside
///     program.json        which program made it, and in which working folder relative files lie
///     tasks.txt           one command per point
///     points/HASH.json    a finished point
///     failed/HASH.log     a point that failed twice, with its output
///     running/HASH        locked by who runs the point
///     jobs/N              a job of an executor (submitted_jobs.h)
///
/// Readers: `ResultsDirectory results(DIR); results.require(); for (const StoredPoint& each :
/// results.points()) ...`.
class ResultsDirectory {
public:
    /// Touches nothing.
    explicit ResultsDirectory(const std::string& path);

    const std::string& path() const { return path_; }  ///< absolute
    bool exists() const;
    /// Throws ConfigError (bad usage) unless it holds a sweep.
    void require() const;
    /// Unless this program made it.
    void require_this_program() const;
    /// Also unless it is this sweep.
    void require_same(const std::string& sweep_text) const;
    /// Makes it, or brings `tasks` up to date. Two processes may do so at once. Throws as
    /// require_same, ConfigError where that would overwrite somebody's own sweep.yaml or tasks.txt,
    /// and OutputError.
    void make(const std::string& sweep_text, const std::string& tasks) const;
    /// Makes the folder in which the sweep was begun that of this process: where relative files of
    /// the configuration lie. Throws ConfigError.
    void enter_working_folder() const;

    /// The sweep. Throws ConfigError.
    SweepFile sweep() const;
    /// Of the sweep, as its points name it.
    std::string sweep_hash() const;
    ProgramIdentity program() const;
    /// `in_jobs`: points that jobs of an executor have.
    SweepStatus status(const std::vector<PlannedPoint>& in_jobs = {}) const;

    /// All that are finished, in axis order. A file that is no such point is left out and named in
    /// `damaged`, where given.
    std::vector<StoredPoint> points(std::vector<DamagedFile>* damaged = nullptr) const;
    /// The same one by one, by ascending hashes, for those who keep little of each.
    void each_point(const std::function<void(StoredPoint)>& visit,
                    std::vector<DamagedFile>* damaged = nullptr) const;

    std::string point_file(const std::string& hash) const;
    std::string failed_file(const std::string& hash) const;
    std::string running_file(const std::string& hash) const;
    std::string jobs_folder() const;

private:
    std::string in(const char* name) const;
    void require_no_other_files(const std::string& sweep_text, const std::string& tasks) const;
    /// Lines of tasks.txt.
    std::int64_t planned_tasks() const;
    nlohmann::ordered_json program_file() const;
    std::string working_folder() const;

    std::string path_;

    friend class PointReader;
};

/// Reads finished points one by one. The sweep, and the files that configurations name, it reads
/// once: it is for one look at a folder.
class PointReader {
public:
    /// Throws ConfigError where program.json is damaged.
    explicit PointReader(const ResultsDirectory& results);

    /// None: not finished. Throws DamagedPoint.
    std::optional<StoredPoint> point(const std::string& hash);
    /// The same, none for what is damaged, too.
    std::optional<StoredPoint> undamaged_point(const std::string& hash);

private:
    const ResultsDirectory& results_;
    std::string sweep_;
    NamedFiles files_;
};

/// Holds the lock of a point while it lives: waits until no other process has it.
class PointLock {
public:
    PointLock(const ResultsDirectory& results, const std::string& hash);
    ~PointLock();
    PointLock(const PointLock&) = delete;
    PointLock& operator=(const PointLock&) = delete;

private:
    std::string file_;
    int lock_ = -1;
};

}  // namespace flitscope::tb
