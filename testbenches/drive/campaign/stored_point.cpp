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
    const auto load = point.find(kLoadKey);
    return {number, load != point.end() && load->is_number() ? load->get<double>() : 0};
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
        StoredPoint stored;
        stored.result = Json::parse(text);
        stored.program = {stored.result.at("flitscope"), stored.result.at("commit")};
        stored.sweep = stored.result.at("sweep");
        stored.number = stored.result.at("number");
        stored.series = stored.result.at("series_name");
        stored.point = stored.result.at("point");
        stored.files = stored.result.value("files", Json::object());
        stored.hash = point_hash(stored.result.at("config"), stored.files, stored.program);
        return stored;
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
