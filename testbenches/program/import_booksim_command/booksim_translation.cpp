#include "testbenches/program/import_booksim_command/booksim_translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/import_booksim_command/booksim_lengths.h"
#include "testbenches/program/import_booksim_command/booksim_networks.h"

namespace flitscope::tb {

namespace {

constexpr double kLeastBurst = 1e-9;  // probability of a burst's begin or end in a cycle

/// The arguments of NAME(...,...); none if `text` has another form.
std::vector<std::string> arguments_of(const std::string& text) {
    const std::size_t open = text.find('(');
    if (open == std::string::npos || text.back() != ')') {
        return {};
    }
    std::vector<std::string> all;
    std::istringstream list(text.substr(open + 1, text.size() - open - 2));
    for (std::string each; std::getline(list, each, ',');) {
        all.push_back(each);
    }
    return all;
}

class Translation : BooksimSettings {
public:
    Translation(const std::string& file, const std::vector<BooksimSetting>& settings)
        : BooksimSettings(file, settings), file_(file) {}

    void translate() {
        // First: an unknown network explains more than any other error in its file.
        network_ = booksim_network(*this);
        check_keys();
        check_machine();
        topology();
        routing();
        router();
        link();
        traffic();
        line("seed: " + std::to_string(number("seed", 0, INT64_C(1) << 53)), "seed");
        without_equal();
    }
    void differs(const std::string& text) { differences_.push_back(text); }
    std::string yaml() const { return head() + body_; }

private:
    /// `keys`: BookSim2's keys that the line comes from.
    void line(const std::string& text, const std::string& keys) {
        const std::vector<std::string> known = keys_named_in(keys);
        const bool by_default =
            !known.empty() && std::none_of(known.begin(), known.end(),
                                           [&](const auto& key) { return at(key).stated; });
        body_ += fmt::format("{:<44} # {}{}\n", text, keys, by_default ? " (default)" : "");
    }

    /// Settings that would make it a different kind of router.
    void check_machine() const {
        const std::map<std::string, std::string> only = {{"router", "iq"},
                                                         {"subnets", "1"},
                                                         {"classes", "1"},
                                                         {"use_read_write", "0"},
                                                         {"link_failures", "0"}};
        for (const auto& [key, value] : only) {
            if (at(key).value != value) {
                fail(key, "cannot be taken over",
                     value + (key == "use_read_write"  ? "; requests and replies are "
                                                         "traffic.pattern: request_reply"
                              : key == "link_failures" ? "; failing links are listed in faults"
                                                       : ""));
            }
        }
        const bool concentrated = network_.keys.find(", c") != std::string::npos;
        if (!concentrated && at("c").value != "1") {
            fail("c", "cannot be taken over", "1");
        }
    }

    void topology() {
        line("topology: " + network_.topology, network_.keys);
        for (const std::string& each : network_.differences) {
            differs(each);
        }
    }

    void routing() {
        const bool stated = at("routing_function").value != "none";
        const std::string routing = stated ? word("routing_function", network_.routings)
                                           : network_.routings.at(network_.usual);
        if (!stated) {
            differs(named("routing_function") + ": BookSim2 does not start without one; this is " +
                    network_.usual);
        }
        adaptive_ = routing == "{algorithm: duato}";
        line("routing: " + routing, "routing_function");
        if (adaptive_) {
            for (const std::string& each : differences_of_min_adapt(at("vc_allocator").value)) {
                differs(each);
            }
        }
    }

    void router() {
        body_ += "router:\n";
        const std::int64_t vcs = number("num_vcs", 1, 64);
        if (vcs < 2 && at("routing_function").value == "valiant") {  // BookSim2 aborts
            fail("num_vcs",
                 "too few for routing_function = valiant, whose two phases have VCs of "
                 "their own",
                 "an integer 2..64");
        }
        line(fmt::format("  virtual_channels: {}", vcs), "num_vcs");
        buffers(vcs);
        line(fmt::format("  pipeline: {}", pipeline()),
             "routing_delay, vc_alloc_delay, sw_alloc_delay, st_..._delay");
        if (looks_ahead()) {
            line("  lookahead: true", "routing_delay");
        }
        if (speculates()) {
            const bool by_requests = number("spec_mask_by_reqs", 0, 1) == 1;
            line(std::string("  speculation: ") + (by_requests ? "pessimistic" : "exact"),
                 "speculative, spec_mask_by_reqs");
        }
        allocators();
        if (const std::int64_t speedup = number("input_speedup", 1, vcs); speedup > 1) {
            line(fmt::format("  input_speedup: {}", speedup), "input_speedup");
        }
        const bool waits = number("wait_for_tail_credit", 0, 1) == 1 || adaptive_;
        line(std::string("  vc_reuse: ") + (waits ? "buffer_empty" : "tail_sent"),
             "wait_for_tail_credit");
        line("  injection_order: one_by_one", "as all nodes of BookSim2 send");
    }

