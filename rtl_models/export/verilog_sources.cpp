#include "rtl_models/export/verilog_sources.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <stdexcept>
#include <utility>

#include "common/whole_file.h"

namespace flitscope::exported {

namespace fs = std::filesystem;

std::string read_source(const std::string& path) {
    std::optional<std::string> text = whole_file(path);
    if (!text) {
        throw std::runtime_error(path + ": cannot be read; install flitscope again");
    }
    return std::move(*text);
}

namespace {

/// Calls visit(word) for every identifier outside comments, and for what looks like one in numbers.
template <typename Visit>
void for_each_word(const std::string& code, const Visit& visit) {
    const auto in_word = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    };
    for (std::size_t at = 0; at < code.size();) {
        std::size_t end = at;
        if (code.compare(at, 2, "//") == 0) {
            end = std::min(code.find('\n', at), code.size());
        } else {
            while (end < code.size() && in_word(code[end])) {
                ++end;
            }
            if (end > at) {
                visit(code.substr(at, end - at));
            } else {
                ++end;
            }
        }
        at = end;
    }
}

}  // namespace

std::map<std::string, std::string> needed_sources(const std::string& text,
                                                  const std::vector<std::string>& folders) {
    std::map<std::string, fs::path> modules;
    for (const std::string& folder : folders) {
        for (const fs::directory_entry& each : fs::directory_iterator(folder)) {
            if (each.path().extension() == ".v") {
                modules[each.path().stem().string()] = each.path();
            }
        }
    }
    std::map<std::string, std::string> found;
    std::vector<std::string> open = {text};
    while (!open.empty()) {
        const std::string code = std::move(open.back());
        open.pop_back();
        for_each_word(code, [&](const std::string& word) {
            const auto module = modules.find(word);
            if (module != modules.end()) {
                open.push_back(found[word + ".v"] = read_source(module->second.string()));
                modules.erase(module);
            }
        });
    }
    return found;
}

std::map<std::string, int> listed_routings(const std::string& route_v) {
    static const std::regex line(
        "([0-9]+): route_[a-z0-9_]+ #\\([^\n]*\\) ([a-z0-9_]+) \\(\\.\\*\\)");
    std::map<std::string, int> numbers;
    for (std::sregex_iterator each(route_v.begin(), route_v.end(), line), end; each != end;
         ++each) {
        numbers[(*each)[2]] = std::stoi((*each)[1]);
    }
    return numbers;
}

std::string filled(const std::string& form, const std::map<std::string, std::string>& values) {
    std::string result;
    std::size_t at = 0;
    for (std::size_t begin = form.find('@'); begin != std::string::npos;
         begin = form.find('@', at)) {
        const std::size_t end = form.find('@', begin + 1);
        const auto value = values.find(form.substr(begin + 1, end - begin - 1));
        result += form.substr(at, begin - at);
        if (value == values.end()) {
            result += '@';  // of Verilog
            at = begin + 1;
        } else {
            result += value->second;
            at = end + 1;
        }
    }
    return result + form.substr(at);
}

}  // namespace flitscope::exported
