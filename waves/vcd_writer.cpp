#include "waves/vcd_writer.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

namespace flitscope::waves {

namespace {

bool good_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

}  // namespace

VcdWriter::VcdWriter(const std::string& path) : file_(path) {}

VcdWriter::Signal VcdWriter::declare(const std::string& scope, const std::string& name, int width) {
    if (width < 1) {
        throw std::invalid_argument(scope + '.' + name + ": width = " + std::to_string(width) +
                                    ", must be at least 1");
    }
    const auto signal = static_cast<Signal>(variables_.size());
    Variable variable{};
    const int top_bits = (width - 1) % 64 + 1;
    variable.mask = top_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << top_bits) - 1;
    variable.first_word = words_;
    variable.last_word = words_ + static_cast<std::uint32_t>((width - 1) / 64);
    variable.width = width;
    variable.vector = width > 1;
    if (variable.vector) {
        variable.code[variable.code_length++] = ' ';
    }
    constexpr Signal kFirst = '!';
    constexpr Signal kCodes = '~' - '!' + 1;
    Signal rest_of_number = signal;
    do {
        variable.code[variable.code_length++] = static_cast<char>(kFirst + rest_of_number % kCodes);
        rest_of_number /= kCodes;
    } while (rest_of_number != 0);
    variable.code[variable.code_length++] = '\n';
    declare_code(scope, name, variable);
    words_ = variable.last_word + 1;
    variables_.push_back(variable);
    return signal;
}

VcdWriter::Signal VcdWriter::declare_clock(const std::string& scope, const std::string& name) {
    clock_ = declare(scope, name, 1);
    return *clock_;
}

void VcdWriter::alias(const std::string& scope, const std::string& name, Signal signal) {
    declare_code(scope, name, variables_.at(signal));
}

void VcdWriter::declare_code(const std::string& scope, const std::string& name,
                             const Variable& variable) {
    VcdScopes* at = &top_;
    std::string_view rest = scope;
    bool good = good_name(name);
    while (good) {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        good = good_name(part);
        if (good) {
            at = &at->child(part);
        }
        if (dot == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(dot + 1);
    }
    if (!good) {
        throw std::invalid_argument("\"" + scope + '.' + name +
                                    "\": names must be letters, digits and _, joined by dots");
    }
    const std::size_t blank = variable.vector ? 1 : 0;
    const std::string code(variable.code + blank, variable.code_length - blank - 1);
    const std::string range =
        variable.vector ? " [" + std::to_string(variable.width - 1) + ":0]" : "";
    if (!at->declare(name, "$var wire " + std::to_string(variable.width) + ' ' + code + ' ' + name +
                               range + " $end\n")) {
        throw std::invalid_argument(scope + '.' + name + ": declared twice");
    }
}

void VcdWriter::start(Cycle cycle, const std::vector<std::uint64_t>& values) {
    put_header();
    put_time(cycle);
    file_.put("$dumpvars\n");
    for (Signal signal = 0; signal < variables_.size(); ++signal) {
        const std::uint64_t high = 1;
        put_value(signal, signal == clock_ ? &high : &values.at(first_word(signal)));
    }
    started_ = true;
    file_.put("$end\n");
}

void VcdWriter::finish(Cycle end) {
    if (end > cycle_ && cycle_ >= 0) {
        put_ticks(end);
        put_picoseconds(end * kPicosecondsPerCycle);
    }
    file_.close();
}

void VcdWriter::put_time(Cycle cycle) {
    put_ticks(cycle);
    cycle_ = cycle;
    put_picoseconds(cycle * kPicosecondsPerCycle);
    if (clock_ && started_) {
        put_clock(1);
    }
}

/// The rest of the clock before cycle `end`.
void VcdWriter::put_ticks(Cycle end) {
    if (!clock_ || !started_) {
        return;
    }
    for (Cycle at = cycle_; at < std::min(end, cycle_ + kMostTicks); ++at) {
        if (at > cycle_) {
            put_picoseconds(at * kPicosecondsPerCycle);
            put_clock(1);
        }
        put_picoseconds(at * kPicosecondsPerCycle + kPicosecondsPerCycle / 2);
        put_clock(0);
    }
}

void VcdWriter::put_picoseconds(std::int64_t time) {
    file_.put('#');
    file_.put_decimal(time);
    file_.put('\n');
}

void VcdWriter::put_clock(std::uint64_t value) { put_value(*clock_, &value); }

void VcdWriter::put_value(Signal signal, const std::uint64_t* words) {
    const Variable& variable = variables_[signal];
    if (variable.vector) {
        file_.put('b');
    }
    std::uint32_t word = variable.last_word - variable.first_word;
    std::uint64_t value = words[word] & variable.mask;
    while (value == 0 && word > 0) {
        value = words[--word];
    }
    file_.put_binary(value);
    while (word > 0) {
        file_.put_word(words[--word]);
    }
    file_.put(std::string_view(variable.code, variable.code_length));
}

void VcdWriter::put_header() {
    file_.put(
        "$version Flitscope $end\n$comment 1 cycle = 1 ns, time 0 = cycle 0 $end\n"
        "$timescale 1 ps $end\n");
    top_.put(file_);
    file_.put("$enddefinitions $end\n");
}

}  // namespace flitscope::waves