    void buffers(std::int64_t vcs) {
        const std::string& policy = at("buffer_policy").value;
        const bool shared = policy == "shared";
        if (!shared && policy != "private") {
            fail("buffer_policy", "cannot be taken over", "private, shared");
        }
        const bool in_all = shared || at("buf_size").value != "-1";  // shared needs it
        const std::int64_t flits =
            in_all ? number("buf_size", vcs, 1000000) / vcs : number("vc_buf_size", 1, 1000000);
        line(fmt::format("  buffer_flits: {}", flits),
             in_all ? "buf_size / num_vcs" : "vc_buf_size");
        if (!shared) {
            return;
        }
        if (at("private_bufs").value != "-1") {
            fail("private_bufs", "cannot be taken over", "-1: slots are reserved for each VC");
        }
        line("  buffers: shared", "buffer_policy");
        const bool all = at("private_buf_size").value == "-1";
        line(fmt::format("  reserved: {}", all ? flits : number("private_buf_size", 1, flits)),
             "private_buf_size");
        differs(named("buffer_policy") + ": injection buffers are private here");
    }

    /// Cycles that a head spends in a router in BookSim2.
    std::int64_t stages() const {
        std::int64_t sum = 0;
        for (const char* const key : {"routing_delay", "vc_alloc_delay", "sw_alloc_delay",
                                      "st_prepare_delay", "st_final_delay", "output_delay"}) {
            sum += number(key, 0, 1000);
        }
        return sum;
    }

    std::int64_t pipeline() {
        if (speculates() && at("spec_sw_allocator").value == "prio") {
            differs(named("spec_sw_allocator") +
                    ": a second switch allocator, whose grants are masked by those of the first");
        }
        return std::clamp<std::int64_t>(stages(), 1, most_stages());
    }

    /// Routings that read loads where they act cannot.
    bool looks_ahead() const {
        return number("routing_delay", 0, 1000) == 0 && !adaptive_ &&
               at("routing_function").value != "ugal";
    }
    /// Where VC allocation has a cycle of its own.
    bool speculates() const {
        return number("speculative", 0, 1) == 1 && stages() >= (looks_ahead() ? 2 : 3);
    }
    std::int64_t most_stages() const { return looks_ahead() ? 3 : 4; }

    void allocators() {
        std::string vc = allocator("vc_allocator");
        const std::string sw = allocator("sw_allocator");
        if (vc == "islip") {
            vc = "separable_input";
            differs(
                named("vc_allocator") +
                ": separable_input; a head asks for one VC, which vc_choice names, which leaves "
                "iSLIP nothing to iterate");
        }
        const char* const own = "sw_alloc_iters";
        const char* const iterations = at(own).value != "0" ? own : "alloc_iters";
        line(fmt::format(
                 "  allocators: {{vc: {}, switch: {}{}}}", vc, sw,
                 sw == "islip" ? fmt::format(", iterations: {}", number(iterations, 1, 16)) : ""),
             sw == "islip" ? std::string("vc_allocator, sw_allocator, ") + iterations
                           : "vc_allocator, sw_allocator");
        arbiters();
        const auto separable = [](const std::string& name) { return name.find("separable") == 0; };
        priority(separable(at("vc_allocator").value) && separable(at("sw_allocator").value));
    }

    /// `seen`: the allocators of BookSim2 look at priorities as ours do.
    void priority(bool seen) {
        const std::string& priority = at("priority").value;
        if (priority == "age" && seen) {
            line("  priority: age", "priority");
        } else if (priority != "none") {
            differs(named("priority") + (priority == "age"
                                             ? ": none; only separable allocators take the oldest"
                                             : ": no equal, none"));
        }
    }

