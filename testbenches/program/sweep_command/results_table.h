#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// Named columns and rows of numbers, truth values, texts, and nulls where there is nothing.
class ResultsTable {
public:
    using Row = std::vector<nlohmann::json>;

    explicit ResultsTable(const std::vector<std::string>& columns);

    /// Sets a cell of a row that is added later. A column of a new name comes behind that of the
    /// cell set before in this row.
    void set(Row& row, const std::string& column, const nlohmann::ordered_json& value);
    void add(Row row) { rows_.push_back(std::move(row)); }

    std::vector<std::string> columns() const;
    std::size_t rows() const { return rows_.size(); }
    const nlohmann::json& cell(std::size_t row, std::size_t column) const;

    /// What the text of the points of a sweep begins with, in front of a separator.
    static constexpr std::string_view kTextMark = "hash";
    /// Names in the first line, empty where there is no value, quoted as in RFC 4180, with this
    /// separator: a comma, or a tab.
    std::string text(char separator) const;

private:
    std::vector<std::string> names_;  ///< as they came, which is how rows have them
    std::map<std::string, std::size_t, std::less<>> index_;  ///< in names_
    std::vector<std::size_t> order_;                         ///< of columns, in names_
    std::size_t previous_ = 0;                               ///< set last, in names_
    std::vector<Row> rows_;
};

/// `text` in double quotes, with those in it doubled, as RFC 4180 and SQL have it.
std::string quoted(const std::string& text);

/// All finished points of a sweep, in axis order: `hash`, a column per key of an axis, `seed`,
/// `series`, then every figure of the results by its dotted name ("latency.unicast.mean"; of
/// channels with the class between: "channels.injection.utilisation"), `performance` last. Lists
/// (per_channel, time series) are not in it. Names damaged files in `damaged`.
ResultsTable points_table(const ResultsDirectory& results, std::vector<DamagedFile>& damaged);

/// The finished searches of a sweep: a column per key of an axis but the load, `seed`, `series`,
/// and what they found, as docs/campaigns.md names it.
ResultsTable saturation_table(const ResultsDirectory& results);

}  // namespace flitscope::tb
