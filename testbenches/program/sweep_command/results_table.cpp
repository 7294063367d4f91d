#include "testbenches/program/sweep_command/results_table.h"

#include <algorithm>
#include <set>

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Of a stored point: no figures, or figures that have a column already.
const std::set<std::string> kNoFigures = {"flitscope", "config",      "commit", "point",
                                          "series",    "series_name", "number", "checksum"};

void append_csv(std::string& text, const nlohmann::json& value) {
    if (value.is_null()) {
        return;
    }
    if (!value.is_string()) {
        text += value.dump();
        return;
    }
    const auto& word = value.get_ref<const std::string&>();
    if (word.find_first_of(",\"\r\n") == std::string::npos) {
        text += word;
        return;
    }
    text += '"';
    for (const char each : word) {
        text += each == '"' ? std::string("\"\"") : std::string(1, each);
    }
    text += '"';
}

}  // namespace

ResultsTable::ResultsTable(const ResultsDirectory& results, std::vector<std::string>& damaged) {
    std::vector<std::string> names = {"hash"};
    for (const std::string& key : results.sweep().keys()) {
        names.push_back(key);
    }
    for (const char* const name : {"seed", "series"}) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.emplace_back(name);
        }
    }
    for (const std::string& name : names) {
        index_.emplace(name, columns_.size());
        columns_.push_back(name);
    }
    results.each_point(
        [this](const StoredPoint& stored) {
            Row row{stored.number, {}};
            row.cells.reserve(columns_.size());
            set(row, "hash", stored.hash);
            for (const auto& [key, value] : stored.point.items()) {
                set(row, key, value.is_structured() ? Json(value.dump()) : value);
            }
            set(row, "series", stored.series);
            for (const auto& [key, value] : stored.result.items()) {
                if (kNoFigures.count(key) == 0 && stored.point.count(key) == 0) {
                    add_figures(row, key, value);
                }
            }
            rows_.push_back(std::move(row));
        },
        &damaged);
    std::sort(rows_.begin(), rows_.end(),
              [](const Row& a, const Row& b) { return a.number < b.number; });
}

void ResultsTable::set(Row& row, const std::string& column, const Json& value) {
    const auto [found, added] = index_.emplace(column, columns_.size());
    if (added) {
        columns_.push_back(column);
    }
    if (row.cells.size() <= found->second) {
        row.cells.resize(found->second + 1);
    }
    row.cells[found->second] = value;
}

void ResultsTable::add_figures(Row& row, const std::string& name, const Json& value) {
    if (value.is_object()) {
        for (const auto& [key, each] : value.items()) {
            add_figures(row, name + "." + key, each);
        }
    } else if (name == "channels") {
        for (const Json& each : value) {
            for (const auto& [key, figure] : each.items()) {
                if (key != "class") {
                    add_figures(row, name + "." + each["class"].get<std::string>() + "." + key,
                                figure);
                }
            }
        }
    } else if (!value.is_array()) {
        set(row, name, value);
    }
}

const nlohmann::json& ResultsTable::cell(std::size_t row, std::size_t column) const {
    static const nlohmann::json none;
    const std::vector<nlohmann::json>& cells = rows_[row].cells;
    return column < cells.size() ? cells[column] : none;
}

std::string ResultsTable::csv() const {
    std::string text;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        text += column == 0 ? "" : ",";
        append_csv(text, columns_[column]);
    }
    text += "\n";
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            text += column == 0 ? "" : ",";
            append_csv(text, cell(row, column));
        }
        text += "\n";
    }
    return text;
}

}  // namespace flitscope::tb
