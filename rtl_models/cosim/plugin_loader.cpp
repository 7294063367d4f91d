#include "rtl_models/cosim/plugin_loader.h"

#include <dlfcn.h>
#include <sha2.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rtl_models/router/unit_names.h"

namespace flitscope::cosim {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVersion =
    "flitscope " FLITSCOPE_VERSION " interface " FLITSCOPE_PLUGIN_INTERFACE;
constexpr std::streamsize kMostBytes = 1 << 20;

/// Only regular files are read: opening a device or a FIFO may block forever.
bool is_file(const fs::path& path) {
    std::error_code none;
    return fs::is_regular_file(path, none);
}

bool everybody_writes(const std::string& path) {
    struct stat there {};
    return ::stat(path.c_str(), &there) == 0 && (there.st_mode & S_IWOTH) != 0;
}

/// A plug-in runs with all rights of its user, so both its folder and the folder that its link
/// leads to must be safe.
void require_safe(const std::string& library) {
    std::error_code none;
    for (const fs::path& path : {fs::absolute(library, none), fs::canonical(library, none)}) {
        const std::string problem = unsafe_folder(path.parent_path().string());
        if (!problem.empty()) {
            throw PluginError(library + ": " + problem);
        }
    }
    if (everybody_writes(library)) {
        throw PluginError(library +
                          ": everybody may write it; accepted: one that only its owner "
                          "may write: chmod o-w");
    }
}

PluginNote::Set read_set(std::istringstream& words) {
    PluginNote::Set set;
    std::string traced;
    words >> set.name >> traced >> std::ws;
    set.traced = traced == "traced";
    std::getline(words, set.parameters);
    return set;
}

const Plugin* entered(void* library, const std::string& file) {
    void* const symbol = dlsym(library, "flitscope_plugin");
    if (symbol == nullptr) {
        throw PluginError(file + ": not a plug-in of flitscope: it has no flitscope_plugin()");
    }
    const auto entry = reinterpret_cast<const Plugin* (*)()>(symbol);
    const Plugin* const plugin = entry();
    if (plugin == nullptr || std::strcmp(plugin->build, FLITSCOPE_PLUGIN_BUILD) != 0) {
        throw PluginError(file + ": built for " + (plugin == nullptr ? "nothing" : plugin->build) +
                          ", this program is " FLITSCOPE_PLUGIN_BUILD "; build it again");
    }
    return plugin;
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::string unsafe_folder(const std::string& folder) {
    return everybody_writes(folder)
               ? "everybody may write to the folder " + folder +
                     ", and a plug-in is code that runs; accepted: a folder that others may not "
                     "write to: chmod o-w"
               : "";
}

std::string sha256_of_file(const std::string& path) {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
    return SHA256File(path.c_str(), digits.data()) == nullptr ? "" : digits.data();
}

void check_library(const PluginNote& note) {
    const std::string name = fs::path(note.file).replace_extension(".plugin").filename().string();
    if (note.sha256.empty()) {
        throw PluginError(note.file + ": " + name + " has no sha256 of it; build it again");
    }
    if (sha256_of_file(note.file) != note.sha256) {
        throw PluginError(note.file + ": is not the library that " + name +
                          " describes: truncated or replaced (sha256); build it again");
    }
}

PluginNote read_plugin_note(const std::string& library) {
    const fs::path path = fs::path(library).replace_extension(".plugin");
    if (!is_file(library)) {
        throw PluginError(library + ": there is no such plug-in");
    }
    if (!is_file(path)) {
        throw PluginError(library + ": there is no " + path.filename().string() +
                          " next to it to say what it is; build it again");
    }
    require_safe(library);
    std::ifstream file(path);
    std::string text(kMostBytes, '\0');
    file.read(text.data(), kMostBytes);
    text.resize(static_cast<std::size_t>(file.gcount()));
    std::istringstream lines(text);
    std::string version;
    std::getline(lines, version);
    if (version.rfind("flitscope ", 0) != 0) {
        throw PluginError(path.string() + ": does not say what the plug-in is; build it again");
    }
    if (version != kVersion) {
        throw PluginError(library + ": built for " + version + ", this program is " + kVersion +
                          "; build it again");
    }
    PluginNote note;
    note.file = library;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string key;
        words >> key;
        if (key == "name") {
            words >> note.name;
        } else if (key == "sha256") {
            words >> note.sha256;
        } else if (key == "set") {
            note.sets.push_back(read_set(words));
        } else if (key == "router") {
            note.router = true;
        } else if (key == "unit") {
            std::string ports;
            std::string verilog;
            words >> note.unit >> ports >> note.port_list >> verilog >> std::ws;
            std::getline(words, note.unit_parameters);
        } else if (key == "decision") {
            words >> note.decision;
        }
    }
    return note;
}

std::string PluginNote::brings() const {
    return !unit.empty()       ? "unit " + unit
           : !decision.empty() ? "decision " + decision
           : router            ? "a router"
                               : "parameter sets of the RTL";
}

std::string PluginNote::port_list_problem(int version) const {
    const int own = rtl::port_list_version(unit);
    return version == own || own == 0
               ? ""
               : file + ": built for version " + std::to_string(version) + " of the ports of " +
                     unit + ", this program has version " + std::to_string(own) +
                     (version < own ? std::string(", where ") + rtl::kLastChange : "") +
                     "; build plug-in " + name + " again, with the ports of this version";
}

PluginFolder scan_plugins(const std::string& folder) {
    PluginFolder found;
    std::error_code failure;
    std::vector<std::string> libraries;
    for (fs::directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
        if (each->path().extension() == ".so") {
            libraries.push_back(each->path().string());
        }
    }
    found.missing = failure ? failure.message() : "";
    std::sort(libraries.begin(), libraries.end());
    for (const std::string& library : libraries) {
        try {
            found.plugins.push_back(read_plugin_note(library));
        } catch (const PluginError& error) {
            found.problems.emplace_back(error.what());
        }
    }
    return found;
}

std::string default_plugin_folder() {
    const std::string data = variable("XDG_DATA_HOME");
    const std::string home = variable("HOME");
    if (data.empty() && home.empty()) {
        return {};
    }
    const fs::path base = data.empty() ? fs::path(home) / ".local" / "share" : fs::path(data);
    return (base / "flitscope" / "rtl").string();
}

const Plugin& load_plugin(const std::string& file) {
    static std::map<std::string, const Plugin*> loaded;
    const PluginNote note = read_plugin_note(file);
    std::error_code failure;
    const fs::path path = fs::canonical(file, failure);
    if (failure) {
        throw PluginError(file + ": " + failure.message());
    }
    const auto known = loaded.find(path.string());
    if (known != loaded.end()) {
        return *known->second;
    }
    check_library(note);  // its constructors run before anything else of it
    // Never closed: models may outlive everything else.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        throw PluginError(file + ": cannot be loaded: " + dlerror());
    }
    const Plugin* const plugin = entered(library, file);
    loaded.emplace(path.string(), plugin);
    return *plugin;
}

}  // namespace flitscope::cosim
