#include "testbenches/program/sweep_command/results_table.h"

#include <algorithm>

#include "testbenches/drive/campaign/search_state.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

void append_cell(std::string& text, const nlohmann::json& value, char separator) {
    if (value.is_null()) {
        return;
    }
    if (!value.is_string()) {
        text += value.dump();
        return;
    }
    const auto& word = value.get_ref<const std::string&>();
    const char special[] = {separator, '"', '\r', '\n', '\0'};
    text += word.find_first_of(special) == std::string::npos ? word : quoted(word);
}

/// The columns that say which point it is.
void set_values(ResultsTable& table, ResultsTable::Row& row, const Json& values,
                const std::string& series) {
    for (const auto& [key, value] : values.items()) {
        table.set(row, key, value.is_structured() ? Json(value.dump()) : value);
    }
    table.set(row, "series", series);
}

/// One load is named where it was found to the precision asked for; else there are its limits.
void set_saturation(ResultsTable& table, ResultsTable::Row& row, const SearchState& search,
                    std::int64_t max_cycles) {
    const Saturation found = saturation_of(search.search, search.measured);
    const bool is_found = found.high && found.state != RunState::undecided;
    table.set(row, "load", is_found ? Json((found.low + *found.high) / 2) : Json());
    table.set(row, "precision", is_found ? Json(found.width()) : Json());
    table.set(row, "load_low", found.low);
    table.set(row, "load_high", found.high ? Json(*found.high) : Json());
    table.set(row, "state", name_of(found.state));
    const auto carried = search.measured.find(found.low);
    table.set(row, "throughput",
              carried != search.measured.end() ? Json(carried->second.accepted) : Json());
    const auto& capacity = search.measured.begin()->second.capacity;
    table.set(row, "capacity", capacity ? Json(*capacity) : Json());
    table.set(row, "cycles_needed",
              found.state == RunState::undecided
                  ? Json(cycles_needed(search.search, found, max_cycles))
                  : Json());
}

void add_column(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
}

}  // namespace

ResultsTable::ResultsTable(const std::vector<std::string>& columns) : names_(columns) {
    for (std::size_t i = 0; i < names_.size(); ++i) {
        index_.emplace(names_[i], i);
        order_.push_back(i);
    }
}

void ResultsTable::set(Row& row, const std::string& column, const Json& value) {
    const auto [found, added] = index_.emplace(column, names_.size());
    if (added) {
        names_.push_back(column);
        const auto behind =
            row.empty() ? order_.end() : std::find(order_.begin(), order_.end(), previous_) + 1;
        order_.insert(behind, found->second);
    }
    previous_ = found->second;
    if (row.size() <= found->second) {
        row.resize(found->second + 1);
    }
    row[found->second] = value;
}

std::vector<std::string> ResultsTable::columns() const {
    std::vector<std::string> names;
    for (const std::size_t each : order_) {
        names.push_back(names_[each]);
    }
    return names;
}

const nlohmann::json& ResultsTable::cell(std::size_t row, std::size_t column) const {
    static const nlohmann::json none;
    const std::size_t place = order_[column];
    return place < rows_[row].size() ? rows_[row][place] : none;
}

std::string ResultsTable::text(char separator) const {
    std::string text;
    for (const std::string& name : columns()) {
        text += text.empty() ? std::string() : std::string(1, separator);
        append_cell(text, name, separator);
    }
    text += "\n";
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::size_t column = 0; column < order_.size(); ++column) {
            if (column > 0) {
                text += separator;
            }
            append_cell(text, cell(row, column), separator);
        }
        text += "\n";
    }
    return text;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char each : text) {
        result += each == '"' ? std::string("\"\"") : std::string(1, each);
    }
    return result + "\"";
}

ResultsTable points_table(const ResultsDirectory& results, std::vector<DamagedFile>& damaged) {
    const SweepFile sweep = results.sweep();
    std::vector<std::string> names = {"hash"};
    for (const std::string& key : sweep.keys()) {
        add_column(names, key);
    }
    if (sweep.search) {
        add_column(names, kLoadKey);
    }
    add_column(names, "seed");
    add_column(names, "series");
    ResultsTable table(names);
    std::vector<std::pair<std::pair<std::int64_t, double>, ResultsTable::Row>> rows;
    results.each_point(
        [&](const StoredPoint& stored) {
            ResultsTable::Row row;
            table.set(row, "hash", stored.hash);
            const Json& values = stored.json.at("point");
            set_values(table, row, values, stored.json.at("series_name"));
            for (const auto& [figure, value] : figures_of(stored.json)) {
                if (values.count(figure.substr(0, figure.find('.'))) == 0) {
                    table.set(row, figure, value);
                }
            }
            rows.emplace_back(stored.place(), std::move(row));
        },
        &damaged);
    std::sort(rows.begin(), rows.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [place, row] : rows) {
        table.add(std::move(row));
    }
    return table;
}

ResultsTable saturation_table(const ResultsDirectory& results) {
    const SweepPoints points(results.sweep(), results.program());
    std::vector<std::string> names;
    for (const std::string& key : points.sweep().keys()) {
        if (key != kLoadKey) {
            names.push_back(key);
        }
    }
    for (const char* const name : {"seed", "series", "load", "precision", "load_low", "load_high",
                                   "state", "throughput", "capacity", "cycles_needed"}) {
        add_column(names, name);
    }
    ResultsTable table(names);
    for (const auto& [number, state] : finished_searches(stored_loads(results), points)) {
        SweepPoint first = points.at(number, state.measured.begin()->first);
        first.values.erase(kLoadKey);
        ResultsTable::Row row;
        set_values(table, row, first.values, first.series);
        set_saturation(table, row, state, first.config.measure.max_cycles);
        table.add(std::move(row));
    }
    return table;
}

}  // namespace flitscope::tb
