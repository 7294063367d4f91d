#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// All finished points of a sweep as one table, in axis order: `hash`, a column per key of an axis,
/// `seed`, `series`, then every figure of the results by its dotted name ("latency.unicast.mean";
/// of channels with the class between: "channels.injection.utilisation"), `performance` last. Lists
/// (per_channel, time series) are not in it.
class ResultsTable {
public:
    /// Names damaged files in `damaged`.
    ResultsTable(const ResultsDirectory& results, std::vector<std::string>& damaged);

    /// No two are equal, in upper or lower case.
    const std::vector<std::string>& columns() const { return columns_; }
    std::size_t rows() const { return rows_.size(); }
    /// A number, a truth value, text, or null where the point has no such figure.
    const nlohmann::json& cell(std::size_t row, std::size_t column) const;

    /// Comma-separated (RFC 4180), names in the first line, empty where there is no value.
    std::string csv() const;

private:
    struct Row {
        std::int64_t number;
        std::vector<nlohmann::json> cells;  ///< may end early
    };
    void set(Row& row, const std::string& column, const nlohmann::ordered_json& value);
    void add_figures(Row& row, const std::string& name, const nlohmann::ordered_json& value);

    std::vector<std::string> columns_;
    std::map<std::string, std::size_t, std::less<>> index_;
    std::vector<Row> rows_;
};

}  // namespace flitscope::tb