    /// One key for both, or one for each.
    void arbiters() {
        const bool one = at("arb_type").stated;
        const char* const key = one ? "arb_type" : "sw_alloc_arb_type";
        std::string arbiter = at(key).value;
        if (arbiter != "round_robin" && arbiter != "matrix") {
            differs(named(key) + ": no equal, round_robin");
            arbiter = "round_robin";
        } else if (!one && at("vc_alloc_arb_type").value != arbiter) {
            differs(named("vc_alloc_arb_type") + ": both allocators have the same arbiters here, " +
                    arbiter);
        }
        line("  arbiter: " + arbiter, one ? key : "sw_alloc_arb_type, vc_alloc_arb_type");
    }

    std::string allocator(const std::string& key) {
        const auto found = booksim_allocators().find(at(key).value);
        if (found != booksim_allocators().end()) {
            return found->second;
        }
        differs(named(key) + ": no equal, separable_input");
        return "separable_input";
    }

    /// Router delays beyond the pipeline are added.
    void link() {
        const std::int64_t more = std::max<std::int64_t>(0, stages() - most_stages());
        std::string classes;
        for (const auto& [name, latency] : network_.latencies) {
            classes += fmt::format(", {}: {{latency: {}}}", name, latency + more);
        }
        line(fmt::format("link: {{latency: {}{}}}", network_.latency + more, classes),
             network_.channels +
                 (more > 0 ? fmt::format(", and delays beyond {}", most_stages()) : ""));
        if (more > 0) {
            differs(
                fmt::format("delays of {} cycles in a router: pipeline {}, and {} on each link, "
                            "which credits take, too",
                            stages(), most_stages(), more));
        }
    }

    void traffic() {
        body_ += "traffic:\n";
        pattern();
        const BooksimLengths lengths = booksim_lengths(*this);
        line("  length: " + lengths.yaml, lengths.keys);
        if (number("injection_rate_uses_flits", 0, 1) == 1) {
            line(fmt::format("  load: {}", real("injection_rate", 0, lengths.mean)),
                 "injection_rate, injection_rate_uses_flits");
        } else {
            line(fmt::format("  rate: {}", real("injection_rate", 0, 1)), "injection_rate");
        }
        arrivals();
    }

    void pattern() {
        const std::string& text = at("traffic").value;
        const std::string kind = text.substr(0, text.find('('));
        const auto found = booksim_patterns().find(kind);
        if (found == booksim_patterns().end()) {
            fail("traffic", "there is no such pattern here", names_in(booksim_patterns()));
        }
        if (kind == "hotspot") {
            const std::vector<std::string> lists = hotspot_lists();
            line("  pattern: hotspot", "traffic");
            line(fmt::format("  nodes: [{}]", our_nodes(lists[0])), "traffic");
            line("  fraction: 1", "all messages go to hotspots");
            if (lists.size() > 1 && !lists[1].empty()) {
                differs(named("traffic") + ": all hotspots get the same share");
            }
            return;
        }
        if (kind != text) {
            fail("traffic", "the pattern has no arguments here", kind);
        }
        line("  pattern: " + found->second, "traffic");
        if (network_.square > 0 && kind != "uniform" && kind != "bitcomp") {
            differs(named("traffic") +
                    ": BookSim2 numbers all nodes row by row, so that it joins "
                    "other pairs; here nodes at a router have numbers in a row");
        }
        if (kind == "uniform") {
            differs(
                "uniform: never the node itself here; BookSim2's includes it, so it saturates "
                "a little later");
        }
    }

    /// The nodes, and the rates if there are any, each as "1, 2".
    std::vector<std::string> hotspot_lists() const {
        std::string text = at("traffic").value;
        std::vector<std::string> lists;
        if (text == "hotspot") {
            text = "({" + at("hotspot_nodes").value + "})";
        }
        for (const char c : text) {
            if (c == '{') {
                lists.emplace_back();
            } else if (!lists.empty() && c == ',') {
                lists.back() += ", ";
            } else if (!lists.empty() && std::isdigit(static_cast<unsigned char>(c)) != 0) {
                lists.back() += c;
            }
        }
        if (lists.empty() || lists[0].empty()) {
            fail("traffic", "no nodes", "hotspot({NODE,...})");
        }
        return lists;
    }

    /// The same nodes by their numbers here.
    std::string our_nodes(const std::string& list) const {
        std::string ours;
        std::istringstream nodes(list);
        for (std::string each; std::getline(nodes >> std::ws, each, ',');) {
            const auto number = parsed<std::int64_t>(each);
            ours += (ours.empty() ? "" : ", ") +
                    (number ? std::to_string(network_.node(*number)) : each);
        }
        return ours;
    }

