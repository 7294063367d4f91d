#include "rtl_models/cost/gate_netlist.h"

#include <regex>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace flitscope::cost {

namespace {

/// First and last bit of vectors, by name.
using Ranges = std::map<std::string, std::pair<int, int>>;

std::string bit_of(const std::string& name, int bit) {
    return name + " [" + std::to_string(bit) + "]";
}

/// Adds the bits of an expression, the highest first.
void add_bits(const Ranges& ranges, const std::string& expression, std::vector<std::string>& bits) {
    static const std::regex constant(R"([0-9]+'b([01xz]+))");
    static const std::regex slice(R"((.*[^ ]) *\[([0-9]+):([0-9]+)\])");
    std::smatch match;
    if (expression.front() == '{') {
        std::istringstream parts(expression.substr(1, expression.size() - 2));
        for (std::string part; std::getline(parts, part, ',');) {
            const std::size_t start = part.find_first_not_of(' ');
            add_bits(ranges, part.substr(start, part.find_last_not_of(' ') - start + 1), bits);
        }
    } else if (std::regex_match(expression, match, constant)) {
        for (const char digit : match[1].str()) {
            bits.push_back(std::string("1'b") + digit);
        }
    } else {
        std::string name = expression;
        std::pair<int, int> range;
        if (std::regex_match(expression, match, slice)) {
            name = match[1];
            range = {std::stoi(match[2]), std::stoi(match[3])};
        } else if (ranges.count(expression) != 0) {
            range = ranges.at(expression);
        } else {
            bits.push_back(expression);  // a wire, or one bit of a vector
            return;
        }
        const int step = range.first > range.second ? -1 : 1;
        for (int bit = range.first; bit != range.second + step; bit += step) {
            bits.push_back(bit_of(name, bit));
        }
    }
}

}  // namespace

std::map<std::string, int> cells_of_netlist(const std::string& verilog) {
    std::map<std::string, int> cells;
    std::istringstream lines(verilog);
    for (std::string line; std::getline(lines, line);) {
        // "  NAND2X1 _12_ (": the only lines that are indented and end so.
        if (line.rfind("  ", 0) == 0 && line.back() == '(') {
            std::istringstream words(line);
            std::string cell;
            words >> cell;
            ++cells[cell];
        }
    }
    return cells;
}

std::string without_lists(const std::string& verilog) {
    static const std::regex declaration(
        R"( *(?:wire|input|output) \[([0-9]+):([0-9]+)\] (\S+ ?);)");
    Ranges ranges;
    std::string text;
    std::istringstream lines(verilog);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        const std::size_t equals = line.find(" = ");
        if (line.rfind("  assign ", 0) != 0 || line.find('{') == std::string::npos) {
            if (line.find('[') != std::string::npos && std::regex_match(line, match, declaration)) {
                std::string name = match[3];
                name.erase(name.find_last_not_of(' ') + 1);
                ranges[name] = {std::stoi(match[1]), std::stoi(match[2])};
            }
            text += line + "\n";
            continue;
        }
        std::vector<std::string> left;
        std::vector<std::string> right;
        add_bits(ranges, line.substr(9, equals - 9), left);
        add_bits(ranges, line.substr(equals + 3, line.size() - equals - 4), right);
        if (left.size() != right.size()) {
            throw std::logic_error("sides of different widths: " + line);
        }
        for (std::size_t bit = 0; bit < left.size(); ++bit) {
            text += "  assign " + left[bit] + " = " + right[bit] + ";\n";
        }
    }
    return text;
}

std::string with_clock(const std::string& verilog) {
    if (verilog.find("input clk_i;") != std::string::npos) {
        return verilog;
    }
    std::string text = verilog;
    text.insert(text.find('(', text.find("module ")) + 1, "clk_i, ");
    text.insert(text.find(";\n", text.find("module ")) + 2, "  input clk_i;\n");
    return text;
}

}  // namespace flitscope::cost
