#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/cosim/plugin.h"

namespace flitscope::cosim {

/// A plug-in that cannot be used. what() names the file and what to do.
class PluginError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Where `flitscope rtl add` puts plug-ins, and where they are looked for, when nothing else is
/// said: $XDG_DATA_HOME/flitscope/rtl, or $HOME/.local/share/flitscope/rtl. Empty where neither
/// variable is set.
std::string default_plugin_folder();

/// Loads a shared library and keeps it until the program ends; a second call gives the same object.
/// Throws PluginError: no such file, not a plug-in, or built by another version or compiler.
const Plugin& load_plugin(const std::string& file);

/// `NAME.so` in `folder` (empty: the default one). Throws PluginError.
const Plugin& find_plugin(const std::string& name, const std::string& folder);

/// Every plug-in of a folder by name, and what is wrong with the files that are none. A folder that
/// does not exist is empty.
struct PluginFolder {
    std::vector<const Plugin*> plugins;
    std::vector<std::string> problems;  ///< one line each
};
PluginFolder scan_plugins(const std::string& folder);

}  // namespace flitscope::cosim
