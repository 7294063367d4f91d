#include "testbenches/drive/run/named_plugins.h"

#include <filesystem>

#include "rtl_models/cosim/plugin_loader.h"

namespace flitscope::tb {

const cosim::PluginNote& NamedPlugins::note(const PluginChoice& choice) {
    const std::string folder = choice.path.empty() ? cosim::default_plugin_folder() : choice.path;
    const std::string file = (std::filesystem::path(folder) / (choice.plugin + ".so")).string();
    const auto known = notes_.find(file);
    return known != notes_.end()
               ? known->second
               : notes_.emplace(file, cosim::read_plugin_note(file)).first->second;
}

void NamedPlugins::require(const cosim::PluginNote& note, const std::string& wanted) {
    if (note.brings() != wanted) {
        throw cosim::PluginError(note.file + ": brings " + note.brings() + ", but " + wanted +
                                 " is needed");
    }
}

}  // namespace flitscope::tb
