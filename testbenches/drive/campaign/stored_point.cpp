#include "testbenches/drive/campaign/stored_point.h"

#include "testbenches/drive/campaign/content_hash.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Ends the file, behind the hash of everything in front of it.
constexpr const char* kChecksumBegin = ",\n  \"checksum\": \"";
constexpr const char* kChecksumEnd = "\"\n}\n";

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
