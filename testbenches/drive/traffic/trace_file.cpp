#include "testbenches/drive/traffic/trace_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "topologies/options.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMaxCycle = std::int64_t{1} << 53;
constexpr std::int64_t kMaxLength = 1 << 20;

using Fields = std::map<std::string, std::string>;

const std::vector<std::string>& columns() {
    static const std::vector<std::string> names = {"id",     "cycle", "source", "destination",
                                                   "length", "class", "after",  "delay"};
    return names;
}

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

class TraceReader {
public:
    TraceReader(std::string path, const TraceLimits& limits)
        : path_(std::move(path)), limits_(limits) {}

    std::vector<TraceRow> read() {
        const std::string form = std::filesystem::path(path_).extension();
        const bool csv = form == ".csv";
        if (!csv && form != ".jsonl") {
            fail("must be a .csv or .jsonl file");
        }
        std::ifstream in(path_, std::ios::binary);
        if (!in) {
            fail("cannot be opened");
        }
        for (std::string text; std::getline(in, text);) {
            ++line_;
            if (text.find_first_not_of(" \t\r") == std::string::npos) {
                continue;
            }
            if (!csv) {
                add(json_fields(text));
            } else if (header_.empty()) {
                read_header(text);
            } else {
                add(csv_fields(text));
            }
        }
        if (in.bad()) {
            fail("cannot be read");
        }
        join_dependencies();
        refuse_circles();
        return std::move(rows_);
    }

private:
    [[noreturn]] void fail(const std::string& what, int line = 0) const {
        line = line == 0 ? line_ : line;
        throw topo::OptionError(
            "file", path_ + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + what);
    }

    void check_column(const std::string& name) const {
        if (std::find(columns().begin(), columns().end(), name) == columns().end()) {
            fail(name +
                 ": unknown column; accepted: id, cycle, source, destination, length, "
                 "class, after, delay");
        }
    }

    void read_header(const std::string& text) {
        header_ = split(text, ',');
        for (const std::string& name : header_) {
            check_column(name);
            if (std::count(header_.begin(), header_.end(), name) > 1) {
                fail(name + ": given twice");
            }
        }
    }

    Fields csv_fields(const std::string& text) const {
        const std::vector<std::string> values = split(text, ',');
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

    Fields json_fields(const std::string& text) const {
        const auto json = nlohmann::json::parse(text, nullptr, false);
        if (!json.is_object()) {
            fail("must be a JSON object");
        }
        const auto word = [this](const std::string& key, const nlohmann::json& value) {
            if (!value.is_string() && !value.is_number_integer()) {
                fail(key + ": must be a number or a text");
            }
            return value.is_string() ? value.get<std::string>() : value.dump();
        };
        Fields fields;
        for (const auto& [key, value] : json.items()) {
            check_column(key);
            if (key != "after" || !value.is_array()) {
                fields[key] = word(key, value);
                continue;
            }
            std::string ids;
            for (const auto& each : value) {
                ids += (ids.empty() ? "" : ";") + word(key, each);
            }
            fields[key] = ids;
        }
        return fields;
    }

    std::int64_t number(const Fields& fields, const std::string& key, std::int64_t least,
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
        if (error != std::errc() || end != text.data() + text.size() || value < least ||
            value > most) {
            fail(key + " = " + text + ": must be a whole number " + std::to_string(least) + ".." +
                 std::to_string(most));
        }
        return value;
    }

    void add(const Fields& fields) {
        TraceRow row;
        row.line = line_;
        const auto id = fields.find("id");
        if (id == fields.end() || id->second.empty()) {
            fail("id: missing");
        }
        row.id = id->second;
        if (!by_id_.emplace(row.id, rows_.size()).second) {
            fail("id = " + row.id + ": given twice");
        }
        row.cycle = number(fields, "cycle", 0, kMaxCycle, -1);
        if (!rows_.empty() && row.cycle < rows_.back().cycle) {
            fail("cycle = " + std::to_string(row.cycle) + ": before that of the line above, " +
                 std::to_string(rows_.back().cycle));
        }
        row.source = static_cast<topo::NodeId>(number(fields, "source", 0, limits_.nodes - 1, -1));
        const auto to = fields.find("destination");
        if (to != fields.end() && to->second.find(';') != std::string::npos) {
            fail("destination = " + to->second + ": not in this version: several destinations");
        }
        row.destination =
            static_cast<topo::NodeId>(number(fields, "destination", 0, limits_.nodes - 1, -1));
        row.length = static_cast<std::uint32_t>(number(fields, "length", 1, kMaxLength, -1));
        row.message_class =
            static_cast<int>(number(fields, "class", 0, limits_.message_classes - 1, 0));
        row.delay = number(fields, "delay", 0, kMaxCycle, 0);
        const auto after = fields.find("after");
        if (after != fields.end()) {
            waits_.push_back({rows_.size(), split(after->second, ';')});
        } else if (row.delay > 0) {
            fail("delay = " + std::to_string(row.delay) + ": without after");
        }
        rows_.push_back(std::move(row));
    }

    void join_dependencies() {
        for (const auto& [index, ids] : waits_) {
            for (const std::string& id : ids) {
                const auto found = by_id_.find(id);
                if (found == by_id_.end()) {
                    fail("after = " + id + ": no such message", rows_[index].line);
                }
                rows_[index].after.push_back(found->second);
            }
        }
    }

    /// Takes away messages that wait for nobody, again and again; what is left waits in a circle.
    void refuse_circles() const {
        std::vector<std::size_t> waits(rows_.size());
        std::vector<std::vector<std::size_t>> behind(rows_.size());
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            waits[i] = rows_[i].after.size();
            for (const std::size_t first : rows_[i].after) {
                behind[first].push_back(i);
            }
            if (waits[i] == 0) {
                open.push_back(i);
            }
        }
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            for (const std::size_t next : behind[i]) {
                if (--waits[next] == 0) {
                    open.push_back(next);
                }
            }
        }
        const auto stuck = std::find_if(waits.begin(), waits.end(), [](auto n) { return n > 0; });
        if (stuck != waits.end()) {
            const TraceRow& row = rows_[static_cast<std::size_t>(stuck - waits.begin())];
            fail("after: message " + row.id + " waits for itself in a circle", row.line);
        }
    }

    std::string path_;
    TraceLimits limits_;
    int line_ = 0;
    std::vector<std::string> header_;
    std::vector<TraceRow> rows_;
    std::unordered_map<std::string, std::size_t> by_id_;
    std::vector<std::pair<std::size_t, std::vector<std::string>>> waits_;  ///< row, ids
};

}  // namespace

std::vector<TraceRow> read_trace(const std::string& path, const TraceLimits& limits) {
    return TraceReader(path, limits).read();
}

std::string trace_header() { return "id,cycle,source,destination,length,class\n"; }

std::string trace_line(const rtl::Message& message) {
    std::string line;
    for (const std::int64_t value :
         {static_cast<std::int64_t>(message.id), static_cast<std::int64_t>(message.generated),
          std::int64_t{message.source}, std::int64_t{message.destination},
          std::int64_t{message.length}, std::int64_t{message.message_class}}) {
        line += (line.empty() ? "" : ",") + std::to_string(value);
    }
    return line + "\n";
}

}  // namespace flitscope::tb
