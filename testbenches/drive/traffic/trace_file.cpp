#include "testbenches/drive/traffic/trace_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "common/options.h"
#include "common/row_file.h"
#include "testbenches/drive/traffic/repeated_key.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMaxCycle = std::int64_t{1} << 53;
constexpr std::int64_t kMaxLength = 1 << 20;
constexpr const char* kAll = "all";                // destinations of a broadcast
constexpr const char* kCollective = "collective";  // of an operation of all nodes together

/// The first row of a circle of rows that wait for each other; none: there is no circle. Takes away
/// rows that wait for nobody, again and again; what is left waits in a circle, or for one.
std::optional<std::size_t> first_in_circle(const Trace& trace) {
    TraceOrder order(trace);
    std::vector<std::size_t> open;
    for (std::size_t row = 0; row < order.waits.size(); ++row) {
        if (order.waits[row] == 0) {
            open.push_back(row);
        }
    }
    while (!open.empty()) {
        const std::size_t gone = open.back();
        open.pop_back();
        for (const std::size_t row : order.behind[gone]) {
            if (--order.waits[row] == 0) {
                open.push_back(row);
            }
        }
    }
    const auto left = [&](std::size_t row) { return order.waits[row] > 0; };
    std::vector<std::size_t> next(trace.rows.size());  // [row that is left] one that it waits for
    std::optional<std::size_t> start;
    for (const Trace::Waits& each : trace.waits) {
        if (left(each.row)) {
            next[each.row] = *std::find_if(each.after.begin(), each.after.end(), left);
            start = start.value_or(each.row);
        }
    }
    if (!start) {
        return std::nullopt;
    }
    std::vector<bool> seen(trace.rows.size());
    std::size_t row = *start;
    for (; !seen[row]; row = next[row]) {
        seen[row] = true;
    }
    std::size_t first = row;
    for (std::size_t other = next[row]; other != row; other = next[other]) {
        first = std::min(first, other);
    }
    return first;
}

class TraceReader : RowFile {
public:
    TraceReader(const std::string& path, const TraceLimits& limits)
        : RowFile(path,
                  {"id", "cycle", "source", "destination", "length", "class", "after", "delay"}),
          limits_(limits),
          csv_(form_of(path) == ".csv") {}

    Trace read() {
        for (std::string text; next(text);) {
            const std::optional<Fields> fields = csv_ ? csv(text) : json_fields(text);
            if (fields) {
                add(*fields);
            }
        }
        if (csv_) {
            check_header();
        }
        join_dependencies();
        refuse_circles();
        return std::move(trace_);
    }

private:
    static std::string form_of(const std::string& path) {
        const std::string form = std::filesystem::path(path).extension();
        if (form != ".csv" && form != ".jsonl") {
            throw OptionError("file", path + ": must be a .csv or .jsonl file");
        }
        return form;
    }

    Fields json_fields(const std::string& text) const {
        const auto json = nlohmann::json::parse(text, nullptr, false);
        if (!json.is_object()) {
            fail("must be a JSON object");
        }
        if (const auto twice = repeated_key(text)) {
            fail(twice->path + ": given twice");
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
            if ((key != "after" && key != "destination") || !value.is_array()) {
                fields[key] = word(key, value);
                continue;
            }
            std::string joined;
            for (const auto& each : value) {
                const std::string item = word(key, each);
                if (item.empty() || item.find(';') != std::string::npos) {
                    fail(key + ": \"" + item + "\" in a list");
                }
                joined += (joined.empty() ? "" : ";") + item;
            }
            fields[key] = joined + (key == "destination" && value.size() == 1 ? ";" : "");
        }
        return fields;
    }

    void add(const Fields& fields) {
        TraceRow row;
        row.line = line();
        const auto id = fields.find("id");
        if (id == fields.end() || id->second.empty()) {
            fail("id: missing");
        }
        row.id = id->second;
        // A .csv file, which a replay may write, has no blanks around its values.
        if (row.id.find_first_of(",;\"\r\n") != std::string::npos ||
            split(row.id, ';').front() != row.id) {
            fail("id = " + row.id + ": must be without , ; \", line ends and blanks around it");
        }
        if (!by_id_.emplace(row.id, trace_.rows.size()).second) {
            fail("id = " + row.id + ": given twice");
        }
        const auto after = fields.find("after");
        if (after != fields.end() && !after->second.empty()) {
            row.after = split(after->second, ';');
        }
        row.delay = number(fields, "delay", 0, kMaxCycle, 0);
        if (row.after.empty() && row.delay > 0) {
            fail("delay = " + std::to_string(row.delay) + ": without after");
        }
        add_cycle(fields, row);
        row.source = static_cast<topo::NodeId>(number(fields, "source", 0, limits_.nodes - 1, -1));
        add_destination(fields, row);
        row.length = static_cast<std::uint32_t>(number(fields, "length", 1, kMaxLength, -1));
        row.message_class =
            static_cast<int>(number(fields, "class", 0, limits_.message_classes - 1, 0));
        if (row.operation == OperationKind::collective && row.message_class != 0) {
            fail("class = " + std::to_string(row.message_class) + ": collectives have class 0");
        }
        count(row);
        trace_.rows.push_back(std::move(row));
    }

