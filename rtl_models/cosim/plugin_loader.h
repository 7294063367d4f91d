#pragma once

#include <string>

#include "rtl_models/cosim/plugin.h"
#include "rtl_models/cosim/plugin_note.h"

namespace flitscope::cosim {

/// Where `flitscope rtl add` puts plug-ins, and where they are looked for, when nothing else is
/// said: $XDG_DATA_HOME/flitscope/rtl, or $HOME/.local/share/flitscope/rtl. Empty where neither
/// variable is set.
std::string default_plugin_folder();

/// Loads a shared library, once the note beside it says that it is one of this program's
/// (plugin_note.h), and keeps it until the program ends; a second call gives the same object.
/// Throws PluginError: no such file, not the one of its note, not a plug-in, or built by another
/// version or compiler.
const Plugin& load_plugin(const std::string& file);

}  // namespace flitscope::cosim
