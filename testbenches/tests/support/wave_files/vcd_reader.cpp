#include "testbenches/tests/support/wave_files/vcd_reader.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace flitscope::tb {

class VcdFile::Parser {
public:
    Parser(VcdFile& file, const std::string& path) : file_(file), path_(path), input_(path) {
        if (!input_) {
            throw std::runtime_error("cannot open " + path);
        }
    }

    void parse() {
        std::string text;
        while (std::getline(input_, text)) {
            ++line_;
            std::istringstream words(text);
            std::vector<std::string> word;
            for (std::string one; words >> one;) {
                word.push_back(one);
            }
            if (word.empty()) {
                continue;
            }
            if (in_header_) {
                header(word);
            } else {
                body(word);
            }
        }
        require(!in_header_, "no $enddefinitions");
        require(!in_initial_, "$dumpvars without $end");
    }

private:
    void require(bool condition, const std::string& what) const {
        if (!condition) {
            throw std::runtime_error(path_ + ':' + std::to_string(line_) + ": " + what);
        }
    }

    void header(const std::vector<std::string>& word) {
        require(word.back() == "$end", "command does not end on its line");
        if (word[0] == "$timescale") {
            require(word.size() == 4, "bad $timescale");
            file_.timescale_ = word[1] + ' ' + word[2];
        } else if (word[0] == "$scope") {
            require(word.size() == 4 && word[1] == "module", "bad $scope");
            scopes_.push_back(word[2]);
        } else if (word[0] == "$upscope") {
            require(!scopes_.empty(), "$upscope without $scope");
            scopes_.pop_back();
        } else if (word[0] == "$var") {
            variable(word);
        } else if (word[0] == "$enddefinitions") {
            require(scopes_.empty(), "$scope without $upscope");
            in_header_ = false;
        } else {
            require(word[0] == "$version" || word[0] == "$comment", "unknown " + word[0]);
        }
    }

    void variable(const std::vector<std::string>& word) {
        require(word.size() == 6 || word.size() == 7, "bad $var");
        require(word[1] == "wire", "unknown kind of variable " + word[1]);
        const int width = std::stoi(word[2]);
        require(width >= 1, "bad width");
        const std::string range = width > 1 ? '[' + std::to_string(width - 1) + ":0]" : "";
        require((word.size() == 7 ? word[5] : "") == range, "bad range");
        std::string name;
        for (const std::string& scope : scopes_) {
            name += scope + '.';
        }
        const auto [at, fresh] = file_.signals_.emplace(name + word[4], Signal{width, {}});
        require(fresh, "signal declared twice: " + at->first);
        std::vector<Signal*>& named = by_code_[word[3]];
        require(named.empty() || named.front()->width == width, "identifier of another width");
        named.push_back(&at->second);
    }

    void body(const std::vector<std::string>& word) {
        if (word[0][0] == '#') {
            require(word.size() == 1 && !in_initial_, "bad time");
            time_ = std::stoll(word[0].substr(1));
            require(time_ > file_.last_time_, "time does not advance");
            file_.first_time_ = file_.first_time_ < 0 ? time_ : file_.first_time_;
            file_.last_time_ = time_;
        } else if (word[0] == "$dumpvars") {
            require(!had_initial_ && time_ >= 0, "$dumpvars out of place");
            in_initial_ = had_initial_ = true;
        } else if (word[0] == "$end") {
            require(in_initial_, "$end without $dumpvars");
            in_initial_ = false;
            for (const auto& [name, signal] : file_.signals_) {
                require(signal.changes.size() == 1, "not one initial value: " + name);
            }
        } else if (word[0][0] == 'b') {
            require(word.size() == 2, "bad vector");
            change(word[0].substr(1), word[1]);
        } else {
            require(word.size() == 1, "bad scalar");
            change(word[0].substr(0, 1), word[0].substr(1));
        }
    }

    void change(const std::string& digits, const std::string& code) {
        const auto found = by_code_.find(code);
        require(found != by_code_.end(), "undeclared identifier " + code);
        require(had_initial_, "change before the initial values");
        Signal& signal = *found->second.front();
        const bool unknown = digits.find_first_not_of('x') == std::string::npos;
        require(!digits.empty() && digits.size() <= static_cast<std::size_t>(signal.width) &&
                    (unknown || digits.find_first_not_of("01") == std::string::npos),
                "bad value " + digits);
        Change now{time_, 0, unknown ? "x" : signal.width > 64 ? digits : ""};
        for (const char digit : digits) {
            now.value = now.value << 1 | (digit == '1' ? 1U : 0U);
        }
        if (!in_initial_) {
            const Change& last = signal.changes.back();
            require(last.value != now.value || last.bits != now.bits, "change to the same value");
            require(signal.changes.back().time < time_, "two changes at one time");
            file_.changes_ += &signal == &file_.signals_["cycle"] ? 0 : 1;
        }
        for (Signal* const named : found->second) {
            named->changes.push_back(now);
        }
    }

    VcdFile& file_;
    std::string path_;
    std::ifstream input_;
    int line_ = 0;
    bool in_header_ = true;
    bool in_initial_ = false;
    bool had_initial_ = false;
    std::int64_t time_ = -1;
    std::vector<std::string> scopes_;
    std::map<std::string, std::vector<Signal*>> by_code_;
};

VcdFile::VcdFile(const std::string& path) { Parser(*this, path).parse(); }

std::optional<std::uint64_t> VcdFile::value(const std::string& name, std::int64_t time) const {
    const std::vector<Change>& changes = signal(name).changes;
    const auto after =
        std::upper_bound(changes.begin(), changes.end(), time,
                         [](std::int64_t t, const Change& change) { return t < change.time; });
    if (after == changes.begin()) {
        return std::nullopt;
    }
    return std::prev(after)->value;
}

}  // namespace flitscope::tb
