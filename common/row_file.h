#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flitscope {

/// `text` at every separator, without blanks around the parts.
std::vector<std::string> split(const std::string& text, char separator);

/// A file of rows with named fields, read line by line. CSV: the first line names the columns;
/// fields left empty are absent. Errors are OptionError ("file") with path and line.
class RowFile {
public:
    using Fields = std::map<std::string, std::string>;

    /// `columns`: those that there may be. Throws when the file cannot be opened.
    RowFile(std::string path, std::vector<std::string> columns);

    /// The next line that is not blank; false: there is none. Throws when it cannot be read.
    bool next(std::string& text);
    /// Of the last line.
    int line() const { return line_; }
    /// A line of CSV; none: it names the columns.
    std::optional<Fields> csv(const std::string& text);
    /// At the end of a file of CSV: throws where no line named the columns.
    void check_header() const;
    /// Throws for an unknown column.
    void check_column(const std::string& name) const;
    /// A whole number least..most; `otherwise` where the field is absent. Throws, also where it is
    /// absent and `otherwise` is none of them.
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
