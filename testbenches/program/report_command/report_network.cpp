#include "testbenches/program/report_command/report_network.h"

#include <cmath>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/network_layout/network_layout.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json rounded(double value) { return std::round(value * 1000) / 1000; }

/// Channels as [from, to, number of the class], and the names of the routers.
void add_links(const Json& result, Json& network) {
    std::map<int, std::string> names;
    const auto note = [&](const Json& node, const Json& coordinates) {
        const std::string id = std::to_string(node.get<int>());
        std::string place;
        for (const Json& coordinate : coordinates) {
            place += (place.empty() ? "" : ",") + std::to_string(coordinate.get<int>());
        }
        names[node] = coordinates.size() > 1 ? id + " (" + place + ")" : id;
    };
    for (const Json& one : result.at("channels")) {
        if (!one.contains("per_channel")) {
            continue;
        }
        bool used = false;
        for (const Json& each : one.at("per_channel")) {
            if (each.contains("from")) {
                used = true;
                note(each.at("from"), each.at("from_coordinates"));
                note(each.at("to"), each.at("to_coordinates"));
                network["channels"].push_back(
                    {each.at("from"), each.at("to"), network["classes"].size()});
            }
        }
        if (used) {
            network["classes"].push_back(one.at("class"));
        }
    }
    for (const auto& [node, text] : names) {
        while (network["names"].size() <= static_cast<std::size_t>(node)) {
            network["names"].push_back(std::to_string(network["names"].size()));
        }
        network["names"][static_cast<std::size_t>(node)] = text;
    }
}

/// What is drawn: places of nodes, a fourth number at channels that are arcs, planes, captions and
/// labels.
void add_layout(const NetworkLayout& layout, Json& network) {
    const auto at = [](const NetworkLayout::Place& place) {
        return Json{rounded(place.x), rounded(place.y)};
    };
    for (const NetworkLayout::Place& place : layout.places) {
        network["places"].push_back(at(place));
    }
    for (Json& channel : network["channels"]) {
        if (layout.is_arc(channel[0], channel[1])) {
            channel.push_back(1);
        }
    }
    for (const std::vector<NetworkLayout::Place>& plane : layout.planes) {
        Json corners = Json::array();
        for (const NetworkLayout::Place& corner : plane) {
            corners.push_back(at(corner));
        }
        network["planes"].push_back(corners);
    }
    for (const NetworkLayout::Caption& caption : layout.captions) {
        Json words = at(caption.place);
        words.push_back(caption.text);
        network["captions"].push_back(words);
    }
    network["labels"] = layout.names;
    network["width"] = rounded(layout.width);
    network["height"] = rounded(layout.height);
}

void add_places(const Json& result, Json& network) {
    const Json section = {{"topology", result.at("config").at("topology")}};
    try {
        const ExperimentConfig config =
            parse_config("topology", section.dump(), {}, ConfigUse::graph);
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        add_layout(lay_out(*topology), network);
        for (topo::RouterId router = 0;
             !topology->one_node_per_router() && router < topology->routers(); ++router) {
            network["nodes"].push_back(topology->nodes_at(router));
        }
    } catch (const ConfigError&) {
        return;
    } catch (const OptionError&) {
        return;
    }
}

}  // namespace

std::optional<std::size_t> ReportNetworks::known(const Json& result) const {
    const auto found = known_.find(result.at("config").at("topology").dump());
    return found == known_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> ReportNetworks::of(const Json& result) {
    if (!result.contains("channels")) {  // of a model
        return std::nullopt;
    }
    const bool listed = std::any_of(result.at("channels").begin(), result.at("channels").end(),
                                    [](const Json& one) { return one.contains("per_channel"); });
    if (!listed) {
        return std::nullopt;
    }
    if (const auto number = known(result)) {
        return number;
    }
    Json network = {{"names", Json::array()},
                    {"classes", Json::array()},
                    {"channels", Json::array()},
                    {"places", Json::array()},
                    {"captions", Json::array()},
                    {"planes", Json::array()},
                    {"labels", Json::array()},
                    {"width", 0},
                    {"height", 0}};
    add_links(result, network);
    add_places(result, network);
    list_.push_back(std::move(network));
    return known_[result.at("config").at("topology").dump()] = list_.size() - 1;
}

}  // namespace flitscope::tb
