#include "testbenches/drive/campaign/stored_point.h"

#include <set>

#include "testbenches/drive/campaign/content_hash.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Ends the file, behind the hash of everything in front of it.
constexpr const char* kChecksumBegin = ",\n  \"checksum\": \"";
constexpr const char* kChecksumEnd = "\"\n}\n";

/// No figures, or figures of which the point says more.
const std::set<std::string> kNoFigures = {"flitscope", "config",      "commit", "point",   "files",
                                          "series",    "series_name", "number", "checksum"};

using Figures = std::vector<std::pair<std::string, Json>>;

void add_figures(Figures& figures, const std::string& name, const Json& value) {
    if (value.is_object()) {
        for (const auto& [key, each] : value.items()) {
            add_figures(figures, name + "." + key, each);
        }
    } else if (name == "channels") {
        for (const Json& each : value) {
            for (const auto& [key, figure] : each.items()) {
                if (key != "class") {
                    add_figures(figures,
                                name + "." + each.at("class").get<std::string>() + "." + key,
                                figure);
                }
            }
        }
    } else if (!value.is_array()) {
        figures.emplace_back(name, value);
    } else if (name == "blocking" || name.rfind("model.", 0) == 0) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            figures.emplace_back(name + "." + std::to_string(i), value[i]);
        }
    }
}

}  // namespace

std::pair<std::int64_t, double> StoredPoint::place() const {
    const Json load = json.at("point").value(kLoadKey, Json());
    return {number(), load.is_number() ? load.get<double>() : 0};
}

std::string stored_text(const SweepPoint& point, const std::string& sweep, Json result) {
    result["commit"] = this_program().commit;
    result["sweep"] = sweep;
    result["point"] = point.values;
    result["series_name"] = point.series;
    result["number"] = point.number;
    if (!point.files.empty()) {
        result["files"] = point.files;
    }
    std::string text = result.dump(2);
    text.erase(text.rfind("\n}"));
    return text + kChecksumBegin + content_hash(text) + kChecksumEnd;
}

StoredPoint parse_stored(const std::string& text) {
    const std::size_t end = text.rfind(kChecksumBegin);
    if (end == std::string::npos) {
        throw DamagedPoint("no checksum: truncated, or no point of a sweep");
    }
    if (text.substr(end) !=
        kChecksumBegin + content_hash(std::string_view(text).substr(0, end)) + kChecksumEnd) {
        throw DamagedPoint("the checksum does not fit: truncated or edited");
    }
    try {
        Json json = Json::parse(text);
        for (const char* const key : {"sweep", "series_name"}) {
            json.at(key).get<std::string>();
        }
        json.at("number").get<std::int64_t>();
        json.at("point");
        std::string hash = point_hash(json.at("config"), json.value("files", Json::object()),
                                      {json.at("flitscope"), json.at("commit")});
        return {std::move(hash), std::move(json)};
    } catch (const Json::exception& error) {
        throw DamagedPoint(std::string("no point of a sweep: ") + error.what());
    }
}

Figures figures_of(const Json& result) {
    Figures figures;
    for (const auto& [key, value] : result.items()) {
        if (kNoFigures.count(key) == 0) {
            add_figures(figures, key, value);
        }
    }
    return figures;
}

RunState state_of(const nlohmann::ordered_json& result) {
    if (const auto state = result.find("state"); state != result.end() && state->is_string()) {
        return run_state(state->get<std::string>());
    }
    if (result.contains("deadlock")) {
        return RunState::deadlock;
    }
    return result.value("saturated", false) ? RunState::saturated : RunState::stable;
}

std::vector<std::string> texts_of(const std::vector<DamagedFile>& damaged) {
    std::vector<std::string> texts;
    for (const DamagedFile& each : damaged) {
        texts.push_back(each.text());
    }
    return texts;
}

}  // namespace flitscope::tb
