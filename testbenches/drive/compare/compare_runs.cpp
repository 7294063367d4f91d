#include "testbenches/drive/compare/compare_runs.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/compare/run_fault.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Cycles per digest: few enough that the events of a window fit into memory easily, and so many
/// that the digests of a long run do too.
constexpr rtl::Cycle kWindowCycles = 128;

template <typename T>
std::string bytes_of(const T* values, std::size_t count) {
    return {reinterpret_cast<const char*>(values), count * sizeof(T)};
}

std::unique_ptr<ForkedRun> start_digests(const CheckedRun& run, const InterruptSignal* interrupt) {
    const auto work = [&run](const ForkedRun::Write& write) {
        rtl::DigestObserver observer(kWindowCycles);
        const RunReport report = run.run(observer);
        std::string bytes;
        Json::to_cbor({{"cycles", report.cycles},
                       {"messages", report.messages},
                       {"deadlock", report.deadlock},
                       {"events", observer.events()},
                       {"windows", observer.windows()},
                       {"report", report.report.dump()}},
                      bytes);
        write(bytes);
    };
    return std::make_unique<ForkedRun>(work, interrupt);
}

std::string answer_of(ForkedRun& child, const std::string& level) {
    try {
        return child.answer();
    } catch (const Interrupted&) {
        throw;
    } catch (const RunFault& fault) {
        throw RunFault(fault.kind(), level + ": " + fault.what());
    } catch (const std::exception& error) {
        throw std::runtime_error(level + ": " + error.what());
    }
}

/// What start_digests wrote.
Json read_digests(const std::string& answer, const std::string& level) {
    Json digests = Json::from_cbor(answer, true, false);
    if (digests.is_discarded()) {
        throw std::runtime_error(level + ": ended without a result");
    }
    return digests;
}

/// Keeps the events of one window and ends the process when a later event shows that it is over.
class WindowRecorder final : public rtl::EventObserver {
public:
    WindowRecorder(rtl::Cycle begin, const ForkedRun::Write& write)
        : begin_(begin), end_(begin + kWindowCycles), write_(write) {}

    void event(const rtl::Event& event) override {
        // Events of adjacent cycles may be interleaved; those two cycles apart are not.
        if (event.cycle > end_ + 1) {
            send();
            ForkedRun::finish();
        }
        if (event.cycle >= begin_ && event.cycle < end_) {
            events_.push_back(event);
        }
    }
    void send() const { write_(bytes_of(events_.data(), events_.size())); }

private:
    rtl::Cycle begin_;
    rtl::Cycle end_;
    const ForkedRun::Write& write_;
    std::vector<rtl::Event> events_;
};

std::unique_ptr<ForkedRun> start_recording(const CheckedRun& run, rtl::Cycle begin,
                                           const InterruptSignal* interrupt) {
    const auto work = [&run, begin](const ForkedRun::Write& write) {
        WindowRecorder recorder(begin, write);
        run.run(recorder);
        recorder.send();
    };
    return std::make_unique<ForkedRun>(work, interrupt);
}

std::vector<rtl::Event> read_events(const std::string& answer) {
    std::vector<rtl::Event> events(answer.size() / sizeof(rtl::Event));
    if (!events.empty()) {
        std::memcpy(events.data(), answer.data(), events.size() * sizeof(rtl::Event));
    }
    std::sort(events.begin(), events.end());
    return events;
}

bool same_place(const rtl::Event& a, const rtl::Event& b) {
    return a.cycle == b.cycle && a.router == b.router && a.kind == b.kind && a.port == b.port &&
           a.vc == b.vc;
}

std::string describe(const rtl::Event& event) {
    if (event.kind == rtl::EventKind::credit_sent) {
        return "credit";
    }
    std::string text =
        "message " + std::to_string(event.message) + " flit " + std::to_string(event.index);
    if (event.kind == rtl::EventKind::routed || event.kind == rtl::EventKind::vc_granted ||
        event.kind == rtl::EventKind::switch_granted) {
        text += " to port " + std::to_string(event.output_port) + " VC " +
                std::to_string(event.output_vc);
    }
    return text;
}

/// The first of two sorted lists' differences; null pointers where a list is at its end.
Difference difference_at(const rtl::Event* a, const rtl::Event* b) {
    const rtl::Event& first = b == nullptr || (a != nullptr && *a < *b) ? *a : *b;
    Difference difference;
    difference.cycle = first.cycle;
    difference.router = first.router;
    difference.port = first.port;
    difference.vc = first.vc;
    difference.event = rtl::event_kind_name(first.kind);
    const auto differing = [&](const char* field, auto member) {
        difference.field = field;
        difference.values = {std::to_string(a->*member), std::to_string(b->*member)};
    };
    if (a == nullptr || b == nullptr || !same_place(*a, *b)) {
        difference.field = "event";
        difference.values = {&first == a ? describe(first) : "none",
                             &first == b ? describe(first) : "none"};
    } else if (a->message != b->message) {
        differing("message", &rtl::Event::message);
    } else if (a->index != b->index) {
        differing("flit", &rtl::Event::index);
    } else if (a->output_port != b->output_port) {
        differing("output_port", &rtl::Event::output_port);
    } else {
        differing("output_vc", &rtl::Event::output_vc);
    }
    return difference;
}

