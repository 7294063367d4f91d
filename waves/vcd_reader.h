#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace flitscope::waves {

/// A value change dump with time scale 1 ps, read once, line by line. Throws std::runtime_error
/// naming the file for one that cannot be read or is no such dump.
class VcdReader {
public:
    explicit VcdReader(const std::string& path) : path_(path), file_(path) {
        if (!file_) {
            fail("cannot be read");
        }
    }

    /// Call it first. Reads up to $enddefinitions; visit(scopes from the top, words of the
    /// declaration).
    template <typename Visit>
    void read_header(Visit visit) {
        std::vector<std::string> scopes;
        for (std::vector<std::string> words = command(); words[0] != "$enddefinitions";
             words = command()) {
            if (words[0] == "$scope" && words.size() > 2) {
                scopes.push_back(words[2]);
            } else if (words[0] == "$upscope" && !scopes.empty()) {
                scopes.pop_back();
            } else if (words[0] == "$var" && words.size() > 4) {
                visit(scopes, words);
            } else if (words[0] == "$timescale") {
                check_timescale(words);
            }
        }
        next_line();
        while (!done_ && line_[0] != '#') {
            next_line();
        }
    }

    bool done() const { return done_; }
    /// The time of the next changes.
    std::int64_t time() const { return std::stoll(line_.substr(1)); }
    /// visit(value, code) for the changes of this time: "0" or "b0101", identifier code.
    template <typename Visit>
    void visit_changes(Visit visit) {
        for (next_line(); !done_ && line_[0] != '#'; next_line()) {
            if (line_[0] == '$') {
                continue;  // $dumpvars, $end: values all the same
            }
            const std::size_t blank = line_.find(' ');
            const std::string_view line(line_);
            if (blank == std::string::npos) {
                visit(line.substr(0, 1), line.substr(1));
            } else {
                visit(line.substr(0, blank), line.substr(blank + 1));
            }
        }
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(path_ + ": " + what);
    }
    /// The words of the next declaration, up to $end.
    std::vector<std::string> command() {
        std::vector<std::string> words;
        for (std::string word; file_ >> word && word != "$end";) {
            words.push_back(word);
        }
        if (words.empty() || !file_) {
            fail("not a value change dump");
        }
        return words;
    }
    void check_timescale(const std::vector<std::string>& words) const {
        std::string scale;
        for (std::size_t i = 1; i < words.size(); ++i) {
            scale += words[i];
        }
        if (scale != "1ps") {
            fail("time scale " + scale + ", must be 1 ps");
        }
    }
    void next_line() {
        do {
            done_ = !std::getline(file_, line_);
        } while (!done_ && line_.empty());
    }

    std::string path_;
    std::ifstream file_;
    std::string line_;
    bool done_ = false;
};

}  // namespace flitscope::waves
