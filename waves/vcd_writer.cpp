#include "waves/vcd_writer.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace flitscope::waves {

namespace {

bool good_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

}  // namespace

VcdScopes& VcdScopes::child(std::string_view name) {
    if (const auto found = child_by_name_.find(name); found != child_by_name_.end()) {
        return *found->second;
    }
    children_.emplace_back(name, std::make_unique<VcdScopes>());
    return *child_by_name_.emplace(name, children_.back().second.get()).first->second;
}

void VcdScopes::put(BufferedFile& out) const {
    for (const std::string& declaration : declarations_) {
        out.put(declaration);
    }
    for (const auto& [name, scope] : children_) {
        out.put("$scope module " + name + " $end\n");
        scope->put(out);
        out.put("$upscope $end\n");
    }
}

std::string VcdWriter::Variable::declaration(const std::string& name) const {
    const std::size_t blank = vector ? 1 : 0;
    return "$var wire " + std::to_string(width) + ' ' +
           std::string(code + blank, code_length - blank - 1) + ' ' + name +
           (vector ? " [" + std::to_string(width - 1) + ":0]" : "") + " $end\n";
}

VcdWriter::VcdWriter(const std::string& path, Cycle first) : file_(path), first_(first) {}

VcdWriter::Signal VcdWriter::declare(const std::string& scope, const std::string& name, int width) {
    if (width < 1) {
        throw std::invalid_argument(scope + '.' + name + ": width = " + std::to_string(width) +
                                    ", must be at least 1");
    }
    const Variable variable = next_variable(width);
    declare_code(scope, name, variable);
    return add(variable);
}

VcdWriter::Variable VcdWriter::next_variable(int width) const {
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
    constexpr std::size_t kFirst = '!';
    constexpr std::size_t kCodes = '~' - '!' + 1;
    std::size_t rest_of_number = variables_.size();
    do {
        variable.code[variable.code_length++] = static_cast<char>(kFirst + rest_of_number % kCodes);
        rest_of_number /= kCodes;
    } while (rest_of_number != 0);
    variable.code[variable.code_length++] = '\n';
    return variable;
}

VcdWriter::Signal VcdWriter::add(const Variable& variable) {
    words_ = variable.last_word + 1;
    variables_.push_back(variable);
    return static_cast<Signal>(variables_.size() - 1);
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
    if (!at->declare(name, variable.declaration(name))) {
        throw std::invalid_argument(scope + '.' + name + ": declared twice");
    }
}

void VcdWriter::start(Cycle cycle, const std::vector<std::uint64_t>& values) {
    const Variable number = next_variable(kCycleBits);
    top_.declare(kCycleSignal, number.declaration(kCycleSignal));
    number_ = add(number);
    put_header();
    put_time(cycle);
    file_.put("$dumpvars\n");
    for (Signal signal = 0; signal < number_; ++signal) {
        const std::uint64_t high = 1;
        put_value(signal, signal == clock_ ? &high : &values.at(first_word(signal)));
    }
    put_number(cycle);
    started_ = true;
    file_.put("$end\n");
}

void VcdWriter::finish(Cycle end) {
    if (started_ && end > cycle_) {
        put_ticks(end);
        put_moment(end);
    }
    file_.close();
}

void VcdWriter::put_time(Cycle cycle) {
    if (started_) {
        put_ticks(cycle);
    }
    cycle_ = cycle;
    put_moment(cycle);
    if (started_) {
        put_clock(1);
        put_number(cycle);
    }
}

/// The clock and the number of the cycle from cycle_ until `end`.
void VcdWriter::put_ticks(Cycle end) {
    const Cycle last = cycle_ + kMostTicks;
    for (Cycle at = cycle_; at < std::min(end, last); ++at) {
        if (at > cycle_) {
            put_moment(at);
            put_clock(1);
            put_number(at);
        }
        if (clock_) {
            put_moment(at, kPicosecondsPerCycle / 2);
            put_clock(0);
        }
    }
    if (end > last) {
        put_moment(last);
        file_.put("bx");
        put_code(number_);
    }
}

void VcdWriter::put_moment(Cycle cycle, Cycle picoseconds_later) {
    file_.put('#');
    file_.put_decimal((cycle - first_) * kPicosecondsPerCycle + picoseconds_later);
    file_.put('\n');
}

void VcdWriter::put_clock(std::uint64_t value) {
    if (clock_) {
        put_value(*clock_, &value);
    }
}

void VcdWriter::put_number(Cycle cycle) {
    const auto value = static_cast<std::uint64_t>(cycle);
    put_value(number_, &value);
}

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
    put_code(signal);
}

void VcdWriter::put_code(Signal signal) {
    const Variable& variable = variables_[signal];
    file_.put(std::string_view(variable.code, variable.code_length));
}

void VcdWriter::put_header() {
    file_.put("$version Flitscope $end\n$comment 1 cycle = 1 ns, time 0 = cycle " +
              std::to_string(first_) + " $end\n$timescale 1 ps $end\n");
    top_.put(file_);
    file_.put("$enddefinitions $end\n");
}

}  // namespace flitscope::waves
