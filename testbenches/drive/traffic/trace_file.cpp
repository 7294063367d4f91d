#include "testbenches/drive/traffic/trace_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "topologies/options.h"
#include "topologies/row_file.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMaxCycle = std::int64_t{1} << 53;
constexpr std::int64_t kMaxLength = 1 << 20;

using topo::RowFile;
using topo::split;
using Fields = RowFile::Fields;

class TraceReader {
public:
    TraceReader(const std::string& path, const TraceLimits& limits)
        : file_(path,
                {"id", "cycle", "source", "destination", "length", "class", "after", "delay"}),
          limits_(limits),
          csv_(form_of(path) == ".csv") {}

    std::vector<TraceRow> read() {
        for (std::string text; file_.next(text);) {
            const std::optional<Fields> fields = csv_ ? file_.csv(text) : json_fields(text);
            if (fields) {
                add(*fields);
            }
        }
        if (csv_) {
            file_.check_header();
        }
        join_dependencies();
        refuse_circles();
        return std::move(rows_);
    }

private:
    static std::string form_of(const std::string& path) {
        const std::string form = std::filesystem::path(path).extension();
        if (form != ".csv" && form != ".jsonl") {
            throw topo::OptionError("file", path + ": must be a .csv or .jsonl file");
        }
        return form;
    }

    [[noreturn]] void fail(const std::string& what, int line = 0) const { file_.fail(what, line); }

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
            file_.check_column(key);
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
        return file_.number(fields, key, least, most, otherwise);
    }

    void add(const Fields& fields) {
        TraceRow row;
        row.line = file_.line();
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

    RowFile file_;
    TraceLimits limits_;
    bool csv_;
    std::vector<TraceRow> rows_;
    std::unordered_map<std::string, std::size_t> by_id_;
    std::vector<std::pair<std::size_t, std::vector<std::string>>> waits_;  ///< row, ids
};

}  // namespace

std::vector<TraceRow> read_trace(const std::string& path, const TraceLimits& limits) {
    return TraceReader(path, limits).read();
}

std::string trace_header() { return "id,cycle,source,destination,length,class\n"; }

namespace {

std::string line_of(const std::string& id, std::initializer_list<std::int64_t> values) {
    std::string line = id;
    for (const std::int64_t value : values) {
        line += "," + std::to_string(value);
    }
    return line + "\n";
}

}  // namespace

std::string trace_line(const rtl::Message& message) {
    return line_of(std::to_string(message.id),
                   {message.generated, message.source, message.destination, message.length,
                    message.message_class});
}

std::string trace_text(const std::vector<TraceRow>& rows) {
    std::string text = trace_header();
    for (const TraceRow& row : rows) {
        text += line_of(row.id,
                        {row.cycle, row.source, row.destination, row.length, row.message_class});
    }
    return text;
}

}  // namespace flitscope::tb
