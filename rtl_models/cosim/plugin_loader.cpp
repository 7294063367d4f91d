#include "rtl_models/cosim/plugin_loader.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

namespace flitscope::cosim {

namespace fs = std::filesystem;

namespace {

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
