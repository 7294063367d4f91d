#include "testbenches/program/rtl_command/set_builder.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "common/atomic_file.h"
#include "common/whole_file.h"
#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/rtl_command/guarded_command.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

/// In this order, as a library without a note is not loaded.
constexpr const char* kFiles[] = {".so", ".plugin"};

/// A plug-in has to be made by the compiler that made this program.
std::string compiler() {
    const char* const chosen = std::getenv("CXX");
    return chosen != nullptr && *chosen != '\0' ? chosen : FLITSCOPE_CXX_COMPILER;
}

/// FlitscopeKit.cmake, which says where the rest lies: installed, or of the build tree.
std::string find_kit() {
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure).parent_path();
    for (const fs::path& folder : {program / FLITSCOPE_KIT_FROM_PROGRAM, program}) {
        const fs::path kit = folder / "FlitscopeKit.cmake";
        if (fs::exists(kit)) {
            return fs::canonical(kit).string();
        }
    }
    throw UsageError("rtl add: FlitscopeKit.cmake is not in " +
                     (program / FLITSCOPE_KIT_FROM_PROGRAM).lexically_normal().string() +
                     ": install flitscope again");
}

/// A folder that plug-ins can be made in, and that runs would load them from.
void require_folder(const std::string& folder) {
    if (folder.empty()) {
        throw UsageError("rtl add: neither HOME nor XDG_DATA_HOME is set: name a folder by --out");
    }
    std::error_code failure;
    fs::create_directories(folder, failure);
    std::string problem = failure                             ? failure.message()
                          : access(folder.c_str(), W_OK) != 0 ? std::strerror(errno)
                                                              : cosim::unsafe_folder(folder);
    if (!problem.empty()) {
        throw UsageError("rtl add: " + folder + ": " + problem);
    }
}

/// No file that is to be made is a folder.
void require_places(const std::vector<PluginCall>& plugins, const std::string& folder) {
    for (const PluginCall& plugin : plugins) {
        for (const char* const kind : kFiles) {
            const fs::path file = fs::path(folder) / (plugin.name + kind);
            std::error_code none;
            if (fs::is_directory(file, none)) {
                throw UsageError("rtl add: " + file.string() + ": is a folder");
            }
        }
    }
}

std::string project_of(const std::vector<PluginCall>& plugins, const std::string& kit) {
    std::string project =
        "cmake_minimum_required(VERSION 3.25)\nproject(flitscope_rtl LANGUAGES CXX)\n"
        "include(\"" +
        kit + "\")\n";
    for (const PluginCall& plugin : plugins) {
        project += plugin.call + "\n";
    }
    return project;
}

}  // namespace

PluginCall set_call(const cosim::VerilogParameters& parameters, bool traced) {
    const std::string name = set_name(parameters, traced);
    return {name, "flitscope_add_verilog_set(" + name + (traced ? " TRACE " : " ") +
                      cmake_arguments(parameters) + ")"};
}

PluginCall unit_call(const NeededUnit& unit) {
    return {unit.name(), "flitscope_add_verilog_unit(" + unit.name() + " UNIT " + unit.unit + " " +
                             cmake_arguments(unit.routers.parameters) + ")"};
}

void build_plugins(const std::vector<PluginCall>& plugins, const std::string& folder, bool quiet,
                   const InterruptSignal* interrupt) {
    require_folder(folder);
    const std::string kit = find_kit();
    require_tool("rtl add", "cmake", "cmake");
    require_tool("rtl add", "verilator", "verilator");
    require_tool("rtl add", "make", "make");
    require_tool("rtl add", compiler(), "g++");
    require_places(plugins, folder);
    if (!quiet) {
        std::cerr << "flitscope: building " << plugins.size() << " plug-in(s) in " << folder
                  << "\n";
    }
    const WorkFolder work("rtl add");
    write_file(work.path() + "/CMakeLists.txt", project_of(plugins, kit));
    const std::string binary = work.path() + "/build";
    const std::string log = work.path() + "/log";
    const auto run = [&](const std::vector<std::string>& command) {
        if (run_guarded(command, log, work, interrupt) != 0) {
            constexpr std::size_t kRoom = 65536;  // a log that is cut would not say what is missing
            write_file(work.path() + "/room", std::string(kRoom, ' '));
            const std::string kept = folder + "/rtl_add.log";
            write_file(kept, whole_file(log).value_or(""), Links::replace);
            throw UsageError("rtl add: " + command[0] + " failed; the whole log is " + kept +
                             ", its end:" + log_end(log, 12));
        }
    };
    run({"cmake", "-S", work.path(), "-B", binary, "-G", "Unix Makefiles",
         "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_COMPILER=" + compiler()});
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    run({"cmake", "--build", binary, "-j", std::to_string(jobs)});
    for (const PluginCall& plugin : plugins) {
        for (const char* const kind : kFiles) {
            const std::string file = plugin.name + kind;
            write_file((fs::path(folder) / file).string(),
                       whole_file(binary + "/" + file).value_or(""), Links::replace);
        }
    }
}

}  // namespace flitscope::tb