    void arrivals() {
        const std::string& process = at("injection_process").value;
        double alpha = real("burst_alpha", kLeastBurst, 1),
               beta = real("burst_beta", kLeastBurst, 1);
        const std::string kind = process.substr(0, process.find('('));
        if (kind == "on_off" && kind != process) {
            const std::vector<std::string> both = arguments_of(process);
            const auto probability = [&](std::size_t i) {
                return both.size() == 2 ? parsed<double>(both[i]).value_or(NAN) : NAN;
            };
            alpha = probability(0);
            beta = probability(1);
            if (!(alpha >= kLeastBurst && alpha <= 1 && beta >= kLeastBurst && beta <= 1)) {
                fail("injection_process", "cannot be taken over",
                     fmt::format("on_off(ALPHA,BETA), each {}..1", kLeastBurst));
            }
        }
        if (kind == "on_off") {
            line("  arrivals: on_off", "injection_process");
            line(fmt::format("  on_mean: {}", 1 / beta), "1 / beta, cycles");
            line(fmt::format("  off_mean: {}", 1 / alpha), "1 / alpha, cycles");
        } else if (process == "bernoulli") {
            line("  arrivals: bernoulli", "injection_process");
        } else {
            fail("injection_process", "there is no such process here", "bernoulli, on_off");
        }
    }

    /// Settings in the file that differ from the default and cannot be translated.
    void without_equal() {
        for (const BooksimKey& key : booksim_keys()) {
            const BooksimSetting& setting = at(key.name);
            if (key.no_equal != nullptr && setting.stated && !alike(setting.value, key.otherwise)) {
                without_equal_.push_back(named(key.name) + ": " + key.no_equal);
            }
        }
    }

    /// 1 and 1.0 are equal.
    static bool alike(const std::string& value, const std::string& other) {
        const auto number = parsed<double>(value);
        return value == other || (number && number == parsed<double>(other));
    }

    std::string head() const {
        std::string text = std::string(kTranslationMark) + on_one_line(file_) + ".\n";
        const auto list = [&](const char* title, const std::vector<std::string>& lines) {
            if (lines.empty()) {
                return;
            }
            text += std::string("#\n# ") + title + "\n";
            for (const std::string& each : lines) {
                text += "# * " + each + "\n";
            }
        };
        list("Without an equal here:", without_equal_);
        std::vector<std::string> all = differences_;
        all.emplace_back(
            "BookSim2's injection and ejection channels take 3 cycles more per "
            "message; hops.mean counts channels, not routers: one less");
        all.emplace_back("random numbers: other messages, the same statistics");
        list("What will differ:", all);
        return text + "\n";
    }

    std::string file_;
    std::string body_;
    std::vector<std::string> without_equal_, differences_;
    BooksimNetwork network_;
    bool adaptive_ = false;
};

/// The keys of BookSim2 that line `number` of a translation comes from, as its comment says.
std::vector<std::string> keys_behind(const std::string& yaml, int number) {
    std::istringstream lines(yaml);
    std::string line;
    for (int i = 0; i < number; ++i) {
        std::getline(lines, line);
    }
    return keys_named_in(line.substr(std::min(line.size(), line.rfind('#'))));
}

}  // namespace

std::string translate_booksim(const std::string& file,
                              const std::vector<BooksimSetting>& settings) {
    Translation translation(file, settings);
    translation.translate();
    const std::string yaml = translation.yaml();
    try {
        for (const std::string& each :
             parse_config("the configuration made of " + file, yaml).warnings) {
            translation.differs(each);
        }
    } catch (const ConfigError& error) {
        ConfigProblem problem = error.details();
        const std::vector<std::string> keys = keys_behind(yaml, problem.position.line);
        problem.problem = keys.empty()
                              ? "what it says does not fit together here: " + problem.problem
                              : "does not fit, from " + join_names(keys) + ": " + problem.problem;
        problem.position = {file, 0};
        for (const BooksimSetting& each : settings) {
            if (problem.position.line == 0 &&
                std::find(keys.begin(), keys.end(), each.key) != keys.end()) {
                problem.position = each.position;
            }
        }
        throw ConfigError(problem);
    }
    return translation.yaml();
}

}  // namespace flitscope::tb
