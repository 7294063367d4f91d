#include "testbenches/program/import_booksim_command/booksim_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

namespace {

bool is_name_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string("_-./").find(c) != std::string::npos;
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

/// Reads up to and including the `;`. Parentheses and braces must match.
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

std::string names_in(const BooksimWords& words) {
    std::vector<std::string> names;
    for (const auto& each : words) {
        names.push_back(each.first);
    }
    return join_names(names);
}

BooksimSettings::BooksimSettings(const std::string& file,
                                 const std::vector<BooksimSetting>& settings) {
    for (const BooksimKey& key : booksim_keys()) {
        settings_[key.name] = {key.name, key.otherwise, {file, 0}, false};
    }
    for (const BooksimSetting& setting : settings) {
        const auto known = settings_.find(setting.key);
        if (known != settings_.end()) {
            known->second = setting;
        } else if (!unknown_) {
            unknown_ = setting;
        }
    }
}

std::int64_t BooksimSettings::number(const std::string& key, std::int64_t least,
                                     std::int64_t most) const {
    const auto value = parsed<std::int64_t>(at(key).value);
    if (!value || *value < least || *value > most) {
        fail(key, "cannot be taken over", fmt::format("an integer {}..{}", least, most));
    }
    return *value;
}

double BooksimSettings::real(const std::string& key, double least, double most) const {
    const auto value = parsed<double>(at(key).value);
    if (!value || !(*value >= least && *value <= most)) {
        fail(key, "cannot be taken over", fmt::format("one number {}..{}", least, most));
    }
    return *value;
}

std::string BooksimSettings::word(const std::string& key, const BooksimWords& words) const {
    const auto found = words.find(at(key).value);
    if (found == words.end()) {
        fail(key, "there is no such thing here", names_in(words));
    }
    return found->second;
}

std::string BooksimSettings::named(const std::string& key) const {
    const BooksimSetting& setting = at(key);
    return setting.key + " = " + on_one_line(setting.value) +
           (setting.stated ? fmt::format(" (line {})", setting.position.line) : " (default)");
}

void BooksimSettings::check_keys() const {
    if (!unknown_) {
        return;
    }
    std::vector<std::string> names;
    for (const BooksimKey& key : booksim_keys()) {
        names.push_back(key.name);
    }
    ConfigProblem problem{unknown_->position, "BookSim2 has no such key"};
    problem.key = unknown_->key;
    problem.nearest = nearest_name(unknown_->key, names);
    throw ConfigError(problem);
}

void BooksimSettings::fail(const std::string& key, const std::string& problem,
                           const std::string& accepted) const {
    const BooksimSetting& setting = at(key);
    throw ConfigError({setting.position,
                       problem + (setting.stated ? "" : " (it is BookSim2's default)"), accepted,
                       key, shortened(setting.value)});
}

}  // namespace flitscope::tb
