#include "testbenches/program/import_booksim_command/booksim_file.h"

#include <algorithm>
#include <cctype>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

namespace {

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

/// The text character by character, without comments.
class Characters {
public:
    Characters(const std::string& name, const std::string& text) : text_(text) {
        position_.source = name;
    }

    /// 0: the end.
    char peek() {
        while (text_.compare(at_, 2, "//") == 0) {
            while (at_ < text_.size() && text_[at_] != '\n') {
                take();
            }
        }
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    char take() {
        const char c = text_[at_++];
        position_.line += c == '\n' ? 1 : 0;
        position_.column = c == '\n' ? 1 : position_.column + 1;
        return c;
    }
    void skip_blanks() {
        while (std::isspace(static_cast<unsigned char>(peek())) != 0) {
            take();
        }
    }
    std::string name() {
        std::string name;
        while (is_name_character(peek())) {
            name += take();
        }
        return name;
    }
    const ConfigPosition& position() const { return position_; }

    [[noreturn]] void fail(const std::string& key, const std::string& problem,
                           const std::string& accepted) const {
        ConfigProblem wrong{position_, problem};
        wrong.key = key;
        wrong.accepted = accepted;
        throw ConfigError(wrong);
    }

private:
    const std::string& text_;
    std::size_t at_ = 0;
    ConfigPosition position_;
};

/// Up to the `;`, which is taken. Parentheses and braces have to match.
std::string read_value(Characters& characters, const std::string& key) {
    std::string value, open;
    for (;;) {
        characters.skip_blanks();
        const char c = characters.peek();
        if (c == '\0') {
            characters.fail(key, "the file ends in the middle of a value", "key = value;");
        }
        if (c == ';' && open.empty()) {
            break;
        }
        if (!is_name_character(c) && std::string("(){},").find(c) == std::string::npos) {
            characters.fail(key, "unexpected character in a value",
                            "numbers, names, lists in braces, and a ; at the end");
        }
        if (c == '(' || c == '{') {
            open += c == '(' ? ')' : '}';
        } else if (c == ')' || c == '}') {
            if (open.empty() || open.back() != c) {
                characters.fail(key, "parentheses or braces that do not match", "(...) and {...}");
            }
            open.pop_back();
        }
        value += characters.take();
    }
    characters.take();
    if (value.empty()) {
        characters.fail(key, "no value", "key = value;");
    }
    return value;
}

}  // namespace

std::vector<BooksimSetting> parse_booksim(const std::string& name, const std::string& text) {
    Characters characters(name, text);
    if (text.size() > kMaxConfigBytes) {
        throw ConfigError({{name, 0},
                           "larger than a configuration may be",
                           std::to_string(kMaxConfigBytes) + " bytes at most"});
    }
    std::vector<BooksimSetting> settings;
    for (;;) {
        characters.skip_blanks();
        if (characters.peek() == '\0') {
            if (text.find('\0') != std::string::npos) {
                characters.fail("", "a byte that is no text", "key = value;");
            }
            return settings;
        }
        BooksimSetting setting;
        setting.position = characters.position();
        setting.key = characters.name();
        if (setting.key.empty()) {
            characters.fail("", "no key", "key = value;");
        }
        characters.skip_blanks();
        if (characters.peek() != '=') {
            characters.fail(setting.key, "no = behind a key", "key = value;");
        }
        characters.take();
        setting.value = read_value(characters, setting.key);
        settings.erase(
            std::remove_if(settings.begin(), settings.end(),
                           [&](const BooksimSetting& each) { return each.key == setting.key; }),
            settings.end());
        settings.push_back(setting);
    }
}

}  // namespace flitscope::tb
