#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flitscope {

/// The parts of `text` between separators, without blanks around them.
std::vector<std::string> split(const std::string& text, char separator);

/// A file of rows with named fields, read line by line. CSV: the first line names the columns;
/// fields left empty are absent. Errors are OptionError ("file") with path and line.
class RowFile {
public:
    using Fields = std::map<std::string, std::string>;

    /// `columns`: the allowed columns. Throws if the file cannot be opened.
    RowFile(std::string path, std::vector<std::string> columns);

    /// Reads the next line that is not blank; false: there is none. Throws if it cannot be read.
    bool next(std::string& text);
    /// Of the last line.
    int line() const { return line_; }
    /// A line of CSV; none: it names the columns.
    std::optional<Fields> csv(const std::string& text);
    /// Call it at the end of a CSV file: throws if no line named the columns.
    void check_header() const;
    /// Throws for an unknown column.
    void check_column(const std::string& name) const;
    /// A whole number least..most; `otherwise` if the field is absent. Throws otherwise, also if it
    /// is absent and `otherwise` is out of range.
    std::int64_t number(const Fields& fields, const std::string& key, std::int64_t least,
                        std::int64_t most, std::int64_t otherwise) const;
    /// Throws OptionError: path, line (0: the last one), what.
    [[noreturn]] void fail(const std::string& what, int line = 0) const;

private:
    std::string path_;
    std::vector<std::string> columns_;
    std::ifstream in_;
    int line_ = 0;
    std::vector<std::string> header_;
};

}  // namespace flitscope
