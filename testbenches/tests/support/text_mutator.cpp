#include "testbenches/tests/support/text_mutator.h"

namespace flitscope::tb {

namespace {

/// Pieces that YAML readers trip over.
const std::vector<std::string>& yaml_pieces() {
    static const std::vector<std::string> list = {"{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ": ",
                                                  ", ",
                                                  "\n",
                                                  "- ",
                                                  "? ",
                                                  "&a ",
                                                  "*a",
                                                  "!!int ",
                                                  "|\n ",
                                                  ">\n ",
                                                  "\"",
                                                  "'",
                                                  "#",
                                                  "---\n",
                                                  "...\n",
                                                  "%YAML 1.2\n",
                                                  "\t",
                                                  "\r\n",
                                                  std::string(1, '\0'),
                                                  "\xff",
                                                  "\xc3\xa4",
                                                  "\xef\xbb\xbf",
                                                  "<<: ",
                                                  "0x10",
                                                  "010",
                                                  "1e309",
                                                  "-0",
                                                  "nan",
                                                  ".inf",
                                                  "~",
                                                  "null",
                                                  "yes",
                                                  "99999999999999999999",
                                                  "-1",
                                                  "1073741824",
                                                  "2147483648",
                                                  "[[[[[[[[[[[[[[[[[[",
                                                  "{a: {a: {a: "};
    return list;
}

}  // namespace

TextMutator::TextMutator(std::uint32_t seed, const std::vector<std::string>& pieces)
    : random_(seed), pieces_(yaml_pieces()) {
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
}

std::string TextMutator::mutate(std::string text, const std::vector<std::string>& others) {
    for (std::size_t count = 1 + below(4); count > 0; --count) {
        const std::size_t at = below(text.size() + 1);
        switch (below(6)) {
            case 0:
                text.insert(at, pieces_[below(pieces_.size())]);
                break;
            case 1:
                text.erase(at, 1 + below(20));
                break;
            case 2:
                if (at < text.size()) {
                    text[at] = static_cast<char>(below(256));
                }
                break;
            case 3:
                text.insert(at, text.substr(below(text.size() + 1), below(40)));
                break;
            case 4: {
                const std::string& other = others[below(others.size())];
                text = text.substr(0, at) + other.substr(below(other.size() + 1));
                break;
            }
            default:
                text.insert(at, std::to_string(random_()));
                break;
        }
    }
    return text;
}

}  // namespace flitscope::tb
