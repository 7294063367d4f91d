#include "testbenches/program/timeline_command/trace_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Lines in the order of their time; of one cycle, a slice is before what begins inside of it, and
/// an arrow is between the two.
class TimedLines {
public:
    void add(int process, int row, const TraceSlice& slice, int depth = 0) {
        const Json event = {
            {"ph", "X"},        {"name", slice.name},           {"pid", process},    {"tid", row},
            {"ts", slice.from}, {"dur", slice.to - slice.from}, {"args", slice.args}};
        put(slice.from, depth == 0 ? 0 : kInside + depth, event);
        if (slice.flow != TraceSlice::Flow::none) {
            add_flow(process, row, slice);
        }
        for (const TraceSlice& each : slice.inside) {
            add(process, row, each, depth + 1);
        }
    }
    void count(int process, const std::string& counter, rtl::Cycle cycle, double value) {
        put(cycle, 0,
            {{"ph", "C"},
             {"name", counter},
             {"pid", process},
             {"ts", cycle},
             {"args", {{"flits per cycle", value}}}});
    }
    std::vector<std::string> in_order() {
        std::stable_sort(lines_.begin(), lines_.end(), [](const Line& a, const Line& b) {
            return std::tie(a.cycle, a.rank) < std::tie(b.cycle, b.rank);
        });
        std::vector<std::string> texts;
        for (Line& line : lines_) {
            texts.push_back(std::move(line.text));
        }
        return texts;
    }

private:
    static constexpr int kInside = 3;  ///< ranks before: slices, and the three kinds of arrows

    void add_flow(int process, int row, const TraceSlice& slice) {
        static constexpr const char* kPhases[] = {"", "s", "t", "f"};
        const int kind = static_cast<int>(slice.flow);
        Json event = {{"ph", kPhases[kind]}, {"name", "message"}, {"cat", "message"},
                      {"id", slice.flow_id}, {"pid", process},    {"tid", row},
                      {"ts", slice.from}};
        if (slice.flow == TraceSlice::Flow::ends) {
            event["bp"] = "e";
        }
        put(slice.from, kind, event);
    }
    void put(rtl::Cycle cycle, int rank, const Json& event) {
        lines_.push_back({cycle, rank, event.dump()});
    }

    struct Line {
        rtl::Cycle cycle;
        int rank;
        std::string text;
    };
    std::vector<Line> lines_;
};

/// `of`: {"pid", number}, and of a row {"tid", number}. Its name, and its place among the others.
void tell_name(const std::string& what, const Json& of, const std::string& name, int place,
               std::vector<std::string>& lines) {
    const auto add = [&](const std::string& kind, const char* key, const Json& value) {
        Json event = {{"ph", "M"}, {"name", what + kind}};
        event.update(of);
        event["args"] = {{key, value}};
        lines.push_back(event.dump());
    };
    add("_name", "name", name);
    add("_sort_index", "sort_index", place);
}

/// Slices in ascending order of their begin, each in the first row that is free.
std::vector<int> rows_of(const std::vector<const TraceSlice*>& slices) {
    std::vector<rtl::Cycle> free;
    std::vector<int> rows;
    for (const TraceSlice* const slice : slices) {
        const auto row =
            std::find_if(free.begin(), free.end(), [&](auto from) { return from <= slice->from; });
        rows.push_back(static_cast<int>(row - free.begin()));
        if (row == free.end()) {
            free.push_back(slice->to);
        } else {
            *row = slice->to;
        }
    }
    return rows;
}

std::vector<const TraceSlice*> by_begin(const std::vector<TraceSlice>& slices) {
    std::vector<const TraceSlice*> sorted;
    for (const TraceSlice& slice : slices) {
        sorted.push_back(&slice);
    }
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto* a, const auto* b) { return a->from < b->from; });
    return sorted;
}

/// Puts the slices of one track into rows from `first` on. Returns the next free row.
int add_track(int process, const std::string& name, const std::vector<TraceSlice>& slices,
              int first, std::vector<std::string>& names, TimedLines& lines) {
    const std::vector<const TraceSlice*> sorted = by_begin(slices);
    const std::vector<int> rows = rows_of(sorted);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        lines.add(process, first + rows[i], *sorted[i]);
    }
    const int count = 1 + *std::max_element(rows.begin(), rows.end());
    for (int row = 0; row < count; ++row) {
        const std::string shown = row == 0 ? name : fmt::format("{} ({})", name, row + 1);
        tell_name("thread", {{"pid", process}, {"tid", first + row}}, shown, first + row, names);
    }
    return first + count;
}

}  // namespace

void TraceEvents::add(int process, const Order& track, const std::string& track_name,
                      TraceSlice slice) {
    Track& of = tracks_[{process, track}];
    of.name = track_name;
    of.slices.push_back(std::move(slice));
}

void TraceEvents::count(int process, const std::string& counter, rtl::Cycle cycle, double value) {
    counts_.push_back({process, counter, cycle, value});
}

/// Rows have numbers of their own, which are no numbers of processes.
std::string TraceEvents::to_json() const {
    std::vector<std::string> names;
    TimedLines lines;
    int next_row = processes_.empty() ? 1 : processes_.rbegin()->first + 1;
    std::set<int> used;
    for (const auto& [key, track] : tracks_) {
        used.insert(key.first);
        next_row = add_track(key.first, track.name, track.slices, next_row, names, lines);
    }
    for (const Count& each : counts_) {
        used.insert(each.process);
        lines.count(each.process, each.counter, each.cycle, each.value);
    }
    for (const int process : used) {
        tell_name("process", {{"pid", process}}, processes_.at(process), process, names);
    }
    const std::vector<std::string> timed = lines.in_order();
    return fmt::format("{{\"traceEvents\": [\n{}{}{}\n]}}\n", fmt::join(names, ",\n"),
                       names.empty() || timed.empty() ? "" : ",\n", fmt::join(timed, ",\n"));
}

}  // namespace flitscope::tb
