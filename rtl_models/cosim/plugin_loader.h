#pragma once

#include <string>

#include "rtl_models/cosim/plugin.h"
#include "rtl_models/cosim/plugin_note.h"

namespace flitscope::cosim {

/// The default folder where `flitscope rtl add` puts plug-ins and where they are searched:
/// $XDG_DATA_HOME/flitscope/rtl, or $HOME/.local/share/flitscope/rtl. Empty if neither variable is
/// set.
std::string default_plugin_folder();

/// Loads a shared library, if the note next to it says that it fits this program (plugin_note.h),
/// and keeps it until the program ends; a second call returns the same object. Throws PluginError:
/// no such file, not the one of its note, not a plug-in, or built by another version or compiler.
const Plugin& load_plugin(const std::string& file);

}  // namespace flitscope::cosim
