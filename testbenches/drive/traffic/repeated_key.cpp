#include "testbenches/drive/traffic/repeated_key.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace flitscope::tb {

namespace {

/// A character of the text; says in `read` how far the parser, which copies it, has come.
class ReadCharacter {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ReadCharacter(const char* at, const char** read) : at_(at), read_(read) {}

    reference operator*() const { return *at_; }
    ReadCharacter& operator++() {
        *read_ = ++at_;
        return *this;
    }
    friend bool operator==(const ReadCharacter& a, const ReadCharacter& b) {
        return a.at_ == b.at_;
    }
    friend bool operator!=(const ReadCharacter& a, const ReadCharacter& b) { return !(a == b); }

private:
    const char* at_;
    const char** read_;
};

/// What the parser reports; stops it at a key that was there before.
class KeyWatch : public nlohmann::json_sax<nlohmann::json> {
public:
    const std::optional<std::string>& repeated() const { return repeated_; }

    bool null() override { return value(); }
    bool boolean(bool /*value*/) override { return value(); }
    bool number_integer(number_integer_t /*value*/) override { return value(); }
    bool number_unsigned(number_unsigned_t /*value*/) override { return value(); }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override {
        return value();
    }
    bool string(string_t& /*value*/) override { return value(); }
    bool binary(binary_t& /*value*/) override { return value(); }

    bool start_object(std::size_t /*elements*/) override { return open(false); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*elements*/) override { return open(true); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Open& here = open_.back();
        here.last = name;
        if (here.keys.insert(name).second) {
            return true;
        }
        repeated_ = path();
        return false;
    }

    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override {
        return false;
    }

private:
    /// An array or an object whose end was not read yet.
    struct Open {
        bool is_array = false;
        std::size_t items = 0;  ///< of an array, read so far
        std::string last;       ///< key
        std::set<std::string> keys;
    };

    bool value() {
        if (!open_.empty()) {
            ++open_.back().items;
        }
        return true;
    }
    bool open(bool is_array) {
        open_.emplace_back();
        open_.back().is_array = is_array;
        return true;
    }
    bool close() {
        open_.pop_back();
        return value();
    }

    std::string path() const {
        std::string path;
        for (const Open& each : open_) {
            if (each.is_array) {
                path += "[" + std::to_string(each.items) + "]";
            } else {
                path += (path.empty() ? "" : ".") + each.last;
            }
        }
        return path;
    }

    std::vector<Open> open_;
    std::optional<std::string> repeated_;  ///< path
};

}  // namespace

std::optional<RepeatedKey> repeated_key(const std::string& text) {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* read = begin;
    KeyWatch watch;
    nlohmann::json::sax_parse(ReadCharacter(begin, &read), ReadCharacter(end, &read), &watch);
    if (!watch.repeated()) {
        return std::nullopt;
    }
    return RepeatedKey{*watch.repeated(), 1 + static_cast<int>(std::count(begin, read, '\n'))};
}

}  // namespace flitscope::tb
