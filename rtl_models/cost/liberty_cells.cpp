#include "rtl_models/cost/liberty_cells.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace flitscope::cost {

namespace {

/// A group of the format, `name (argument) { ... }`, as it is read.
struct Group {
    std::string name;
    std::string argument;
};

std::string stripped(std::string text, const std::string& letters) {
    text.erase(std::remove_if(text.begin(), text.end(),
                              [&](char letter) { return letters.find(letter) != letters.npos; }),
               text.end());
    return text;
}

/// Without comments, and without the line ends that a backslash takes away.
std::string code_of(const std::string& text) {
    std::string code;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, 2, "/*") == 0) {
            at = std::min(text.find("*/", at + 2), text.size() - 1) + 1;
            code += ' ';
        } else if (text.compare(at, 2, "\\\n") == 0) {
            ++at;
        } else if (text[at] != '\r') {
            code += text[at];
        }
    }
    return code;
}

/// Collects what the groups say, in the order of the text.
class Reader {
public:
    void open(const std::string& head) {
        const std::size_t bracket = std::min(head.find('('), head.size());
        const Group group{stripped(head.substr(0, bracket), " \t\n"),
                          stripped(head.substr(bracket), " \t\n()\"")};
        if (groups_.empty() && group.name == "library") {
            found_.name = group.argument;
            is_library_ = true;
        } else if (group.name == "cell") {
            cell_ = {};
            cell_.name = group.argument;
        } else if (group.name == "ff") {
            cell_.flip_flop = true;
        }
        groups_.push_back(group);
    }

    void attribute(const std::string& line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || groups_.empty()) {
            return;
        }
        const std::string name = stripped(line.substr(0, colon), " \t\n");
        const std::string value = stripped(line.substr(colon + 1), " \t\n\"()");
        const std::string& group = groups_.back().name;
        if (group == "cell" && name == "area") {
            cell_.area = std::strtod(value.c_str(), nullptr);
        } else if (group == "pin" && name == "direction" && value == "input") {
            cell_.inputs.push_back(groups_.back().argument);
        } else if (group == "pin" && name == "function") {
            cell_.functions.push_back(value);
        }
    }

    void close() {
        if (groups_.empty()) {
            return;
        }
        if (groups_.back().name == "cell") {
            keep_cell();
        }
        groups_.pop_back();
    }

    LibertyCells result() const {
        if (!is_library_ || found_.area.empty()) {
            throw std::invalid_argument("is no cell library in the liberty format");
        }
        if (found_.flip_flops.empty()) {
            throw std::invalid_argument("has no flip-flop (a cell with a group ff)");
        }
        if (found_.inverter.empty()) {
            throw std::invalid_argument("has no inverter (a cell with the function !A)");
        }
        return found_;
    }

private:
    struct Cell {
        std::string name;
        double area = 0;
        bool flip_flop = false;
        std::vector<std::string> inputs;
        std::vector<std::string> functions;
    };

    void keep_cell() {
        found_.area[cell_.name] = cell_.area;
        if (cell_.flip_flop) {
            found_.flip_flops.insert(cell_.name);
        }
        const bool inverts = cell_.inputs.size() == 1 && cell_.functions.size() == 1 &&
                             (cell_.functions[0] == "!" + cell_.inputs[0] ||
                              cell_.functions[0] == cell_.inputs[0] + "'");
        if (inverts && !cell_.flip_flop &&
            (found_.inverter.empty() || cell_.area < found_.area.at(found_.inverter))) {
            found_.inverter = cell_.name;
        }
    }

    LibertyCells found_;
    bool is_library_ = false;
    std::vector<Group> groups_;
    Cell cell_;
};

}  // namespace

LibertyCells liberty_cells(const std::string& text) {
    Reader reader;
    std::string statement;
    bool quoted = false;
    for (const char letter : code_of(text)) {
        quoted = quoted != (letter == '"');
        const bool line_of_value = letter == '\n' && statement.find(':') != std::string::npos &&
                                   statement.find('(') == std::string::npos;
        if (!quoted && letter == '{') {
            reader.open(statement);
        } else if (!quoted && (letter == ';' || letter == '}' || line_of_value)) {
            reader.attribute(statement);
        } else {
            statement += letter;
            continue;
        }
        if (letter == '}') {
            reader.close();
        }
        statement.clear();
    }
    return reader.result();
}

}  // namespace flitscope::cost
