#include "testbenches/drive/campaign/results_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/content_hash.h"
#include "testbenches/drive/campaign/folder_lock.h"
#include "testbenches/drive/campaign/replacing.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/campaign/utf8.h"
#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSweep = "sweep.yaml";
constexpr const char* kProgram = "program.json";
constexpr const char* kTasks = "tasks.txt";
constexpr const char* kPoints = "points";
constexpr const char* kFailed = "failed";
constexpr const char* kRunning = "running";

[[noreturn]] void refuse(const std::string& path, const std::string& problem,
                         const std::string& accepted = {}) {
    throw ConfigError({{path, 0}, problem, accepted});
}

std::optional<std::string> content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The text of a stored point; none: there is no such file. Throws DamagedPoint for one that cannot
/// be read.
std::optional<std::string> stored_content(const std::string& path) {
    std::error_code failure;
    const fs::file_status there = fs::status(path, failure);
    if (there.type() == fs::file_type::not_found) {
        return std::nullopt;
    }
    if (there.type() == fs::file_type::none) {
        throw DamagedPoint("cannot be read: " + failure.message());
    }
    if (!fs::is_regular_file(there)) {  // a FIFO would wait
        throw DamagedPoint("cannot be read: it is no file");
    }
    errno = 0;
    const std::optional<std::string> text = content_of(path);
    if (!text && errno != ENOENT) {
        throw DamagedPoint(std::string("cannot be read: ") + std::strerror(errno));
    }
    return text;
}

