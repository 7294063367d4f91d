#include "common/row_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "common/options.h"

namespace flitscope {

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find(separator, begin);
        std::string part = text.substr(begin, end == std::string::npos ? end : end - begin);
        const std::size_t first = part.find_first_not_of(" \t\r");
        const std::size_t last = part.find_last_not_of(" \t\r");
        parts.push_back(first == std::string::npos ? "" : part.substr(first, last - first + 1));
    }
    return parts;
}

RowFile::RowFile(std::string path, std::vector<std::string> columns)
    : path_(std::move(path)), columns_(std::move(columns)), in_(path_, std::ios::binary) {
    if (!in_) {
        fail(std::string("cannot be opened: ") + std::strerror(errno));
    }
}

bool RowFile::next(std::string& text) {
    while (std::getline(in_, text)) {
        ++line_;
        if (line_ == 1 && text.compare(0, 3, "\xEF\xBB\xBF") == 0) {
            text.erase(0, 3);  // the byte order mark that spreadsheets write
        }
        if (text.find_first_not_of(" \t\r") != std::string::npos) {
            return true;
        }
    }
    if (in_.bad()) {
        fail(std::string("cannot be read: ") + std::strerror(errno), 0);
    }
    return false;
}

std::optional<RowFile::Fields> RowFile::csv(const std::string& text) {
    const std::vector<std::string> values = split(text, ',');
    if (header_.empty()) {
        for (const std::string& name : values) {
            check_column(name);
            if (std::count(values.begin(), values.end(), name) > 1) {
                fail(name + ": given twice");
            }
        }
        header_ = values;
        return std::nullopt;
    }
    if (values.size() != header_.size()) {
        fail(std::to_string(values.size()) + " values, the first line names " +
             std::to_string(header_.size()));
    }
    Fields fields;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i].empty()) {
            fields[header_[i]] = values[i];
        }
    }
    return fields;
}

void RowFile::check_header() const {
    if (header_.empty()) {
        fail("no line with the names of columns");
    }
}

void RowFile::check_column(const std::string& name) const {
    if (std::find(columns_.begin(), columns_.end(), name) == columns_.end()) {
        std::string accepted;
        for (const std::string& each : columns_) {
            accepted += (accepted.empty() ? "" : ", ") + each;
        }
        fail(name + ": unknown column; accepted: " + accepted);
    }
}

std::int64_t RowFile::number(const Fields& fields, const std::string& key, std::int64_t least,
                             std::int64_t most, std::int64_t otherwise) const {
    const auto found = fields.find(key);
    if (found == fields.end()) {
        if (otherwise < least) {
            fail(key + ": missing");
        }
        return otherwise;
    }
    const std::string& text = found->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
        fail(key + " = " + text + ": must be a whole number " + std::to_string(least) + ".." +
             std::to_string(most));
    }
    return value;
}

void RowFile::fail(const std::string& what, int line) const {
    line = line == 0 ? line_ : line;
    throw OptionError("file", path_ + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + what);
}

}  // namespace flitscope