Difference first_event_difference(const CheckedRun& a, const CheckedRun& b, rtl::Cycle begin,
                                  const InterruptSignal* interrupt) {
    const auto child_a = start_recording(a, begin, interrupt);
    const auto child_b = start_recording(b, begin, interrupt);
    const std::vector<rtl::Event> events_a = read_events(answer_of(*child_a, a.level));
    const std::vector<rtl::Event> events_b = read_events(answer_of(*child_b, b.level));
    std::size_t i = 0;
    while (i < events_a.size() && i < events_b.size() && events_a[i] == events_b[i]) {
        ++i;
    }
    if (i == events_a.size() && i == events_b.size()) {
        throw std::runtime_error(a.level + " or " + b.level + ": the second run was different");
    }
    return difference_at(i < events_a.size() ? &events_a[i] : nullptr,
                         i < events_b.size() ? &events_b[i] : nullptr);
}

Difference report_difference(const std::string& a, const std::string& b) {
    const auto flat_a = Json::parse(a).flatten();
    const auto flat_b = Json::parse(b).flatten();
    Difference difference;
    const auto values = [&](const std::string& path) {
        difference.field = path;
        difference.values = {flat_a.contains(path) ? flat_a[path].dump() : "none",
                             flat_b.contains(path) ? flat_b[path].dump() : "none"};
        return difference.values[0] != difference.values[1];
    };
    for (const auto* flat : {&flat_a, &flat_b}) {
        for (const auto& entry : flat->items()) {
            if (values(entry.key())) {
                return difference;
            }
        }
    }
    return difference;
}

std::optional<Difference> compare(const CheckedRun& a, const Json& digests_a, const CheckedRun& b,
                                  const Json& digests_b, const InterruptSignal* interrupt) {
    auto windows_a = digests_a.at("windows").get<std::vector<std::uint64_t>>();
    auto windows_b = digests_b.at("windows").get<std::vector<std::uint64_t>>();
    const std::size_t windows = std::max(windows_a.size(), windows_b.size());
    windows_a.resize(windows);
    windows_b.resize(windows);
    const auto same = std::mismatch(windows_a.begin(), windows_a.end(), windows_b.begin()).first -
                      windows_a.begin();
    std::optional<Difference> difference;
    if (same < static_cast<std::ptrdiff_t>(windows)) {
        difference = first_event_difference(a, b, same * kWindowCycles, interrupt);
    } else if (digests_a.at("report") != digests_b.at("report")) {
        difference = report_difference(digests_a.at("report"), digests_b.at("report"));
    }
    if (difference) {
        difference->levels = {a.level, b.level};
    }
    return difference;
}

}  // namespace

nlohmann::ordered_json Difference::to_json() const {
    nlohmann::ordered_json json;
    const auto number = [](auto value) {
        return value < 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
    };
    json["cycle"] = number(cycle);
    json["router"] = number(router);
    json["port"] = number(port);
    json["vc"] = number(vc);
    json["event"] = event.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(event);
    json["field"] = field;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        json["values"][levels[i]] = values[i];
    }
    return json;
}

nlohmann::ordered_json CrosscheckReport::to_json() const {
    nlohmann::ordered_json json;
    json["equal"] = equal();
    json["levels"] = levels;
    json["cycles"] = cycles;
    json["messages"] = messages;
    json["first_difference"] = equal() ? nullptr : first_difference->to_json();
    return json;
}

std::string CrosscheckReport::summary() const {
    std::string names;
    for (const std::string& level : levels) {
        names += (names.empty() ? "" : ", ") + level;
    }
    if (equal()) {
        return "equal: " + names + " (" + std::to_string(cycles) + " cycles, " +
               std::to_string(messages) + " messages, " + std::to_string(events) + " events)" +
               (deadlock ? ", all deadlocked\n" : "\n");
    }
    const Difference& d = *first_difference;
    std::string text = "different: " + d.levels[0] + ", " + d.levels[1] + "\n";
    if (d.cycle >= 0) {
        text += "  cycle " + std::to_string(d.cycle) + ", router " + std::to_string(d.router) +
                ", port " + std::to_string(d.port) + ", VC " + std::to_string(d.vc) + ", " +
                d.event;
    } else {
        text += "  same events, but not the same report";
    }
    text += ", field " + d.field + "\n";
    for (std::size_t i = 0; i < d.levels.size(); ++i) {
        text += "  " + d.levels[i] + ": " + d.values[i] + "\n";
    }
    return text;
}

CrosscheckReport compare_runs(const std::vector<CheckedRun>& runs,
                              const InterruptSignal* interrupt) {
    if (runs.size() < 2) {
        throw std::invalid_argument("crosscheck: at least two levels are needed");
    }
    std::vector<std::unique_ptr<ForkedRun>> children;
    for (const CheckedRun& run : runs) {
        children.push_back(start_digests(run, interrupt));
    }
    CrosscheckReport report;
    std::vector<Json> digests;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        digests.push_back(read_digests(answer_of(*children[i], runs[i].level), runs[i].level));
        report.levels.push_back(runs[i].level);
    }
    report.cycles = digests[0].at("cycles");
    report.messages = digests[0].at("messages");
    report.events = digests[0].at("events");
    report.deadlock = digests[0].at("deadlock");
    for (std::size_t i = 1; i < runs.size() && report.equal(); ++i) {
        report.first_difference = compare(runs[0], digests[0], runs[i], digests[i], interrupt);
    }
    return report;
}

}  // namespace flitscope::tb