    void count(const TraceRow& row) {
        Trace::Extent& extent =
            trace_.extents[row.operation ? index_of(*row.operation) : kOperationKinds];
        extent.shortest = extent.count == 0 ? row.length : std::min(extent.shortest, row.length);
        extent.longest = std::max(extent.longest, row.length);
        extent.most_destinations = std::max(extent.most_destinations, row.destinations.size());
        extent.all_destinations += row.destinations.size();
        ++extent.count;
    }

    /// Rows that wait for others may have any cycle; the others must be in order.
    void add_cycle(const Fields& fields, TraceRow& row) {
        if (!row.after.empty() && fields.count("cycle") == 0) {
            return;
        }
        row.cycle = number(fields, "cycle", 0, kMaxCycle, -1);
        if (!row.after.empty()) {
            return;
        }
        if (*row.cycle < last_cycle_) {
            fail("cycle = " + std::to_string(*row.cycle) + ": before that of a line above, " +
                 std::to_string(last_cycle_));
        }
        last_cycle_ = *row.cycle;
    }

    void add_destination(const Fields& fields, TraceRow& row) const {
        const auto to = fields.find("destination");
        const std::string text = to == fields.end() ? "" : to->second;
        if (text == kAll || text == kCollective) {
            row.operation = text == kAll ? OperationKind::broadcast : OperationKind::collective;
        } else if (text.find(';') == std::string::npos) {
            row.destination = node(fields);
        } else {
            row.operation = OperationKind::multicast;
            add_destinations(text, row);
        }
    }

    /// "5;" is a multicast to one node.
    void add_destinations(const std::string& text, TraceRow& row) const {
        std::vector<std::string> nodes = split(text, ';');
        if (nodes.size() == 2 && nodes.back().empty()) {
            nodes.pop_back();
        }
        std::vector<topo::NodeId>& all = row.destinations;
        for (const std::string& each : nodes) {
            all.push_back(node({{"destination", each}}));
        }
        std::sort(all.begin(), all.end());
        if (std::binary_search(all.begin(), all.end(), row.source)) {
            fail("destination = " + text + ": the source is among them");
        }
        const auto twice = std::adjacent_find(all.begin(), all.end());
        if (twice != all.end()) {
            fail("destination = " + text + ": node " + std::to_string(*twice) + " is named twice");
        }
    }

    topo::NodeId node(const Fields& fields) const {
        return static_cast<topo::NodeId>(number(fields, "destination", 0, limits_.nodes - 1, -1));
    }

    void join_dependencies() {
        for (std::size_t i = 0; i < trace_.rows.size(); ++i) {
            const TraceRow& row = trace_.rows[i];
            if (row.after.empty()) {
                continue;
            }
            trace_.waits.push_back({i, {}});
            for (const std::string& id : row.after) {
                const auto found = by_id_.find(id);
                if (found == by_id_.end()) {
                    fail("after = " + id + ": no such message", row.line);
                }
                trace_.waits.back().after.push_back(found->second);
            }
        }
    }

    void refuse_circles() const {
        if (const auto first = first_in_circle(trace_)) {
            const TraceRow& row = trace_.rows[*first];
            fail("after: message " + row.id + " waits for itself in a circle", row.line);
        }
    }

    TraceLimits limits_;
    bool csv_;
    Trace trace_;
    rtl::Cycle last_cycle_ = 0;  ///< of those that wait for no others
    std::unordered_map<std::string, std::size_t> by_id_;
};

}  // namespace

TraceOrder::TraceOrder(const Trace& trace) : behind(trace.rows.size()), waits(trace.rows.size()) {
    for (const Trace::Waits& each : trace.waits) {
        waits[each.row] = each.after.size();
        for (const std::size_t first : each.after) {
            behind[first].push_back(each.row);
        }
    }
}

std::uint32_t Trace::longest() const {
    std::uint32_t longest = 1;
    for (const Extent& extent : extents) {
        longest = std::max(longest, extent.longest);
    }
    return longest;
}

Trace read_trace(const std::string& path, const TraceLimits& limits) {
    return TraceReader(path, limits).read();
}

std::string trace_header() { return "id,cycle,source,destination,length,class,after,delay\n"; }

namespace {

template <typename Items, typename Text>
std::string joined(const Items& items, Text text) {
    std::string all;
    for (const auto& each : items) {
        all += (all.empty() ? "" : ";") + text(each);
    }
    return all;
}

std::string destination_text(const TraceRow& row) {
    if (!row.operation) {
        return std::to_string(row.destination);
    }
    switch (*row.operation) {
        case OperationKind::broadcast:
            return kAll;
        case OperationKind::collective:
            return kCollective;
        case OperationKind::multicast:
            break;
    }
    return joined(row.destinations, [](topo::NodeId node) { return std::to_string(node); }) +
           (row.destinations.size() == 1 ? ";" : "");
}

}  // namespace

std::string trace_line(const TraceRow& row) {
    std::string line = row.id + "," + (row.cycle ? std::to_string(*row.cycle) : "") + "," +
                       std::to_string(row.source) + "," + destination_text(row) + "," +
                       std::to_string(row.length) + "," + std::to_string(row.message_class) + ",";
    line += joined(row.after, [](const std::string& id) { return id; }) + ",";
    return line + (row.delay > 0 ? std::to_string(row.delay) : "") + "\n";
}

std::string trace_text(const std::vector<TraceRow>& rows) {
    std::string text = trace_header();
    for (const TraceRow& row : rows) {
        text += trace_line(row);
    }
    return text;
}

}  // namespace flitscope::tb
