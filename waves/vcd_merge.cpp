#include "waves/vcd_merge.h"

#include <algorithm>
#include <cstdint>
#include <memory>

#include "waves/vcd_reader.h"
#include "waves/vcd_writer.h"

namespace flitscope::waves {

namespace {

/// One of the dumps. Its identifier codes get a prefix that no other dump has.
struct Dump {
    VcdReader reader;
    std::string prefix;
};

/// Two characters, so that 94 * 94 dumps have prefixes of one length.
std::string prefix_of(std::size_t number) {
    constexpr std::size_t kCodes = '~' - '!' + 1;
    return {static_cast<char>('!' + number / kCodes % kCodes),
            static_cast<char>('!' + number % kCodes)};
}

}  // namespace

void merge_vcd(const std::vector<std::string>& dumps, const std::string& merged,
               const PlaceScopes& place) {
    std::vector<std::unique_ptr<Dump>> inputs;
    VcdScopes top;
    for (const std::string& path : dumps) {
        inputs.push_back(std::make_unique<Dump>(Dump{VcdReader(path), prefix_of(inputs.size())}));
        const std::string& prefix = inputs.back()->prefix;
        inputs.back()->reader.read_header(
            [&](std::vector<std::string> scopes, std::vector<std::string> words) {
                if (place) {
                    place(scopes);
                }
                words[3].insert(0, prefix);
                VcdScopes* at = &top;
                for (const std::string& name : scopes) {
                    at = &at->child(name);
                }
                std::string text;
                for (const std::string& word : words) {
                    text += word + ' ';
                }
                at->declare(words[4], text + "$end\n");
            });
    }
    BufferedFile out(merged);
    out.put("$version Flitscope $end\n$timescale 1 ps $end\n");
    top.put(out);
    out.put("$enddefinitions $end\n");
    for (;;) {
        std::int64_t now = INT64_MAX;
        for (const auto& input : inputs) {
            const VcdReader& reader = input->reader;
            now = reader.done() ? now : std::min(now, reader.time());
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
            VcdReader& reader = input->reader;
            while (!reader.done() && reader.time() == now) {
                reader.visit_changes([&](std::string_view value, std::string_view code) {
                    put_time();
                    out.put(value);
                    if (value.size() > 1) {
                        out.put(' ');
                    }
                    out.put(input->prefix);
                    out.put(code);
                    out.put('\n');
                });
            }
            last = last && reader.done();
        }
        if (last) {
            put_time();  // the end of the dump
        }
    }
    out.close();
}

std::vector<VcdSignal> signals_of_vcd(const std::string& dump) {
    std::vector<VcdSignal> signals;
    VcdReader(dump).read_header(
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