/// The names of the files `folder`/NAME`extension`, without it, sorted: file systems differ.
std::vector<std::string> names_in(const std::string& folder, const std::string& extension) {
    std::vector<std::string> names;
    std::error_code failure;
    for (fs::directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
        const fs::path& path = each->path();
        if (path.extension() == extension && path.filename().string()[0] != '.') {
            names.push_back(path.stem().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// The line of `text` that has the character at `at`, from a little before it.
std::string line_around(const std::string& text, std::size_t at) {
    constexpr std::size_t kBefore = 30;  // characters; own choice: enough to find the place
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    const std::size_t from = std::max(begin, at - std::min(at, kBefore));
    return shortened((from > begin ? "..." : "") + text.substr(from, text.find('\n', at) - from));
}

bool is_locked(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool locked = file >= 0 && ::flock(file, LOCK_SH | LOCK_NB) != 0 &&
                        errno == EWOULDBLOCK;  // else there are no locks
    if (file >= 0) {
        ::close(file);
    }
    return locked;
}

}  // namespace

Json SweepStatus::to_json() const {
    return {{"points", points},   {"done", done},       {"failed", failed},
            {"missing", missing}, {"running", running}, {"submitted", submitted}};
}

std::string SweepStatus::summary() const {
    return std::to_string(points) + " points: " + std::to_string(done) + " done, " +
           std::to_string(failed) + " failed, " + std::to_string(missing) + " missing, " +
           std::to_string(running) + " running" +
           (submitted == 0 ? "" : ", " + std::to_string(submitted) + " of the missing submitted") +
           "\n";
}

ResultsDirectory::ResultsDirectory(const std::string& path)
    : path_(fs::absolute(path).lexically_normal().string()) {
    if (path_.size() > 1 && path_.back() == '/') {
        path_.pop_back();
    }
}

bool ResultsDirectory::exists() const {
    std::error_code none;
    return fs::exists(in(kProgram), none);
}

void ResultsDirectory::require() const {
    std::error_code none;
    if (!exists()) {
        refuse(path_, fs::is_directory(path_, none) ? "holds no sweep" : "is no folder",
               "the DIR of flitscope sweep SWEEP.yaml --out DIR");
    }
}

void ResultsDirectory::require_this_program() const {
    const ProgramIdentity made_by = program();
    if (!(made_by == this_program())) {
        refuse(path_,
               "holds results of Flitscope " + made_by.text() + ", but this is " +
                   this_program().text(),
               "another folder, or that program");
    }
}

void ResultsDirectory::require_same(const std::string& sweep_text) const {
    require_this_program();
    const std::string there = content_of(in(kSweep)).value_or("");
    if (there != sweep_text) {
        const auto first =
            std::mismatch(there.begin(), there.end(), sweep_text.begin(), sweep_text.end()).first -
            there.begin();
        const auto at = static_cast<std::size_t>(first);
        refuse(path_,
               "holds another sweep: sweep.yaml there has \"" + line_around(there, at) +
                   "\" where this one has \"" + line_around(sweep_text, at) + "\"",
               "another folder, or the sweep that was started there");
    }
}

/// A folder in which no sweep was begun may be somebody's own.
void ResultsDirectory::require_no_other_files(const std::string& sweep_text,
                                              const std::string& tasks) const {
    if (exists()) {
        return;
    }
    const std::pair<const char*, const std::string&> written[] = {{kSweep, sweep_text},
                                                                  {kTasks, tasks}};
    for (const auto& [name, ours] : written) {
        const std::optional<std::string> there = content_of(in(name));
        if (there && *there != ours) {
            refuse(in(name), "would be overwritten, but is not a file of this sweep",
                   "another folder for the results, or another name for that file");
        }
    }
}

void ResultsDirectory::make(const std::string& sweep_text, const std::string& tasks) const {
    require_no_other_files(sweep_text, tasks);
    const std::string begun_in = fs::current_path().string();
    if (as_utf8(begun_in) != begun_in) {
        refuse(on_one_line(begun_in), "a sweep cannot start in a folder whose name is not UTF-8",
               "another working folder");
    }
    std::error_code failure;
    for (const char* const folder : {kPoints, kFailed, kRunning}) {
        fs::create_directories(in(folder), failure);
        if (failure) {
            refuse(path_, "cannot be created: " + failure.message());
        }
    }
    const std::string problem = replacing_problem(in(kPoints));
    if (!problem.empty()) {
        refuse(path_, "is on a file system that cannot replace a file atomically: " + problem,
               "a folder on another one");
    }
    const FolderLock lock(path_, InterruptSignal(0), [] {});
    if (!exists()) {
        write_file(in(kSweep), sweep_text, Links::replace);
        const Json made_by = {{"flitscope", this_program().version},
                              {"commit", this_program().commit},
                              {"folder", begun_in}};
        write_file(in(kProgram), made_by.dump(2) + "\n", Links::replace);
    }
    require_same(sweep_text);
    write_file(in(kTasks), tasks, Links::replace);
    for (const std::string& name : names_in(in(kRunning), "")) {
        if (is_content_hash(name)) {
            remove_if_left_behind(running_file(name));  // of processes that were killed
        }
    }
}

Json ResultsDirectory::program_file() const {
    Json json = Json::parse(content_of(in(kProgram)).value_or(""), nullptr, false);
    for (const char* const key : {"flitscope", "commit", "folder"}) {
        if (!json.is_object() || !json.value(key, Json()).is_string()) {
            refuse(in(kProgram), "damaged", "what flitscope sweep wrote");
        }
    }
    return json;
}

ProgramIdentity ResultsDirectory::program() const {
    const Json json = program_file();
    return {json["flitscope"], json["commit"]};
}

std::string ResultsDirectory::working_folder() const { return program_file()["folder"]; }

void ResultsDirectory::enter_working_folder() const {
    std::error_code failure;
    const std::string folder = working_folder();
    fs::current_path(folder, failure);
    if (failure) {
        refuse(in(kProgram),
               "the sweep was started in " + folder +
                   ", which cannot be entered: " + failure.message(),
               "that folder restored: the configuration names files relative to it");
    }
}

SweepFile ResultsDirectory::sweep() const { return read_sweep(in(kSweep)); }

std::string ResultsDirectory::sweep_hash() const {
    return content_hash(content_of(in(kSweep)).value_or(""));
}

PointReader::PointReader(const ResultsDirectory& results)
    : results_(results), sweep_(results.sweep_hash()), files_(results.working_folder()) {}

std::optional<StoredPoint> PointReader::point(const std::string& hash) {
    const std::optional<std::string> text = stored_content(results_.point_file(hash));
    if (!text) {
        return std::nullopt;
    }
    StoredPoint stored = parse_stored(*text);
    if (stored.hash != hash) {
        const ProgramIdentity program{stored.json["flitscope"], stored.json["commit"]};
        throw DamagedPoint("another point: of Flitscope " + program.text() +
                           ", its name would be " + stored.hash);
    }
    if (stored.json["sweep"] != sweep_) {
        throw DamagedPoint("a point of another sweep");
    }
    const Json present = files_.hashes(stored.json["config"]);
    const Json files = stored.json.value("files", Json::object());
    for (const auto& [path, content] : files.items()) {
        if (present.value(path, content) != content) {
            throw DamagedPoint(path + " has changed since");
        }
    }
    return stored;
}

std::optional<StoredPoint> PointReader::undamaged_point(const std::string& hash) {
    try {
        return point(hash);
    } catch (const DamagedPoint&) {
        return std::nullopt;
    }
}

void ResultsDirectory::each_point(const std::function<void(StoredPoint)>& visit,
                                  std::vector<DamagedFile>* damaged) const {
    PointReader reader(*this);
    for (const std::string& hash : names_in(in(kPoints), ".json")) {
        try {
            if (std::optional<StoredPoint> stored = reader.point(hash)) {
                visit(std::move(*stored));
            }
        } catch (const DamagedPoint& problem) {
            if (damaged != nullptr) {
                damaged->push_back({hash, point_file(hash), problem.what()});
            }
        }
    }
}

std::vector<StoredPoint> ResultsDirectory::points(std::vector<DamagedFile>* damaged) const {
    std::vector<StoredPoint> all;
    each_point([&](StoredPoint stored) { all.push_back(std::move(stored)); }, damaged);
    std::sort(all.begin(), all.end(),
              [](const StoredPoint& a, const StoredPoint& b) { return a.place() < b.place(); });
    return all;
}

SweepStatus ResultsDirectory::status(const std::vector<PlannedPoint>& in_jobs) const {
    const SweepPoints points(sweep(), program());
    SweepStatus status;
    const std::string tasks = content_of(in(kTasks)).value_or("");
    status.points = points.sweep().skip_impossible ? std::count(tasks.begin(), tasks.end(), '\n')
                                                   : points.count();
    FinishedPoints finished(points);
    each_point([&](const StoredPoint& stored) {
        finished.add(stored);
        status.done += points.is_search(stored.number()) ? 0 : 1;
    });
    const auto searches = finished_searches(finished.loads(), points);
    status.done += static_cast<std::int64_t>(searches.size());
    std::set<std::string> seen = finished.hashes();
    for (const std::string& hash : names_in(in(kRunning), "")) {
        if (is_locked(running_file(hash)) && seen.insert(hash).second) {
            ++status.running;
        }
    }
    for (const std::string& hash : names_in(in(kFailed), ".log")) {
        status.failed += seen.insert(hash).second ? 1 : 0;
    }
    status.missing = status.points - status.done - status.failed - status.running;
    for (const PlannedPoint& each : in_jobs) {
        const bool ended = searches.count(each.number) != 0 ||
                           (!points.is_search(each.number) && seen.count(each.hash) != 0);
        status.submitted += ended ? 0 : 1;
    }
    status.submitted = std::min(status.submitted, status.missing);
    return status;
}

PointLock::PointLock(const ResultsDirectory& results, const std::string& hash)
    : file_(results.running_file(hash)) {
    while (true) {
        lock_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (lock_ < 0) {
            throw OutputError(file_ + ": cannot be written: " + std::strerror(errno));
        }
        while (::flock(lock_, LOCK_EX) != 0 && errno == EINTR) {
        }
        struct stat opened {};
        if (::fstat(lock_, &opened) == 0 && opened.st_nlink > 0) {
            return;
        }
        ::close(lock_);  // the one before removed it
    }
}

PointLock::~PointLock() {
    ::unlink(file_.c_str());  // before the lock is gone, or it would be another one's
    ::close(lock_);
}

}  // namespace flitscope::tb
