#include "testbenches/drive/pin_description/verilated_pins.h"

#include <regex>
#include <sstream>
#include <stdexcept>

namespace flitscope::tb {

namespace {

/// Verilator writes characters that C++ names cannot have as __0 and two hexadecimal digits.
std::string verilog_name(const std::string& member) {
    const std::string keyword = "__SYM__";
    const std::string encoded =
        member.rfind(keyword, 0) == 0 ? member.substr(keyword.size()) : member;
    static const std::regex escape("__0([0-9A-F]{2})");
    std::string name;
    std::size_t done = 0;
    for (std::sregex_iterator match(encoded.begin(), encoded.end(), escape), end; match != end;
         ++match) {
        const auto at = static_cast<std::size_t>(match->position());
        name += encoded.substr(done, at - done);
        name += static_cast<char>(std::stoi((*match)[1], nullptr, 16));
        done = at + static_cast<std::size_t>(match->length());
    }
    return name + encoded.substr(done);
}

}  // namespace

std::vector<VerilatedPin> read_verilated_pins(const std::string& header) {
    static const std::regex line_of_pin(
        R"(^\s*VL_(IN|OUT|INOUT)(?:8|16|64|W)?\((?:&(\w+)|\(&(\w+)\)((?:\[\d+\])+)),(\d+),(\d+)(?:,\d+)?\);)");
    static const std::regex dimension(R"(\[(\d+)\])");
    std::vector<VerilatedPin> pins;
    std::istringstream lines(header);
    for (std::string line; std::getline(lines, line);) {
        std::smatch found;
        if (!std::regex_search(line, found, line_of_pin)) {
            continue;
        }
        VerilatedPin each;
        each.member = found[2].matched ? found[2] : found[3];
        each.pin.name = verilog_name(each.member);
        each.pin.input = found[1] == "IN";
        each.pin.width = std::stoi(found[5]) - std::stoi(found[6]) + 1;
        each.pin.array = found[4].matched;
        const std::string dimensions = found[4];
        for (std::sregex_iterator size(dimensions.begin(), dimensions.end(), dimension), end;
             size != end; ++size) {
            each.pin.elements *= std::stoi((*size)[1]);
        }
        if (found[1] == "INOUT") {
            throw std::runtime_error("pin " + each.pin.name +
                                     ": is inout; a router has inputs and outputs");
        }
        pins.push_back(each);
    }
    if (pins.empty()) {
        throw std::runtime_error("no pins found in the header of the verilated top");
    }
    return pins;
}

}  // namespace flitscope::tb
