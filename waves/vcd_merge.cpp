#include "waves/vcd_merge.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "waves/buffered_file.h"

namespace flitscope::waves {

namespace {

/// A scope of the merged dump: variables as they are declared, scopes inside.
struct Scope {
    std::string name;
    std::vector<std::string> variables;
    std::vector<std::unique_ptr<Scope>> children;

    Scope& child(const std::string& wanted) {
        for (const auto& each : children) {
            if (each->name == wanted) {
                return *each;
            }
        }
        children.push_back(std::make_unique<Scope>());
        children.back()->name = wanted;
        return *children.back();
    }
};

/// One of the dumps, read line by line. Its identifier codes get a prefix that no other dump has.
class Dump {
public:
    Dump(const std::string& path, std::string prefix)
        : path_(path), file_(path), prefix_(std::move(prefix)) {
        if (!file_) {
            fail("cannot be read");
        }
    }

    /// Up to $enddefinitions; visit(scopes from the top, words of the declaration).
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
                words[3].insert(0, prefix_);
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
    /// The time of the changes to come.
    std::int64_t time() const { return std::stoll(line_.substr(1)); }
    /// Copies the changes of this time, and calls begin() before the first of them.
    template <typename Begin>
    void copy_changes(BufferedFile& out, Begin begin) {
        for (next_line(); !done_ && line_[0] != '#'; next_line()) {
            if (line_[0] == '$') {
                continue;  // $dumpvars, $end: values all the same
            }
            begin();
            const std::size_t blank = line_.find(' ');
            const std::size_t code = blank == std::string::npos ? 1 : blank + 1;
            out.put(std::string_view(line_).substr(0, code));
            out.put(prefix_);
            out.put(std::string_view(line_).substr(code));
            out.put('\n');
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
    std::string prefix_;
    std::string line_;
    bool done_ = false;
};

void put_scopes(const Scope& scope, BufferedFile& out) {
    for (const auto& child : scope.children) {
        out.put("$scope module " + child->name + " $end\n");
        for (const std::string& variable : child->variables) {
            out.put(variable);
        }
        put_scopes(*child, out);
        out.put("$upscope $end\n");
    }
}

/// Two characters, so that 94 * 94 dumps have prefixes of one length.
std::string prefix_of(std::size_t number) {
    constexpr std::size_t kCodes = '~' - '!' + 1;
    return {static_cast<char>('!' + number / kCodes % kCodes),
            static_cast<char>('!' + number % kCodes)};
}

}  // namespace

void merge_vcd(const std::vector<std::string>& dumps, const std::string& merged) {
    std::vector<std::unique_ptr<Dump>> inputs;
    Scope top;
    for (const std::string& path : dumps) {
        inputs.push_back(std::make_unique<Dump>(path, prefix_of(inputs.size())));
        inputs.back()->read_header(
            [&](const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
                Scope* at = &top;
                for (const std::string& name : scopes) {
                    at = &at->child(name);
                }
                std::string text;
                for (const std::string& word : words) {
                    text += word + ' ';
                }
                at->variables.push_back(text + "$end\n");
            });
    }
    BufferedFile out(merged);
    out.put("$version Flitscope $end\n$timescale 1 ps $end\n");
    put_scopes(top, out);
    out.put("$enddefinitions $end\n");
    for (;;) {
        std::int64_t now = INT64_MAX;
        for (const auto& input : inputs) {
            now = input->done() ? now : std::min(now, input->time());
        }
        if (now == INT64_MAX) {
            break;
        }
        bool put = false;
        const auto put_time = [&] {
            if (!put) {
                out.put('#');
                out.put_decimal(now);
                out.put('\n');
            }
            put = true;
        };
        bool last = true;
        for (const auto& input : inputs) {
            // One dump may name a time twice.
            while (!input->done() && input->time() == now) {
                input->copy_changes(out, put_time);
            }
            last = last && input->done();
        }
        if (last) {
            put_time();  // the end of the dump
        }
    }
    out.close();
}

std::vector<VcdSignal> signals_of_vcd(const std::string& dump) {
    std::vector<VcdSignal> signals;
    Dump(dump, {}).read_header(
        [&](const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
            VcdSignal signal;
            for (const std::string& scope : scopes) {
                signal.scope += (signal.scope.empty() ? "" : ".") + scope;
            }
            signal.name = words[4].substr(0, words[4].find('['));
            signal.width = std::stoi(words[2]);
            signals.push_back(signal);
        });
    return signals;
}

}  // namespace flitscope::waves
