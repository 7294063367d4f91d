#pragma once

#include <map>
#include <string>

#include "rtl_models/export/flit_recorder.h"

namespace flitscope::exported {

/// Where the sources of an export are.
struct ExportSources {
    std::string rtl_models;  ///< a folder with verilog/ and export/
    std::string licence;     ///< a file
};

/// The files of an export, by path in its folder. `recorded`: what its testbench plays. `about`:
/// what network it is, a sentence. Throws std::runtime_error for a source that is not there.
std::map<std::string, std::string> export_files(const ExportedNetwork& network,
                                                const FlitRecorder::Recording& recorded,
                                                const std::string& about,
                                                const ExportSources& sources);

/// network.v of every export begins with it.
constexpr const char* kExportMark = "/// A network exported by Flitscope";

}  // namespace flitscope::exported
