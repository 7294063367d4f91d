#include "testbenches/program/rtl_command/rtl_export.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "common/atomic_file.h"
#include "rtl_models/export/export_files.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/rtl_command/exportable_network.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

/// The same traffic at level fast, as long as its flits are recorded.
ExperimentConfig recorded_run(ExperimentConfig config, rtl::Cycle cycles) {
    config = at_level_fast(std::move(config));
    config.measure.max_cycles = std::min<std::int64_t>(config.measure.max_cycles, cycles);
    return config;
}

/// Nobody's files are overwritten but those of an earlier export.
void require_own_folder(const std::string& folder) {
    std::error_code failure;
    if (!fs::exists(folder, failure)) {
        return;
    }
    const auto refuse = [&](const std::string& problem) {
        throw UsageError("rtl export: --out " + folder + ": " + problem);
    };
    if (!fs::is_directory(folder)) {
        refuse("is not a folder");
    }
    if (fs::is_empty(folder)) {
        return;
    }
    std::ifstream network(fs::path(folder) / "network.v");
    std::string first;
    std::getline(network, first);
    if (first.rfind(exported::kExportMark, 0) != 0) {
        refuse("holds something else than an earlier export; name an empty or a new folder");
    }
}

void write_files(const std::map<std::string, std::string>& files, const fs::path& folder) {
    std::error_code failure;
    for (const auto& [name, text] : files) {
        const fs::path file = folder / name;
        fs::create_directories(file.parent_path(), failure);
        if (failure) {
            throw UsageError("rtl export: --out " + file.parent_path().string() + ": " +
                             failure.message());
        }
        write_file(file.string(), text, Links::replace);
    }
    fs::permissions(folder / "run.sh",
                    fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add, failure);
}

std::string about(const rtl::NetworkDescription& description) {
    return description.topology->kind() + ", " + std::to_string(description.topology->routers()) +
           " routers, " + std::to_string(description.topology->nodes()) + " nodes, routing " +
           description.routing->algorithm() + ", " +
           std::to_string(description.router.virtual_channels) + " VCs of " +
           std::to_string(description.router.buffer_flits) + " flits, flits of " +
           std::to_string(description.router.flit_bytes) + " bytes.";
}

}  // namespace

RtlExport export_rtl(const ExperimentConfig& config, const std::string& folder, rtl::Cycle cycles) {
    const ExportableNetwork exportable = exportable_network(config, "rtl export");
    const exported::ExportedNetwork& network = exportable.network;
    require_own_folder(folder);
    const ExperimentConfig run = recorded_run(config, cycles);
    exported::FlitRecorder recorder(network);
    NetworkTaps taps;
    taps.observer = &recorder;
    const BuiltNetwork built = make_network(run, taps);
    const rtl::Cycle edges =
        std::min<rtl::Cycle>(cycles, simulate(run, *built.network).simulated_cycles);
    const exported::FlitRecorder::Recording recorded = recorder.recording(edges);
    const auto files =
        exported::export_files(network, recorded, about(network.description), rtl_sources());
    write_files(files, folder);
    return {static_cast<int>(network.kind_of.size()),
            network.kinds.size(),
            files.size(),
            edges,
            recorded.injected.size(),
            recorded.consumed.size()};
}

}  // namespace flitscope::tb
