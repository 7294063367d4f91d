#include "testbenches/program/commands/outputs.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "common/atomic_file.h"
#include "testbenches/program/commands/command.h"
#include "waves/fst_file.h"
#include "waves/gtkwave_save.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

std::optional<struct stat> status_of(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? std::optional<struct stat>(status) : std::nullopt;
}

/// Device and inode.
std::optional<std::pair<unsigned long, unsigned long>> regular_file(const std::string& path) {
    const std::optional<struct stat> there = status_of(path);
    if (!there || !S_ISREG(there->st_mode)) {
        return std::nullopt;
    }
    return std::pair<unsigned long, unsigned long>(there->st_dev, there->st_ino);
}

[[noreturn]] void refuse(const std::string& what, const std::string& path,
                         const std::string& problem) {
    throw UsageError(what + ": " + on_one_line(path) + ": " + problem);
}

fs::path folder_of(const fs::path& path) {
    return path.parent_path().empty() ? fs::path(".") : path.parent_path();
}

/// Why files cannot be made in this folder; empty: they can.
std::string unwritable(const fs::path& folder) {
    const std::optional<struct stat> there = status_of(folder.string());
    if (there && !S_ISDIR(there->st_mode)) {
        return std::strerror(ENOTDIR);
    }
    return there && ::access(folder.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

/// The longest part of a path that exists.
fs::path existing_part(fs::path path) {
    while (!status_of(path.string()) && errno != ENOTDIR && !path.parent_path().empty() &&
           path != path.parent_path()) {
        path = path.parent_path();
    }
    return status_of(path.string()) || path.is_absolute() ? path : fs::path(".");
}

/// Up to `most` bytes, from where the file is.
std::string next_bytes(std::ifstream& file, std::size_t most) {
    std::string bytes(most, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// Empty, or of this mark.
bool is_ours(const std::string& path, const FileMark& mark) {
    constexpr std::streamoff kEnd = 256;
    std::ifstream file(path, std::ios::binary);
    const std::string begin = next_bytes(file, mark.within);
    if (begin.empty()) {
        return file.eof();
    }
    if (begin.find(mark.text) == std::string::npos) {
        return false;
    }
    file.clear();
    file.seekg(0, std::ios::end);
    file.seekg(std::max<std::streamoff>(0, file.tellg() - kEnd));
    return mark.others.empty() || next_bytes(file, kEnd).find(mark.others) == std::string::npos;
}

/// A filter file of a view, whose files begin like this.
bool is_filter_file(const std::string& place, const std::string& begin) {
    return place.rfind(begin, 0) == 0 && fs::path(place).extension() == ".txt";
}

}  // namespace

void require_trace_name(const std::string& option, const std::string& path) {
    const bool device = path.rfind("/dev/", 0) == 0;
    if (!device && std::filesystem::path(path).extension() != ".csv") {
        throw UsageError(option + ": " + path + ": must be a .csv file");
    }
}

Outputs::Outputs(const CommonOptions& common)
    : folder_(common.out.empty() ? "." : common.out), folder_given_(!common.out.empty()) {
    const fs::path folder = fs::path(folder_).lexically_normal() / "";
    const std::string problem =
        folder_given_ ? unwritable(existing_part(folder.parent_path())) : std::string();
    if (!problem.empty()) {
        refuse("--out", folder_, problem);
    }
    reads("CONFIG", common.config);
}

void Outputs::reads(const std::string& what, const std::string& path) {
    if (path == "-" || path.empty()) {
        return;
    }
    by_place_.emplace(place_of(path), what);
    if (const auto file = regular_file(path)) {
        by_file_.emplace(*file, what);
    }
}

void Outputs::reads_files_of(const ExperimentConfig& config) {
    for (const auto& [key, part] :
         {std::pair{"topology.file", &config.topology}, std::pair{"routing.file", &config.routing},
          std::pair{"traffic.file", &config.traffic.arrivals}}) {
        if (part->options.has("file")) {
            reads(key, part->options.text("file"));
        }
    }
}

void Outputs::writes(const std::string& what, const std::string& path) {
    const std::string target = link_target(path);
    const std::optional<struct stat> there = status_of(target);
    if (!there && errno == ELOOP) {
        refuse(what, path, std::string("cannot be written: ") + std::strerror(ELOOP));
    }
    if (there && S_ISDIR(there->st_mode)) {
        refuse(what, path, "is a folder");
    }
    if (fs::path(target).filename().empty()) {
        refuse(what, path, "names no file");
    }
    if (there && ::access(target.c_str(), W_OK) != 0) {
        refuse(what, path, std::string("cannot be written: ") + std::strerror(errno));
    }
    if (is_stream(path)) {
        return;
    }
    // A temporary file is renamed, so the folder must be writable; that of --out is.
    const fs::path folder = folder_of(target);
    std::error_code none;
    const bool to_be_made =
        folder_given_ && fs::weakly_canonical(folder, none) ==
                             fs::weakly_canonical(fs::path(folder_) / "x", none).parent_path();
    const std::string problem = to_be_made ? "" : unwritable(folder);
    if (!problem.empty()) {
        refuse(what, path, "cannot be written: " + problem);
    }
    claim(what, path);
    const std::string link = unwritable_because(path);
    if (!link.empty()) {
        refuse(what, path, on_one_line(link));
    }
}

void Outputs::reads_again(const std::string& what, const std::string& path) {
    const std::optional<struct stat> there = status_of(path);
    if (there && !S_ISREG(there->st_mode)) {
        refuse(what, path, "is a device or a pipe, but the program reads this file again");
    }
}

void Outputs::rewrites(const std::string& what, const std::string& path, const FileMark& mark,
                       bool force) {
    writes(what, path);
    if (!force && regular_file(path) && !is_ours(path, mark)) {
        refuse(what, path,
               "was not written by this command and would be lost; accepted: another name for that "
               "file, or --force");
    }
}

void Outputs::writes_waves(const std::string& what, const std::string& path) {
    writes(what, path);
    if (waves::is_fst(path)) {
        writes("the dump behind " + what, waves::vcd_behind(path));
        reads_again("the dump behind " + what, waves::vcd_behind(path));
        reads_again(what, path);
    }
    const std::string view = waves::save_path_of(path);
    writes("the view of " + what, view);
    filters_.push_back(
        {fs::path(place_of(view)).replace_extension(".").string(), "a filter file of " + what});
    for (const auto& [place, owner] : by_place_) {
        if (is_filter_file(place, filters_.back().begin)) {
            refuse(owner, place, "is also " + filters_.back().owner);
        }
    }
}

std::string Outputs::in_folder(const std::string& name) const {
    return (fs::path(folder_) / name).string();
}

const std::string& Outputs::make_folder() const {
    std::error_code failure;
    fs::create_directories(folder_, failure);
    if (failure) {
        refuse("--out", folder_, failure.message());
    }
    return folder_;
}

/// The path without symbolic links, so that two spellings of one are equal.
std::string Outputs::place_of(const std::string& path) const {
    const fs::path target = link_target(path);
    std::error_code failure;
    const fs::path folder = fs::weakly_canonical(folder_of(target), failure);
    return (failure ? target : folder / target.filename()).string();
}

void Outputs::claim(const std::string& what, const std::string& path) {
    const std::string place = place_of(path);
    std::string other;
    if (const auto found = by_place_.find(place); found != by_place_.end()) {
        other = found->second;
    }
    for (const FilterFiles& each : filters_) {
        if (is_filter_file(place, each.begin)) {
            other = each.owner;
        }
    }
    if (const auto file = regular_file(path)) {
        const auto [found, added] = by_file_.emplace(*file, what);
        other = added ? other : found->second;
    }
    if (!other.empty()) {
        refuse(what, path, "is also the file of " + other);
    }
    by_place_.emplace(place, what);
}

}  // namespace flitscope::tb
