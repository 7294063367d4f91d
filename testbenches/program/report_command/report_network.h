#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace flitscope::tb {

/// The networks of a report's points, each once: names of the nodes, channels in the order of
/// `channels[].per_channel[]` of the results, and where the nodes are drawn.
class ReportNetworks {
public:
    /// Number of the network that this result lists the channels of; none: it lists none. A
    /// topology that cannot be built here (its file is elsewhere) has no places.
    std::optional<std::size_t> of(const nlohmann::ordered_json& result);
    /// The same for a result that lists none: what another one of that topology listed.
    std::optional<std::size_t> known(const nlohmann::ordered_json& result) const;

    const nlohmann::ordered_json& list() const { return list_; }

private:
    nlohmann::ordered_json list_ = nlohmann::ordered_json::array();
    std::map<std::string, std::size_t> known_;  ///< by the section `topology`
};

}  // namespace flitscope::tb
