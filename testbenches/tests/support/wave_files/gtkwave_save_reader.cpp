#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"

#include <fstream>
#include <set>
#include <stdexcept>

namespace flitscope::tb {

namespace {

std::string quoted(const std::string& text) {
    const std::size_t first = text.find('"');
    const std::size_t last = text.rfind('"');
    return first == last ? "" : text.substr(first + 1, last - first - 1);
}

std::map<std::string, std::string> read_translation(const std::string& path) {
    std::ifstream input(path);
    if (!input) {
        throw std::runtime_error("cannot open " + path);
    }
    std::map<std::string, std::string> result;
    std::string line;
    while (std::getline(input, line)) {
        const std::size_t blank = line.find(' ');
        if (blank == std::string::npos || blank == 0 || blank + 1 == line.size() ||
            !result.emplace(line.substr(0, blank), line.substr(blank + 1)).second) {
            throw std::runtime_error(std::string(path).append(": bad line: ").append(line));
        }
    }
    return result;
}

}  // namespace

GtkwaveSaveFile::GtkwaveSaveFile(const std::string& path) {
    std::ifstream input(path);
    if (!input) {
        throw std::runtime_error("cannot open " + path);
    }
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    const std::set<std::string> kSettings = {"[*]",   "[savefile]",  "[size]",
                                             "[pos]", "[sst_width]", "[signals_width]"};
    std::vector<std::string> groups;
    std::string flags;
    std::map<std::string, std::string> translation;
    std::string line;
    for (int number = 1; std::getline(input, line); ++number) {
        const auto require = [&](bool condition, const char* what) {
            if (!condition) {
                throw std::runtime_error(path + ':' + std::to_string(number) + ": " + what);
            }
        };
        require(!line.empty(), "empty line");
        const std::string word = line.substr(0, line.find(' '));
        if (word == "[dumpfile]") {
            dump_ = quoted(line);
        } else if (word == "[timestart]") {
            time_start_ = std::stoll(line.substr(word.size()));
        } else if (line[0] == '*') {
            require(std::stod(line.substr(1)) < 0, "zoom");
            require(word.size() < line.size(), "no marker");
            marker_ = std::stoll(line.substr(word.size()));
        } else if (line[0] == '[') {
            require(kSettings.count(word) != 0, "unknown setting");
        } else if (line[0] == '@') {
            flags = line.substr(1);
            translation.clear();
        } else if (line[0] == '^') {
            require(line.find(' ') != std::string::npos, "filter without a file");
            const std::string file = line.substr(line.find(' ') + 1);
            require(file.find('/') == std::string::npos, "filter file not in the same folder");
            translation = read_translation(folder + file);
        } else if (line[0] == '-') {
            const unsigned long bits = std::stoul(flags, nullptr, 16);
            if ((bits & 0x800000) != 0) {
                groups.push_back(line.substr(1));
            } else if ((bits & 0x1000000) != 0) {
                require(!groups.empty(), "group end without begin");
                groups.pop_back();
            } else {
                comments_.push_back(line.substr(1));
            }
        } else {
            require(((std::stoul(flags, nullptr, 16) & 0x2000) != 0) == !translation.empty(),
                    "translation flag and filter file do not go together");
            signals_.push_back({line.substr(0, line.find('[')), groups, flags, translation});
        }
    }
    if (!groups.empty()) {
        throw std::runtime_error(path + ": group not ended: " + groups.back());
    }
}

}  // namespace flitscope::tb
