#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/named_files.h"
#include "testbenches/drive/campaign/stored_point.h"
#include "testbenches/drive/campaign/sweep_file.h"

namespace flitscope::tb {

/// The progress of a sweep, in points; a search counts as one. `points` = done + failed + missing +
/// running. Points that are left out do not count.
struct SweepStatus {
    std::int64_t points = 0;
    std::int64_t done = 0;
    std::int64_t failed = 0;     ///< twice, and nobody tries again now
    std::int64_t missing = 0;    ///< nobody has begun them
    std::int64_t running = 0;    ///< a running process holds their locks
    std::int64_t submitted = 0;  ///< of those missing: jobs of an executor have them

    nlohmann::ordered_json to_json() const;
    std::string summary() const;  ///< one line, ending in a newline
};

/// The folder of a sweep's results. Its processes share nothing else (docs/campaigns.md):
///
///     sweep.yaml          the sweep, its base inside
///     program.json        the program that made it, and the working folder of relative paths
///     tasks.txt           one command per point
///     points/HASH.json    a finished point
///     failed/HASH.log     a point that failed twice, with its output
///     running/HASH        locked by the process that runs the point
///     jobs/N              a job of an executor (submitted_jobs.h)
///
/// Readers: `ResultsDirectory results(DIR); results.require(); for (const StoredPoint& each :
/// results.points()) ...`.
class ResultsDirectory {
public:
    /// Does not touch the disk.
    explicit ResultsDirectory(const std::string& path);

    const std::string& path() const { return path_; }  ///< absolute
    bool exists() const;
    /// Throws ConfigError (bad usage) unless it holds a sweep.
    void require() const;
    /// Throws ConfigError unless this program made it, too.
    void require_this_program() const;
    /// Also throws unless it is this sweep.
    void require_same(const std::string& sweep_text) const;
    /// Creates it, or updates `tasks`. Two processes may do so at once. Throws as require_same,
    /// ConfigError if it would overwrite a user's own sweep.yaml or tasks.txt, and OutputError.
    void make(const std::string& sweep_text, const std::string& tasks) const;
    /// Changes to the folder in which the sweep was started, the base of relative paths of the
    /// configuration. Throws ConfigError.
    void enter_working_folder() const;

    /// The sweep. Throws ConfigError.
    SweepFile sweep() const;
    /// The hash of the sweep, as its points name it.
    std::string sweep_hash() const;
    ProgramIdentity program() const;
    /// `in_jobs`: points that jobs of an executor have.
    SweepStatus status(const std::vector<PlannedPoint>& in_jobs = {}) const;

    /// All finished points, in axis order. A file that is not such a point is left out and listed
    /// in `damaged`, if given.
    std::vector<StoredPoint> points(std::vector<DamagedFile>* damaged = nullptr) const;
    /// The same, one point at a time in the order of hashes, for callers that keep little of each.
    void each_point(const std::function<void(StoredPoint)>& visit,
                    std::vector<DamagedFile>* damaged = nullptr) const;

    std::string point_file(const std::string& hash) const { return in("points/" + hash + ".json"); }
    std::string failed_file(const std::string& hash) const { return in("failed/" + hash + ".log"); }
    std::string running_file(const std::string& hash) const { return in("running/" + hash); }
    std::string jobs_folder() const { return in("jobs"); }

private:
    std::string in(const std::string& name) const { return path_ + "/" + name; }
    void require_no_other_files(const std::string& sweep_text, const std::string& tasks) const;
    nlohmann::ordered_json program_file() const;
    std::string working_folder() const;

    std::string path_;

    friend class PointReader;
};

/// Reads finished points one by one. It reads the sweep, and the files that configurations name,
/// only once, so use a new one for each pass over a folder.
class PointReader {
public:
    /// Throws ConfigError if program.json is damaged.
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

/// Holds the lock of a point during its lifetime; waits until no other process has it.
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
