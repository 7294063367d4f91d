#include "testbenches/program/rtl_command/rtl_export.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <tuple>

#include "common/atomic_file.h"
#include "rtl_models/export/export_files.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/program/console/exit_code.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

/// What an export has no hardware for, though the RTL may run with it.
void refuse_outside_parts(const ExperimentConfig& config) {
    const auto refuse = [&](const std::string& key, const std::string& problem) {
        throw option_error(config, {key, problem + "; `rtl export` has no hardware for it"});
    };
    for (const auto& [key, plugin] : config.decisions) {
        refuse("router." + key, "the plug-in " + plugin.plugin);
    }
    for (const auto& [unit, choice] : config.units.everywhere) {
        if (!choice.verilog) {
            refuse("router.units." + unit, "the plug-in " + choice.plugin);
        }
    }
    for (const auto& [router, units] : config.units.at) {
        for (const auto& [unit, choice] : units) {
            if (!choice.verilog) {
                refuse("level.units", "the plug-in " + choice.plugin);
            }
        }
    }
    for (const VerilogLevel& each : config.level.verilog) {
        if (!each.router.empty()) {
            refuse("level.verilog.router", "the router " + each.router);
        }
    }
    if (!config.faults.empty()) {
        refuse("faults", std::to_string(config.faults.size()) + " fault(s)");
    }
    if (config.deadlock == DeadlockAction::recover_regressive) {
        refuse("deadlock", "recover_regressive takes messages out of the network");
    }
    if (config.traffic.collective.in_network) {
        refuse("traffic.collective.in_network", "true needs units that combine values");
    }
}

/// Headers with several addresses.
void refuse_headers(const ExperimentConfig& config, const topo::Topology& topology,
                    const topo::RoutingFunction& routing) {
    const HeaderRoutings headers = header_routings(config.traffic, topology, borrowed(routing));
    for (const auto& [kind, section, algorithm] :
         {std::tuple(OperationKind::broadcast, "broadcast", config.traffic.broadcast.algorithm),
          std::tuple(OperationKind::multicast, "multicast", config.traffic.multicast.algorithm)}) {
        if (!headers[index_of(kind)].empty()) {
            throw option_error(config,
                               {std::string("traffic.") + section + ".algorithm",
                                algorithm + " addresses several nodes by one header; `rtl export` "
                                            "has no hardware for it"});
        }
    }
}

/// The same traffic at level fast, as long as its flits are recorded.
ExperimentConfig recorded_run(ExperimentConfig config, rtl::Cycle cycles) {
    config.level = {};
    config.units = {};
    config.waves.reset();
    config.deadlock = DeadlockAction::stop;
    config.measure.max_cycles = std::min<std::int64_t>(config.measure.max_cycles, cycles);
    return config;
}

/// In the build tree, where links lead to the sources, or installed.
exported::ExportSources sources() {
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path();
    const fs::path beside = program / "rtl_models";
    const fs::path folder = fs::is_directory(beside)
                                ? beside
                                : (program / FLITSCOPE_RTL_FROM_PROGRAM).lexically_normal();
    return {folder.string(), (folder / "export/LICENSE").string()};
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
    refuse_outside_parts(config);
    require_own_folder(folder);
    const ExperimentConfig run = recorded_run(config, cycles);
    check_memory(run, {run.level});
    const auto topology = topo::make_topology(run.topology.name, run.topology.options);
    const auto routing = topo::make_routing(run.routing.name, *topology, run.routing.options);
    refuse_headers(config, *topology, *routing);
    const rtl::NetworkDescription description = describe_network(run, *topology, *routing);
    const exported::ExportedNetwork network = [&] {
        try {
            return exported::exported_network(description);
        } catch (const std::invalid_argument& error) {
            throw ConfigError(
                {{config.written ? *config.written->source : "configuration"}, error.what()});
        }
    }();
    exported::FlitRecorder recorder(network);
    NetworkTaps taps;
    taps.observer = &recorder;
    const BuiltNetwork built = make_network(run, taps);
    const rtl::Cycle edges =
        std::min<rtl::Cycle>(cycles, simulate(run, *built.network).simulated_cycles);
    const exported::FlitRecorder::Recording recorded = recorder.recording(edges);
    const auto files =
        exported::export_files(network, recorded, about(network.description), sources());
    write_files(files, folder);
    return {static_cast<int>(network.kind_of.size()),
            network.kinds.size(),
            files.size(),
            edges,
            recorded.injected.size(),
            recorded.consumed.size()};
}

}  // namespace flitscope::tb
