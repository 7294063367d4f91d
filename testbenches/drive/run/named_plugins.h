#pragma once

#include <map>
#include <string>

#include "rtl_models/cosim/plugin_note.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The notes of the plug-ins that a configuration names, read before any of their code runs.
class NamedPlugins {
public:
    /// Throws cosim::PluginError.
    const cosim::PluginNote& note(const PluginChoice& choice);
    /// Throws cosim::PluginError unless the plug-in provides this, in the words of
    /// PluginNote::brings.
    static void require(const cosim::PluginNote& note, const std::string& wanted);

private:
    std::map<std::string, cosim::PluginNote> notes_;  ///< by file
};

}  // namespace flitscope::tb
