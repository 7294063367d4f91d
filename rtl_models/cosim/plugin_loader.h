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

/// The content of the text file NAME.plugin, which describes NAME.so next to it. A plug-in is code
/// that runs as soon as it is loaded; the note tells whether it is the right one without loading
/// it.
///
///     flitscope 0.1.0 interface 5
///     name NAME
///     sha256 DIGITS                                of the library
///     set NAME plain|traced NETWORK_PORTS ...      any number of them
///     router                                       where it brings a router from outside
///     unit switch_allocator ports 1                where it brings a unit in SystemC
///     unit crossbar ports 1 verilog NETWORK_PORTS ...   a verilated one
///     decision arbiter                             where it brings an arbiter or allocator
///
/// Written by flitscope_add_verilog_set, flitscope_add_verilog_router, flitscope_add_systemc_unit,
/// flitscope_add_verilog_unit, flitscope_add_decision and `flitscope rtl add`.
struct PluginNote {
    struct Set {
        std::string name;
        bool traced = false;
        std::string parameters;  ///< cmake_arguments() of them
    };
    std::string file;  ///< the library
    std::string name;  ///< as it was built
    std::string sha256;
    std::vector<Set> sets;
    bool router = false;
    std::string unit;   ///< its name in a router; empty: it brings none
    int port_list = 0;  ///< version of the unit's port list (rtl_models/router/unit_names.h)
    /// Of a verilated unit: cmake_arguments() of the routers that it was built for.
    std::string unit_parameters;
    std::string decision;  ///< "arbiter", "vc_allocator", "switch_allocator"; empty: it brings none

    /// "unit crossbar", "decision arbiter", ... for messages.
    std::string brings() const;
    /// Why a unit for this version of the port list does not fit the routers of this program;
    /// empty: it fits, or the plug-in provides none of our units.
    std::string port_list_problem(int version) const;
    std::string port_list_problem() const { return port_list_problem(port_list); }
};

/// Reads the note next to a library. Throws PluginError if either is missing, if the note is
/// invalid or of another version, or if every user may replace the library.
PluginNote read_plugin_note(const std::string& library);

/// SHA-256 of a file, 64 hexadecimal digits as those of CMake's file(SHA256); empty: it cannot be
/// read.
std::string sha256_of_file(const std::string& path);

/// Throws PluginError for a library that does not match its note, because it is truncated or
/// another one. Call it before the library is loaded or reported as available.
void check_library(const PluginNote& note);

/// Why no plug-in is taken from this folder: every user may write to it. Empty: plug-ins are taken.
std::string unsafe_folder(const std::string& folder);

/// The notes of a folder in the order of their names, and the problems of libraries without one.
struct PluginFolder {
    std::vector<PluginNote> plugins;
    std::vector<std::string> problems;  ///< one line each
    std::string missing;                ///< why the folder cannot be read; empty: it can
};
PluginFolder scan_plugins(const std::string& folder);

/// The default folder where `flitscope rtl add` puts plug-ins and where they are searched:
/// $XDG_DATA_HOME/flitscope/rtl, or $HOME/.local/share/flitscope/rtl. Empty if neither variable is
/// set.
std::string default_plugin_folder();

/// Loads a shared library, if the note next to it says that it fits this program,
/// and keeps it until the program ends; a second call returns the same object. Throws PluginError:
/// no such file, not the one of its note, not a plug-in, or built by another version or compiler.
const Plugin& load_plugin(const std::string& file);

}  // namespace flitscope::cosim
