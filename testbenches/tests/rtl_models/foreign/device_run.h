#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/device_violation.h"
#include "testbenches/drive/compare/compare_runs.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// A run of a 4x4 mesh with devices, for tests.
struct DeviceRun {
    std::string plugin;                                      ///< path of the .so; or model
    std::vector<std::pair<std::string, std::string>> edits;  ///< of its pin description: old, new
    std::string config;                                      ///< YAML on top of the 4x4 mesh
    std::vector<topo::NodeId> nodes;                         ///< devices; empty: all
    std::shared_ptr<const cosim::DeviceModel> model = {};    ///< instead of a plug-in
    std::map<std::string, topo::NodeValue> parameters = {};  ///< that the variant must have
};

/// How it ended.
struct DeviceOutcome {
    std::optional<cosim::DeviceViolation> violation;
    std::int64_t delivered = 0;          ///< messages
    std::int64_t least_latency = 0;      ///< of a message through the network
    std::int64_t unchecked = 0;          ///< messages whose bytes bypassed a device
    std::vector<std::string> displayed;  ///< lines
};

/// One SystemC simulation. `observer` may be null. Exceptions other than DeviceViolation pass.
DeviceOutcome run_device(const DeviceRun& run, rtl::NetworkObserver* observer = nullptr);

/// The same point without devices, at level fast.
DeviceOutcome run_fast(const std::string& config);

}  // namespace flitscope::tb
