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
    if (width < 1 || width > 64) {
        throw std::invalid_argument(scope + '.' + name + ": width = " + std::to_string(width) +
                                    ", must be 1..64");
    }
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
    const auto signal = static_cast<Signal>(variables_.size());

    Variable variable{};
    variable.mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
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
    const std::size_t blank = variable.vector ? 1 : 0;
    const std::string code(variable.code + blank, variable.code_length - blank);
    const std::string range = variable.vector ? " [" + std::to_string(width - 1) + ":0]" : "";
    if (!at->declare(name, "$var wire " + std::to_string(width) + ' ' + code + ' ' + name + range +
                               " $end\n")) {
        throw std::invalid_argument(scope + '.' + name + ": declared twice");
    }
    variable.code[variable.code_length++] = '\n';
    variables_.push_back(variable);
    return signal;
}

void VcdWriter::start(Cycle cycle, const std::vector<std::uint64_t>& values) {
    put_header();
    put_time(cycle);
    file_.put("$dumpvars\n");
    for (Signal signal = 0; signal < variables_.size(); ++signal) {
        put_value(signal, values.at(signal));
    }
    file_.put("$end\n");
}

void VcdWriter::finish(Cycle end) {
    if (end > cycle_ && cycle_ >= 0) {
        put_time(end);
    }
    file_.close();
}

void VcdWriter::put_time(Cycle cycle) {
    cycle_ = cycle;
    file_.put('#');
    file_.put_decimal(cycle * kPicosecondsPerCycle);
    file_.put('\n');
}

void VcdWriter::put_value(Signal signal, std::uint64_t value) {
    const Variable& variable = variables_[signal];
    if (variable.vector) {
        file_.put('b');
    }
    file_.put_binary(value & variable.mask);
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
